// A position that is set up by hand: pieces on the cells of a board, the player to move, and what else a game asks for.

import type { Board, Compose, Position } from "../../messages/play";
import type { GameInfo, SetUpInfo } from "../../messages/shared";
import { columnOf } from "./board";

export class SetUp {
  cells = $state.raw<string[]>([]);
  player = $state(0);
  options = $state<Record<string, string>>({});
  /** The piece that a click puts down; "" takes one away. */
  piece = $state("");
  wrong = $state("");
  /** The board with the pieces so far; the move of a cell is its number. */
  readonly board = $derived.by((): Board => {
    const cells = this.cells.map((piece, cell) => ({ piece, move: String(cell), name: this.before.cells[cell]?.name ?? "" }));
    return { ...this.before, cells, last: [], paths: [], threatened: [] };
  });

  /** Begins with what stands on a board: what is not changed stays as it is. */
  constructor(
    readonly game: GameInfo,
    readonly info: SetUpInfo,
    private readonly before: Board,
    private readonly position: Position,
  ) {
    this.cells = before.cells.map((cell) => cell.piece);
    this.player = Math.max(position.player, 0);
    this.piece = info.pieces[0] ?? "";
    this.options = { ...this.#firstChoices(), ...position.options };
  }

  clear(): void {
    this.cells = this.cells.map(() => "");
    this.options = this.#firstChoices();
  }

  /** Puts the chosen piece on a cell, or takes the same one away. In a column of holes stones fall. */
  place(cell: number): void {
    const at = this.before.look === "holes" ? this.#inColumn(cell) : cell;
    if (at === null) return;
    const piece = this.piece === this.cells[at] ? "" : this.piece;
    this.cells = this.cells.map((old, each) => (each === at ? piece : old));
  }

  request(): Compose {
    const { cells, player, options } = this;
    return { game: this.game.slug, cells, player, options: $state.snapshot(options), like: this.position.notation };
  }

  #firstChoices(): Record<string, string> {
    return Object.fromEntries(this.info.options.map(({ name, choices }) => [name, choices[0] ?? ""]));
  }

  /** The lowest empty cell of a column, or its highest stone if one is taken away. */
  #inColumn(cell: number): number | null {
    const column = this.cells.flatMap((_, at) => (columnOf(this.before, at) === columnOf(this.before, cell) ? [at] : []));
    const top = column.find((at) => this.cells[at] !== "");
    const empty = column.findLast((at) => this.cells[at] === "");
    return (this.piece === "" ? top : empty) ?? null;
  }
}
