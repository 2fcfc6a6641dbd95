// Where moves land, what a click does, and how a cell is spoken of.

import { expect, test } from "vitest";
import type { Board } from "../../messages/play";
import { moveAt, neighbour, spoken, targets, touched } from "./board";

function board(look: Board["look"], columns: number, pieces: string[], moves: (string | null)[]): Board {
  const cells = pieces.map((piece, at) => ({ piece, move: moves[at] ?? null, name: "" }));
  return { look, columns, rows: pieces.length / columns, cells, column_labels: [], row_labels: [], last: [], paths: [], threatened: [] };
}

const HOLES = board("holes", 2, ["", "", "", "first"], ["1", null, "1", null]);
const HEAPS = board(
  "heaps",
  2,
  ["", "stone", "stone", "stone"],
  [null, "2 from heap 2", "1 from heap 1", "1 from heap 2"],
);

test("a whole column is one target, and the move lands in its lowest hole", () => {
  expect(moveAt(HOLES, 0)).toBe("1");
  expect(moveAt(HOLES, 1)).toBeNull();
  expect(targets(HOLES)).toEqual(new Map([["1", 2]]));
  expect(touched(HOLES, 0)).toEqual([2]);
});

test("a stone goes with all that lie on it", () => {
  expect(touched(HEAPS, 3)).toEqual([1, 3]);
  expect(touched(HEAPS, 1)).toEqual([1]);
});

test("arrow keys stay on the board", () => {
  expect(neighbour(HOLES, 0, "ArrowRight")).toBe(1);
  expect(neighbour(HOLES, 0, "ArrowLeft")).toBe(0);
  expect(neighbour(HOLES, 3, "ArrowUp")).toBe(1);
});

test("a cell says where it is, what stands there and what can be done", () => {
  expect(spoken(HOLES, 3)).toBe("column 2, row 2, first player");
  expect(spoken(HEAPS, 2)).toBe("heap 1, object, take 1 from heap 1");
});
