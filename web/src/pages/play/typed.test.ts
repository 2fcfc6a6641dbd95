// Moves as people type them.

import { expect, test } from "vitest";
import { typedMove } from "./typed";

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
])("%s is %s", (text, move) => expect(typedMove(CHESS, text)).toBe(move));

test("what is not legal or not clear is no move", () => {
  expect(typedMove(CHESS, "Ke2")).toBeNull();
  expect(typedMove(CHESS, "")).toBeNull();
  expect(typedMove({ moves: ["A", "a"], names: [] }, "a")).toBe("a");
  expect(typedMove({ moves: ["Nb", "nb"], names: [] }, "NB")).toBeNull();
  expect(typedMove({ moves: ["1", "10"], names: ["1", "10"] }, "10")).toBe("10");
});
