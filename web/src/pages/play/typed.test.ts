// Moves as people type them.

import { expect, test } from "vitest";
import { typedMoves } from "./typed";

const CHESS = {
  moves: ["e2e4", "b2c3", "f1c3", "e1g1", "e1c1", "a7a8q", "d8h4"],
  names: ["e4", "bxc3", "Bxc3", "O-O", "O-O-O", "a8=Q+", "Qh4#"],
};

test.each([
  ["e4", "e2e4"],
  [" e2e4 ", "e2e4"],
  ["bc3", "b2c3"],
  ["Bc3", "f1c3"],
  ["0-0", "e1g1"],
  ["O-O-O", "e1c1"],
  ["0-0-0", "e1c1"],
  ["a8q", "a7a8q"],
  ["qh4", "d8h4"],
])("%s is %s", (text, move) => expect(typedMoves(CHESS, text)).toEqual([move]));

test("what is not legal or not clear is no move", () => {
  expect(typedMoves(CHESS, "Ke2")).toEqual([]);
  expect(typedMoves(CHESS, "")).toEqual([]);
  expect(typedMoves({ moves: ["A", "a"], names: [] }, "a")).toEqual(["a"]);
  expect(typedMoves({ moves: ["Nb", "nb"], names: [] }, "NB")).toEqual(["Nb", "nb"]);
  expect(typedMoves({ moves: ["1", "10"], names: ["1", "10"] }, "10")).toEqual(["10"]);
});

const CHECKERS = { moves: ["1x10x17", "1x10x3", "22x15x8", "22x18x8", "2x12", "21x2"], names: [] };

test.each([
  ["1x17", ["1x10x17"]],
  [" 1-3 ", ["1x10x3"]],
  ["1:10:3", ["1x10x3"]],
  ["22-8", ["22x15x8", "22x18x8"]],
  ["22x18x8", ["22x18x8"]],
  ["1x10", []],
  ["2x12", ["2x12"]],
  ["2-12", ["2x12"]],
  ["1-17-3", []],
])("captures may leave out squares: %s", (text, moves) => expect(typedMoves(CHECKERS, text)).toEqual(moves));
