// Whatever the fields write can be read back, also while it is unfinished.

import { describe, expect, test } from "vitest";
import type { TreeNode } from "../../messages/shared";
import * as answers from "./answers";

/** A(B(D E) C(F G)). */
const NODES = ["A", "B", "C", "D", "E", "F", "G"].map((name, index): TreeNode => ({
  name,
  parent: [-1, 0, 0, 1, 1, 2, 2][index]!,
  role: index < 3 ? "MAX" : "LEAF",
  value: null,
  odds: null,
  action: null,
  noisy: false,
}));

describe("names", () => {
  test("a click adds a leaf at the end and another takes it out", () => {
    expect(answers.toggleInSequence("F d", "E", NODES)).toBe("F D E");
    expect(answers.toggleInSequence("F, D E", "D", NODES)).toBe("F E");
  });

  test("a set is written from left to right", () => {
    expect(answers.toggleInSet("none", "G", NODES)).toBe("G");
    expect(answers.toggleInSet("G", "D", NODES)).toBe("D G");
  });
});

describe("fields", () => {
  test.each(["3 B", "-", "-7/", "B", ""])("value and move: %j", (text) => {
    expect(answers.writeValueAndMove(answers.readValueAndMove(text, ["B", "C"]))).toBe(text);
  });

  test.each(["2, inf", "-, ", ", 4", "-inf, 3", ""])("window: %j", (text) => {
    expect(answers.writeWindow(answers.readWindow(text))).toBe(text);
  });

  test("a window may be labelled and in brackets", () => {
    expect(answers.readWindow("(α = 2, β = 5)")).toEqual({ first: "2", second: "5" });
  });

  test.each(["x <= 3", "x < -", "x >= 4", "x > 4", "2 <= x < 5", ""])("interval: %j", (text) => {
    expect(answers.writeSpan(answers.readSpan(text))).toBe(text);
  });

  test("values are written for the nodes that have one", () => {
    expect(answers.writeValues(answers.readValues("C = 7/2, a: -"), ["A", "B", "C"])).toBe("A = -, C = 7/2");
  });
});

describe("orders", () => {
  test("only nodes whose children move are named", () => {
    const orders = answers.readOrders("A: c b; B: D E; C: F", NODES);
    expect(orders.get("A")).toEqual(["C", "B"]);
    expect(orders.has("C")).toBe(false);
    expect(answers.writeOrders(orders, NODES)).toBe("A: C B");
  });

  test("a tree in another order is breadth-first again", () => {
    const nodes = answers.reordered(NODES, new Map([["A", ["C", "B"]]]));
    expect(nodes.map((node) => node.name).join("")).toBe("ACBFGDE");
    expect(nodes.map((node) => node.parent)).toEqual([-1, 0, 0, 1, 1, 2, 2]);
  });
});
