// What is done in an equilibrium, on the line of play and off it.

import { describe, expect, it } from "vitest";
import { conductOf, said } from "./equilibria";

describe("an equilibrium", () => {
  it("is a line of play and choices off it", () => {
    // A(B=(2,2) C(D=(3,1) E=(0,1)))
    const nodes = [
      { name: "A", parent: -1, role: "P1" },
      { name: "B", parent: 0, role: "LEAF" },
      { name: "C", parent: 0, role: "P2" },
      { name: "D", parent: 2, role: "LEAF" },
      { name: "E", parent: 2, role: "LEAF" },
    ];
    const conduct = conductOf(nodes, { chosen: ["B", "E"], values: { A: "(2, 2)", C: "(0, 1)" } });
    expect([...conduct.line]).toEqual([0, 1]);
    expect([...conduct.choices]).toEqual([4]);
    expect(conduct.values.get(2)).toBe("(0, 1)");
  });

  it("goes every way where chance moves", () => {
    const nodes = [
      { name: "A", parent: -1, role: "CHANCE" },
      { name: "B", parent: 0, role: "P1" },
      { name: "C", parent: 0, role: "LEAF" },
      { name: "D", parent: 1, role: "LEAF" },
      { name: "E", parent: 1, role: "LEAF" },
    ];
    const conduct = conductOf(nodes, { chosen: ["E"], values: {} });
    expect([...conduct.line]).toEqual([0, 1, 2, 4]);
    expect(conduct.choices.size).toBe(0);
    expect(said([{ value: [1, 0.333333], exact: "(1, 1/3)", moves: [] }], 0)).toBe(
      "The only equilibrium pays (1, 1/3): nobody gains by another move, wherever they are.",
    );
  });
});
