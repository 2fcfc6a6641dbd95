// What an analysis shows: the moves in order, arrows for the best of them, and the score that a value lets one expect.

import type { Board, Chosen, Progress } from "../../messages/play";
import type { GameInfo, MoveValue } from "../../messages/shared";
import type { Arrow } from "./Arrows.svelte";
import { targets } from "./board";
import { shortWorth } from "../../lib/format";
import type { Mark } from "./marks.svelte";

const MOST_ARROWS = 3;

/** The moves that have a value, the best for the player to move first. Simulations list them so: the most visited is the best,
 * and a move that was rarely tried may still have any value. */
export function bestFirst(values: readonly MoveValue[], player: number): MoveValue[] {
  if (values.every(({ visits }) => visits !== null)) return values.filter(({ value }) => value !== null);
  const sign = player === 1 ? 1 : -1;
  return values.filter(({ value }) => value !== null).sort((one, other) => sign * (one.value! - other.value!));
}

/** Arrows for the best moves, equal ones of the same rank, the hint and one's own marks; a ring where a move has one cell only, which marks a hint itself. */
export function arrowsOf(board: Board, best: MoveValue[], hinted: string | null, marks: Mark[]): Arrow[] {
  const cells = targets(board);
  const mark = (move: string): Mark[] => {
    const path = board.paths.find((each) => each.move === move);
    const cell = cells.get(move);
    if (path !== undefined) {
      const cells = [path.start, ...path.via, path.end];
      return cells.slice(1).map((end, at) => ({ start: cells[at]!, end }));
    }
    return cell === undefined ? [] : [{ start: cell, end: cell }];
  };
  const ranked = best.slice(0, MOST_ARROWS).map(({ move, value }) => ({
    move,
    rank: best.findIndex((each) => each.value === value),
  }));
  const arrows: Arrow[] = [
    ...ranked.flatMap(({ move, rank }) =>
      move === hinted ? [] : mark(move).map((each) => ({ ...each, kind: "best" as const, rank })),
    ),
    ...mark(hinted ?? "").flatMap((each) => (each.start === each.end ? [] : [{ ...each, kind: "hinted" as const, rank: 0 }])),
    ...marks.map((each) => ({ ...each, kind: "own" as const, rank: 1 })),
  ];
  // Equal moves may have cells in common.
  return [...new Map(arrows.map((each) => [Object.values(each).join(" "), each])).values()];
}

/** The score from 0 to 1 that MAX can expect: the result where it is proven, else the win rate of simulations. */
export function expectedScore(game: GameInfo, value: number | null, proven: boolean, rate: number | null = null): number | null {
  if (value === null) return null;
  if (proven || Math.abs(value) >= (game.decided ?? Infinity)) return (Math.sign(value) + 1) / 2;
  if (rate !== null) return rate;
  return game.expected_scale === null ? null : 1 / (1 + Math.exp(-value / game.expected_scale));
}

/** The share of simulations that MAX wins, or the result itself where it is proven; null where nothing counts wins. */
export function winRate({ value, bound, win_rate }: MoveValue): number | null {
  if (win_rate === null || value === null || bound !== "exact") return win_rate;
  return (Math.sign(value) + 1) / 2;
}

/** The win rate of the move that a search prefers; null where nothing counts wins. */
export function bestWinRate({ line, moves }: Progress | Chosen): number | null {
  const best = moves.find(({ move }) => move === line[0]);
  return best === undefined ? null : winRate(best);
}

/** A win rate as text, in percent. */
export function percent(rate: number): string {
  return `${Math.round(100 * rate)} %`;
}

export function mostVisits(values: readonly MoveValue[]): number {
  return Math.max(1, ...values.map(({ visits }) => visits ?? 0));
}

/** What a screen reader says of a move's value. */
export function spokenValue(value: MoveValue): string {
  const rate = winRate(value);
  const parts = [`, value ${shortWorth(value)}`];
  if (rate !== null) parts.push(`win rate ${percent(rate)}`);
  if (value.visits !== null) parts.push(`${value.visits} simulations`);
  return parts.join(", ");
}

/** Whether a search has proven its value. */
export function isProven(told: Progress | Chosen): boolean {
  return told.mate !== null || (told.type === "chosen" && told.sure);
}
