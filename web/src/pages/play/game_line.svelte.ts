// The moves of a game and their variations, which line of them is shown, and the position in it that one looks at.

import type { Written } from "../../messages/play";
import {
  along,
  changed,
  continued,
  extended,
  isVariation,
  named,
  newNode,
  promoted,
  removed,
  type GameNode,
} from "./variations";

export class GameLine {
  tree = $state.raw(newNode());
  /** The line that is shown, to its end. */
  moves = $state.raw<string[]>([]);
  at = $state(0);

  /** The positions of the line, the first before any move. */
  readonly nodes = $derived(along(this.tree, this.moves));
  readonly node = $derived(this.nodes[this.at] ?? this.tree);
  /** Whether the last position of the line is shown. */
  readonly live = $derived(this.at === this.moves.length);
  /** Where the review found mistakes: in the line that is shown, else in the main line. */
  readonly mistakes = $derived.by(() => {
    const shown = mistakesIn(this.nodes);
    if (shown.length) return { line: this.moves, plies: shown };
    const line = continued(this.tree, []);
    return { line, plies: mistakesIn(along(this.tree, line)) };
  });
  readonly inVariation = $derived(isVariation(this.tree, this.before(this.at)));

  /** The first moves of the line. */
  before(at: number): string[] {
    return this.moves.slice(0, at);
  }

  /** Makes the variation shown the main line, one level up. */
  promote(): void {
    this.tree = promoted(this.tree, this.before(this.at));
  }

  /** Notes something about a position of the line. */
  note(at: number, change: Partial<GameNode>): void {
    this.tree = changed(this.tree, this.before(at), change);
  }

  /** Replaces everything. */
  protected replace(tree: GameNode, moves: string[], at: number): void {
    this.tree = extended(tree, moves);
    this.moves = moves;
    this.at = Math.min(at, moves.length);
  }

  /** Adds a move to the position shown, in place of the one that follows or as the same one. */
  protected add(move: string): void {
    const line = [...this.before(this.at), move];
    this.tree = extended(this.tree, line);
    this.moves = this.live ? line : continued(this.tree, line);
  }

  /** Adds a whole line to the position after so many moves. */
  protected addLine(at: number, line: readonly string[]): void {
    this.moves = [...this.before(at), ...line];
    this.tree = extended(this.tree, this.moves);
  }

  /** Notes how people write the moves of a line. */
  protected name(line: readonly string[], names: readonly Written[]): void {
    this.tree = named(this.tree, line, names);
  }

  /** Shows a line of the tree and what follows it. */
  protected turnTo(line: string[]): void {
    this.moves = continued(this.tree, line);
  }

  /** The line that ends in another move than the last one: the next that was tried in its place, or the one before. */
  protected sibling(step: 1 | -1): string[] | null {
    const tried = this.nodes[this.at - 1]?.children ?? [];
    const other = tried[tried.indexOf(this.node) + step];
    return other === undefined ? null : [...this.before(this.at - 1), other.move];
  }

  /** Removes the move that leads to a position of the line, and all that follows it. */
  protected remove(at: number): void {
    this.tree = removed(this.tree, this.before(at));
    this.moves = this.before(at - 1);
  }
}

function mistakesIn(nodes: GameNode[]): number[] {
  return nodes.flatMap(({ reviewed }, ply) => (reviewed?.judgement ? [ply] : []));
}
