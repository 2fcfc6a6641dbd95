// Moves from cell to cell: which lead where, what is shown of them, and how the board is turned and spoken of.

import { expect, test } from "vitest";
import type { Board, Path } from "../../messages/play";
import type { MoveValue } from "../../messages/shared";
import { turned } from "./board";
import { along, arrow, spokenCell, tagged } from "./paths";

/** Two by two: a pawn that becomes a queen or a knight one cell further, and a king. */
const BOARD: Board = {
  look: "chequered",
  columns: 2,
  rows: 2,
  cells: ["", "bK", "wP", ""].map((piece) => ({ piece, move: null, name: "" })),
  column_labels: ["a", "b"],
  row_labels: ["2", "1"],
  last: [1],
  paths: [
    { move: "a1a2q", start: 2, end: 0, becomes: "wQ", via: [] },
    { move: "a1a2n", start: 2, end: 0, becomes: "wN", via: [] },
    { move: "a1b2", start: 2, end: 1, becomes: "", via: [] },
  ],
  threatened: [1],
};
const value = (move: string, worth: number): MoveValue => ({ move, value: worth, bound: "exact", line: [], mate: null, written: [], in_tables: false, visits: null, win_rate: null });

test("several moves can lead the same way", () => {
  expect(along(BOARD, 2, [0]).map((path) => path.becomes)).toEqual(["wQ", "wN"]);
  expect(along(BOARD, 0, [2])).toEqual([]);
});

test("a piece that jumps several times can be led from cell to cell", () => {
  const jump = (move: string, ...via: number[]): Path => ({ move, start: 2, end: 3, becomes: "", via });
  const board = { ...BOARD, paths: [jump("one", 0), jump("other", 1), jump("round", 1, 0)] };
  const led = (...steps: number[]): string[] => along(board, 2, steps).map(({ move }) => move);
  expect(led()).toEqual(["one", "other", "round"]);
  expect(led(0)).toEqual(["one", "round"]);
  expect(led(1, 0)).toEqual(["round"]);
  expect(led(0, 1)).toEqual([]);
  expect(led(1, 3)).toEqual(["other", "round"]);
  expect(led(3, 1)).toEqual([]);
});

test("a board turned twice is as it was", () => {
  expect(turned(BOARD, 0, true)).toBe(3);
  for (let cell = 0; cell < 4; cell += 1) expect(turned(BOARD, turned(BOARD, cell, true), true)).toBe(cell);
  expect(turned(BOARD, 1, false)).toBe(1);
  // Stones stay below: such a board is seen from behind.
  expect([0, 1, 2, 3].map((cell) => turned({ ...BOARD, look: "holes" }, cell, true))).toEqual([1, 0, 3, 2]);
});

test("a piece shows its best value, and one in hand those of where it can go", () => {
  const values = [value("a1a2q", 9), value("a1a2n", 3), value("a1b2", -2)];
  expect(tagged(BOARD, values, null, 0)).toEqual(new Map([[2, values[0]]]));
  expect(tagged(BOARD, values, null, 1)).toEqual(new Map([[2, values[2]]]));
  expect(tagged(BOARD, values, 2, 0)).toEqual(
    new Map([
      [0, values[0]],
      [1, values[2]],
    ]),
  );
});

test("a cell says what stands there and what can be done", () => {
  expect(spokenCell(BOARD, 2, null)).toBe("a1, white pawn, can be moved");
  expect(spokenCell(BOARD, 2, 2)).toBe("a1, white pawn, in hand");
  expect(spokenCell(BOARD, 0, 2)).toBe("a2, empty, can be reached");
  expect(spokenCell(BOARD, 1, null)).toBe("b2, black king, in check, last move");
  const numbered = { ...BOARD, cells: BOARD.cells.map((cell) => ({ ...cell, name: "32" })) };
  expect(spokenCell(numbered, 0, null)).toBe("square 32, empty");
});

test("an arrow has numbers only, also where it has no length", () => {
  expect(arrow({ x: 30, y: 30 }, { x: 90, y: 30 })).toMatch(/^M48 34L/);
  expect(arrow({ x: 30, y: 30 }, { x: 30, y: 30 })).not.toContain("NaN");
});
