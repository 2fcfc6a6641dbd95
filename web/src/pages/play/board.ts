// How a board is laid out and spoken of: where its cells are, which move a click on one makes, and what it is called.

import type { Board } from "../../messages/play";
import { CELL, extent, middleOf, placeAt, type Point } from "./geometry";

/** The most pixels a cell is drawn with: a small board need not fill a large window. */
const LARGEST: Record<Board["look"], number> = {
  lines: 160,
  heaps: 96,
  holes: 110,
  squares: 96,
  chequered: 96,
  go: 80,
  hex: 80,
};
/** Room for labels beside the cells, in pixels. */
const LABELS = 32;

const PIECES: Record<string, string> = {
  "": "empty",
  x: "X",
  o: "O",
  black: "black",
  white: "white",
  black_king: "black king",
  white_king: "white king",
  red: "red",
  blue: "blue",
  first: "first player",
  second: "second player",
  stone: "object",
};
const CHESS: Record<string, string> = {
  K: "king",
  Q: "queen",
  R: "rook",
  B: "bishop",
  N: "knight",
  P: "pawn",
  M: "man",
};
const MOVERS: Partial<Record<Board["look"], [string, string]>> = {
  lines: ["x", "o"],
  holes: ["first", "second"],
  squares: ["black", "white"],
  go: ["black", "white"],
  hex: ["red", "blue"],
};

export const columnOf = (board: Board, index: number): number => index % board.columns;
export const rowOf = (board: Board, index: number): number => Math.floor(index / board.columns);

/** The most pixels that a board is wide and high. */
export function largest(board: Board): { width: number; height: number } {
  const { width, height } = extent(board);
  const scale = LARGEST[board.look] / CELL;
  return { width: scale * width + LABELS, height: scale * height + LABELS };
}

/** Whether candidate moves are circles whose size shows their simulations. */
export const showsVisits = ({ look }: Board): boolean => look === "go" || look === "hex";

/** The cell that is shown at a place, or the place where a cell is shown: turning the board twice changes nothing. A board
 * whose stones lie on each other is seen from behind. */
export function turned(board: Board, index: number, flipped: boolean): number {
  if (!flipped) return index;
  if (board.look !== "holes" && board.look !== "heaps") return board.cells.length - 1 - index;
  return index + board.columns - 1 - 2 * columnOf(board, index);
}

/** Labels of rows or columns in the order in which they are shown. */
export function labels(board: Board, of: "row_labels" | "column_labels", flipped: boolean): string[] {
  const stays = of === "row_labels" && (board.look === "holes" || board.look === "heaps");
  return flipped && !stays ? [...board[of]].reverse() : board[of];
}

/** The middle of a cell where it is shown. */
export function middle(board: Board, index: number, flipped = false): Point {
  const place = turned(board, index, flipped);
  return middleOf(board, columnOf(board, place), rowOf(board, place));
}

/** The cell that is shown at a point, if any. */
export function cellUnder(board: Board, point: Point, flipped: boolean): number | null {
  const place = placeAt(board, point);
  return place === null ? null : turned(board, place.row * board.columns + place.column, flipped);
}

/** Where a pointer is on a drawing. */
export function pointOn(drawn: SVGSVGElement, event: PointerEvent): Point {
  const matrix = drawn.getScreenCTM();
  return matrix === null ? { x: -1, y: -1 } : new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** The piece a player puts on the board, for a preview; "" where moves put none. */
export function pieceOf(board: Board, player: number): string {
  return MOVERS[board.look]?.[player] ?? "";
}

/** The move that a click on a cell makes. A column of holes is one target from top to bottom. */
export function moveAt(board: Board, index: number): string | null {
  if (board.look !== "holes") return board.cells[index]?.move ?? null;
  const column = columnOf(board, index);
  return board.cells.find((cell, at) => columnOf(board, at) === column && cell.move !== null)?.move ?? null;
}

/** Where each move shows: the cell itself, or the lowest empty hole of a column. */
export function targets(board: Board): Map<string, number> {
  const found = new Map<string, number>();
  board.cells.forEach((cell, index) => {
    const move = moveAt(board, index);
    if (move !== null && (board.look !== "holes" || cell.piece === "")) found.set(move, index);
  });
  return found;
}

/** The cells that a move at a cell would change, for a preview: in a heap everything from that stone up. */
export function touched(board: Board, index: number): number[] {
  const move = moveAt(board, index);
  if (move === null) return [];
  if (board.look !== "heaps") return [targets(board).get(move) ?? index];
  return board.cells.flatMap((cell, at) =>
    cell.piece !== "" && columnOf(board, at) === columnOf(board, index) && at <= index ? [at] : [],
  );
}

/** What a screen reader says of a cell. */
export function spoken(board: Board, index: number): string {
  const cell = board.cells[index];
  if (cell === undefined) return "";
  const move = moveAt(board, index);
  const parts = [placeAndPiece(board, index)];
  if (board.last.includes(index)) parts.push("last move");
  if (move !== null) parts.push(board.look === "heaps" ? `take ${move}` : "can be played");
  return parts.join(", ");
}

/** Where a cell is and what stands there. */
export function placeAndPiece(board: Board, index: number): string {
  return `${nameOf(board, index)}, ${pieceName(board.cells[index]?.piece ?? "")}`;
}

function nameOf(board: Board, index: number): string {
  const column = columnOf(board, index);
  const row = rowOf(board, index);
  if (board.look === "heaps") return `heap ${column + 1}`;
  const name = board.cells[index]?.name;
  if (name) return `square ${name}`;
  const [columnLabel, rowLabel] = [board.column_labels[column], board.row_labels[row]];
  if (columnLabel !== undefined && rowLabel !== undefined) return `${columnLabel}${rowLabel}`;
  return `column ${columnLabel ?? column + 1}, row ${row + 1}`;
}

export function pieceName(piece: string): string {
  const plain = PIECES[piece];
  if (plain !== undefined) return plain;
  return `${piece.startsWith("w") ? "white" : "black"} ${CHESS[piece.slice(1)] ?? piece}`;
}

/** The cell an arrow key leads to as the eye sees the board, or where one already is at the edge. */
export function neighbour(board: Board, index: number, key: string, flipped = false): number {
  const place = turned(board, index, flipped);
  const [column, row] = [columnOf(board, place), rowOf(board, place)];
  const to = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row - 1],
    ArrowDown: [column, row + 1],
  }[key];
  const [x, y] = to ?? [column, row];
  if (x === undefined || y === undefined || x < 0 || y < 0 || x >= board.columns || y >= board.rows) return index;
  return turned(board, y * board.columns + x, flipped);
}
