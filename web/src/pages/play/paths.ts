// Boards on which pieces move from cell to cell: which cells a piece can leave for, and how its cells are spoken of.

import type { Board, Path } from "../../messages/play";
import type { MoveValue } from "../../messages/shared";
import { placeAndPiece } from "./board";
import type { Point } from "./geometry";

/** The moves of the piece on a cell that land on all of `steps`, one after another, on the way or at the end. */
export function along(board: Board, start: number, steps: readonly number[]): Path[] {
  return board.paths.filter((path) => {
    const route = [...path.via, path.end];
    let from = 0;
    return path.start === start && steps.every((step) => (from = route.indexOf(step, from) + 1) > 0);
  });
}

/** What is known of the moves, on the cells where it is shown: where a piece in hand could go, else where pieces stand, each
 * with the best of its moves. */
export function tagged(
  board: Board,
  values: MoveValue[],
  picked: number | null,
  player: number,
): Map<number, MoveValue> {
  const found = new Map<number, MoveValue>();
  const sign = player === 1 ? -1 : 1;
  for (const path of board.paths) {
    const value = values.find((each) => each.move === path.move);
    if (value === undefined || value.value === null || (picked !== null && path.start !== picked)) continue;
    const cell = picked === null ? path.start : path.end;
    const other = found.get(cell)?.value ?? null;
    if (other === null || sign * value.value > sign * other) found.set(cell, value);
  }
  return found;
}

/** What a screen reader says of a cell. */
export function spokenCell(board: Board, index: number, picked: number | null): string {
  const parts = [placeAndPiece(board, index)];
  if (board.threatened.includes(index)) parts.push("in check");
  if (board.last.includes(index)) parts.push("last move");
  if (picked === index) parts.push("in hand");
  else if (picked !== null && along(board, picked, [index]).length) parts.push("can be reached");
  else if (picked === null && board.paths.some((path) => path.start === index)) parts.push("can be moved");
  return parts.join(", ");
}

/** The line of an arrow from cell to cell with its head: it ends a little before the middle of the last cell. */
export function arrow(from: Point, to: Point, half = 4): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const tip = { x: to.x - 8 * ux, y: to.y - 8 * uy };
  const neck = { x: tip.x - 16 * ux, y: tip.y - 16 * uy };
  const beside = (at: Point, by: number): string => `${at.x - by * uy} ${at.y + by * ux}`;
  const wing = (side: number): string => beside(neck, side * (half + 7));
  const shaft = (side: number, at: Point): string => beside(at, side * half);
  const start = { x: from.x + 18 * ux, y: from.y + 18 * uy };
  return `M${shaft(1, start)}L${shaft(1, neck)}L${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}L${shaft(-1, neck)}L${shaft(-1, start)}Z`;
}
