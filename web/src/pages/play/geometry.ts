// Where the cells of a board lie: squares in rows, or hexagons whose rows each begin half a cell further to the right.

import type { Board } from "../../messages/play";

/** The width of a cell. */
export const CELL = 60;

export interface Point {
  x: number;
  y: number;
}

type Size = Pick<Board, "look" | "columns" | "rows">;

/** The side of a hexagon that stands on a corner and is as wide as a cell. */
const SIDE = CELL / Math.sqrt(3);
/** The corners of such a hexagon around its middle, clockwise from the top. */
const CORNERS: readonly Point[] = [
  { x: 0, y: -SIDE },
  { x: CELL / 2, y: -SIDE / 2 },
  { x: CELL / 2, y: SIDE / 2 },
  { x: 0, y: SIDE },
  { x: -CELL / 2, y: SIDE / 2 },
  { x: -CELL / 2, y: -SIDE / 2 },
];
const [TOP, UPPER_RIGHT, LOWER_RIGHT, BOTTOM, LOWER_LEFT, UPPER_LEFT] = [0, 1, 2, 3, 4, 5] as const;

/** The middle of the cell at a place. */
export function middleOf({ look }: Size, column: number, row: number): Point {
  if (look === "hex") return { x: (column + row / 2 + 0.5) * CELL, y: (1.5 * row + 1) * SIDE };
  return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
}

/** How wide and high all cells are together. */
export function extent({ look, columns, rows }: Size): { width: number; height: number } {
  if (look === "hex") return { width: (columns + (rows - 1) / 2) * CELL, height: (1.5 * rows + 0.5) * SIDE };
  return { width: columns * CELL, height: rows * CELL };
}

/** The column and the row of the cell at a point, if there is one. */
export function placeAt(board: Size, { x, y }: Point): { column: number; row: number } | null {
  const inside = (column: number, row: number): boolean =>
    column >= 0 && row >= 0 && column < board.columns && row < board.rows;
  if (board.look !== "hex") {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return inside(column, row) ? { column, row } : null;
  }
  // The hexagon at a point is the one whose middle is nearest: in the row above or below, where both overlap.
  const above = Math.floor(y / SIDE / 1.5 - 1);
  const places = [above, above + 1].map((row) => {
    const column = Math.round(x / CELL - row / 2 - 0.5);
    const middle = middleOf(board, column, row);
    return { column, row, distance: Math.hypot(x - middle.x, y - middle.y) };
  });
  const nearest = places.reduce((one, other) => (other.distance < one.distance ? other : one));
  return inside(nearest.column, nearest.row) ? { column: nearest.column, row: nearest.row } : null;
}

/** A hexagon around a point as an SVG path, larger or smaller than a cell. */
export function hexagon({ x, y }: Point = { x: 0, y: 0 }, scale = 1): string {
  return `${path(CORNERS.map((corner) => ({ x: x + scale * corner.x, y: y + scale * corner.y })))}Z`;
}

/** The edges of a board of hexagons as SVG paths: top and bottom, then left and right. They meet in the middle of an edge where
 * a hexagon belongs to two of them. */
export function sides(board: Size): [string, string] {
  const { columns, rows } = board;
  const corner = (column: number, row: number, at: number): Point => {
    const { x, y } = middleOf(board, column, row);
    return { x: x + CORNERS[at]!.x, y: y + CORNERS[at]!.y };
  };
  const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
  const [right, low] = [columns - 1, rows - 1];
  const topRight = between(corner(right, 0, TOP), corner(right, 0, UPPER_RIGHT));
  const bottomLeft = between(corner(0, low, LOWER_LEFT), corner(0, low, BOTTOM));
  const along = (count: number, corners: (at: number) => Point[]): Point[] =>
    Array.from({ length: count }, (_, at) => corners(at)).flat();
  const top = [...along(columns, (at) => [corner(at, 0, UPPER_LEFT), corner(at, 0, TOP)]), topRight];
  const bottom = [bottomLeft, ...along(columns, (at) => [corner(at, low, BOTTOM), corner(at, low, LOWER_RIGHT)])];
  const left = [...along(rows, (at) => [corner(0, at, UPPER_LEFT), corner(0, at, LOWER_LEFT)]), bottomLeft];
  const end = [topRight, ...along(rows, (at) => [corner(right, at, UPPER_RIGHT), corner(right, at, LOWER_RIGHT)])];
  return [path(top) + path(bottom), path(left) + path(end)];
}

/** The places of the star points of a Go board, on the third line of small boards and the fourth of others, and between. */
export function starPoints(size: number): { column: number; row: number }[] {
  if (size < 7) return size === 5 ? [{ column: 2, row: 2 }] : [];
  const near = size < 12 ? 2 : 3;
  const middle = (size - 1) / 2;
  const corners = [near, size - 1 - near];
  const lines = size % 2 ? [near, middle, size - 1 - near] : corners;
  return lines.flatMap((row) =>
    lines.flatMap((column) => {
      const beside = (row === middle) !== (column === middle);
      return beside && size <= 13 ? [] : [{ column, row }];
    }),
  );
}

function path(points: Point[]): string {
  return points.map(({ x, y }, at) => `${at ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

function round(number: number): number {
  return Math.round(100 * number) / 100;
}
