// The tree of variations: playing, naming, promoting and removing moves, and the form in which games are kept.

import { expect, test } from "vitest";
import {
  along,
  changed,
  continued,
  extended,
  firstNumber,
  fromTurns,
  isVariation,
  mainLine,
  named,
  newNode,
  promoted,
  removed,
  signs,
  toKept,
  toTurns,
} from "./variations";

const GAME = extended(newNode(), ["e4", "e5", "Nf3"]);
const SICILIAN = extended(GAME, ["e4", "c5", "Nc3"]);

const main = (root: typeof GAME): string[] => mainLine(root).map((step) => step.node.move);

test("a move that replaces another begins a variation and keeps the old line", () => {
  expect(main(SICILIAN)).toEqual(["e4", "e5", "Nf3"]);
  expect(mainLine(SICILIAN)[1]!.others.map((node) => node.move)).toEqual(["c5"]);
  expect(continued(SICILIAN, ["e4", "c5"])).toEqual(["e4", "c5", "Nc3"]);
  expect(continued(SICILIAN, ["e4"])).toEqual(["e4", "e5", "Nf3"]);
  expect(extended(SICILIAN, ["e4", "e5"])).toEqual(SICILIAN);
});

test("a promoted variation changes places with what it replaces", () => {
  const turned = promoted(SICILIAN, ["e4", "c5", "Nc3"]);
  expect(main(turned)).toEqual(["e4", "c5", "Nc3"]);
  expect(isVariation(SICILIAN, ["e4", "c5", "Nc3"])).toBe(true);
  expect(isVariation(turned, ["e4", "c5", "Nc3"])).toBe(false);
  expect(isVariation(turned, ["e4", "e5"])).toBe(true);
  // The innermost variation is promoted first.
  const deep = extended(SICILIAN, ["e4", "c5", "Nf3"]);
  expect(continued(promoted(deep, ["e4", "c5", "Nf3"]), ["e4", "c5"])).toEqual(["e4", "c5", "Nf3"]);
  expect(main(promoted(deep, ["e4", "c5", "Nf3"]))).toEqual(["e4", "e5", "Nf3"]);
});

test("a move is removed with all that follows", () => {
  expect(main(removed(SICILIAN, ["e4", "e5"]))).toEqual(["e4", "c5", "Nc3"]);
  expect(main(removed(SICILIAN, ["e4"]))).toEqual([]);
});

test("what is known of a node stays when others change", () => {
  const valued = changed(SICILIAN, ["e4", "c5"], { value: 30, annotations: [6] });
  const after = named(extended(valued, ["e4", "e5", "f4"]), ["e4", "c5"], [
    { number: "1.", move: "e4" },
    { number: "", move: "c5" },
  ]);
  const [, e4, c5] = along(after, ["e4", "c5"]);
  expect([c5!.value, c5!.written, signs(c5!)]).toEqual([30, "c5", "?!"]);
  expect(firstNumber(c5!, e4!)).toBe("1…");
  expect(along(SICILIAN, ["e4", "c5"]).at(-1)!.value).toBeNull();
});

test("games are kept as lines, with their values where the browser keeps them", () => {
  const valued = changed(SICILIAN, ["e4", "c5"], { value: 30, comment: "sharp" });
  expect(fromTurns(toKept(valued))).toEqual(valued);
  const turns = toTurns(valued);
  expect(turns.map((turn) => turn.move)).toEqual(["e4", "e5", "Nf3"]);
  expect(turns[1]!.variations?.[0]?.map((turn) => turn.move)).toEqual(["c5", "Nc3"]);
  expect(turns[1]!.variations?.[0]?.[0]).not.toHaveProperty("value");
});

test("variations with the same first move become one", () => {
  const tree = fromTurns([{ move: "e4" }, { move: "e5", variations: [[{ move: "c5" }], [{ move: "c5" }, { move: "d4" }], [{ move: "e5" }, { move: "f4" }]] }]);
  expect(along(tree, ["e4"]).at(-1)!.children.map((node) => node.move)).toEqual(["e5", "c5"]);
  expect(continued(tree, ["e4", "c5"])).toEqual(["e4", "c5", "d4"]);
  expect(continued(tree, ["e4", "e5"])).toEqual(["e4", "e5", "f4"]);
});

test("a game of ten thousand moves", () => {
  const line = Array.from({ length: 10_000 }, (_, ply) => String(ply % 7));
  const tree = changed(extended(newNode(), line), line, { value: 1 });
  expect(along(fromTurns(toKept(tree)), line).at(-1)!.value).toBe(1);
});
