import { expect, test } from "vitest";
import type { TreeNode } from "../../messages/shared";
import { folded, outline, rangeOf, summary } from "./decision";

function node(name: string, parent: number, role: string, value: string | null = null, odds: string | null = null): TreeNode {
  return { name, parent, role, value, odds, action: null, noisy: false };
}

const NODES = [
  node("Pac-Man", -1, "MAX"),
  node("East", 0, "CHANCE"),
  node("Stop", 0, "MIN"),
  node("East.N", 1, "LEAF", "8", "1/4"),
  node("East.W", 1, "LEAF", "4", "3/4"),
  node("Stop.Stop", 2, "LEAF", "9"),
  node("Stop.S", 2, "LEAF", "-2.5"),
];

test("values are backed up, and the best move comes first", () => {
  const root = outline(NODES);
  expect([root.move, root.who, root.value]).toEqual(["Pac-Man", "", 5]);
  expect(root.children.map(({ move, who, value }) => [move, who, value])).toEqual([
    ["East", "Pac-Man", 5],
    ["Stop", "Pac-Man", -2.5],
  ]);
  expect(root.children[0]!.children.map(({ move, who, odds }) => [move, who, odds])).toEqual([
    ["West", "Ghost 1", 0.75],
    ["North", "Ghost 1", 0.25],
  ]);
  expect(root.children[1]!.children.map(({ move }) => move)).toEqual(["South", "Stop"]);
  expect(rangeOf(root)).toEqual([-2.5, 9]);
});

test("a single branch is never folded away, and what is folded is said", () => {
  const children = outline([node("Pac-Man", -1, "MAX"), ...[5, 1, 3, 4].map((value) => node(`M${value}`, 0, "LEAF", String(value)))]).children;
  expect(folded(children.slice(0, 3)).rest).toEqual([]);
  const { shown, rest } = folded(children);
  expect(shown.map(({ value }) => value)).toEqual([5, 4]);
  expect(summary(rest, false)).toBe("2 other moves, worth 1 to 3");
});
