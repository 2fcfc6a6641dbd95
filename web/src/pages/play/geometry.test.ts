// Where cells lie on boards of squares and hexagons, which one is at a point, and the star points of Go.

import { expect, test } from "vitest";
import type { Board } from "../../messages/play";
import { cellUnder, middle, neighbour, pieceOf, spoken } from "./board";
import { CELL, extent, middleOf, placeAt, sides, starPoints } from "./geometry";

function board(look: Board["look"], size: number, labels = ""): Board {
  const cells = Array.from({ length: size * size }, (_, at) => ({ piece: "", move: String(at), name: "" }));
  const rows = Array.from({ length: size }, (_, at) => String(look === "go" ? size - at : at + 1));
  return { look, columns: size, rows: size, cells, column_labels: [...labels], row_labels: rows, last: [], paths: [], threatened: [] };
}

const HEX = board("hex", 5, "abcde");
const GO = board("go", 9, "ABCDEFGHJ");

test("the six hexagons around one are equally far away", () => {
  const centre = middleOf(HEX, 2, 2);
  const around = [[3, 2], [1, 2], [2, 1], [3, 1], [2, 3], [1, 3]] as const;
  for (const [column, row] of around) {
    const { x, y } = middleOf(HEX, column, row);
    expect(Math.hypot(x - centre.x, y - centre.y)).toBeCloseTo(CELL);
  }
});

test("every cell is found at its middle and near it, on a turned board too", () => {
  for (const each of [HEX, GO]) {
    for (const flipped of [false, true]) {
      each.cells.forEach((_, index) => {
        const { x, y } = middle(each, index, flipped);
        for (const [dx, dy] of [[0, 0], [20, 12], [-20, -12], [0, 25], [-28, 0]] as const) {
          expect(cellUnder(each, { x: x + dx, y: y + dy }, flipped)).toBe(index);
        }
      });
    }
  }
});

test("beside the hexagons there is no cell", () => {
  const { width, height } = extent(HEX);
  for (const point of [{ x: width - 5, y: 5 }, { x: 5, y: height - 5 }, { x: -5, y: 20 }, { x: 20, y: height + 30 }]) {
    expect(placeAt(HEX, point)).toBeNull();
  }
});

test("the cells of a board lie within its extent", () => {
  const { width, height } = extent(HEX);
  const last = middleOf(HEX, 4, 4);
  expect(last.x + CELL / 2).toBeCloseTo(width);
  expect(last.y + CELL / Math.sqrt(3)).toBeCloseTo(height);
});

test("each player's two sides meet the other's", () => {
  const [red, blue] = sides(HEX).map((path) => path.split("M").slice(1).map((way) => way.split("L")));
  expect(red![0]).toHaveLength(11);
  expect(red![0]![0]).toBe(blue![0]![0]);
  expect(red![0]!.at(-1)).toBe(blue![1]![0]);
  expect(red![1]![0]).toBe(blue![0]!.at(-1));
  expect(red![1]!.at(-1)).toBe(blue![1]!.at(-1));
});

test("the star points of the usual boards", () => {
  expect([4, 5, 8, 9, 13, 19].map((size) => starPoints(size).length)).toEqual([0, 1, 4, 5, 5, 9]);
  expect(starPoints(9)).toContainEqual({ column: 2, row: 6 });
  expect(starPoints(19)).toContainEqual({ column: 3, row: 9 });
  expect(starPoints(13)).not.toContainEqual({ column: 3, row: 6 });
});

test("arrow keys, names and stones", () => {
  expect(neighbour(HEX, 12, "ArrowDown")).toBe(17);
  expect(neighbour(HEX, 12, "ArrowDown", true)).toBe(7);
  expect(spoken(GO, 8)).toBe("J9, empty, can be played");
  expect(spoken(HEX, 6)).toBe("b2, empty, can be played");
  expect([pieceOf(GO, 0), pieceOf(GO, 1), pieceOf(HEX, 0), pieceOf(HEX, 1)]).toEqual(["black", "white", "red", "blue"]);
});
