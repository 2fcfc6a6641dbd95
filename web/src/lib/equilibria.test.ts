// What is done in an equilibrium, on the line of play and off it.

import { describe, expect, it } from "vitest";
import { conductOf, said } from "./equilibria";

const NODE = { odds: null, action: null, noisy: false, value: null };

describe("an equilibrium", () => {
  it("is a line of play and choices off it", () => {
    // A(B=(2,2) C(D=(3,1) E=(0,1)))
    const nodes = [
      { ...NODE, name: "A", parent: -1, role: "P1" },
      { ...NODE, name: "B", parent: 0, role: "LEAF" },
      { ...NODE, name: "C", parent: 0, role: "P2" },
      { ...NODE, name: "D", parent: 2, role: "LEAF" },
      { ...NODE, name: "E", parent: 2, role: "LEAF" },
    ];
    const conduct = conductOf(nodes, { chosen: ["B", "E"], values: { A: "(2, 2)", C: "(0, 1)" } });
    expect([...conduct.line]).toEqual([0, 1]);
    expect([...conduct.choices]).toEqual([4]);
    expect(conduct.values.get(2)).toBe("(0, 1)");
  });

  it("goes every way where chance moves", () => {
    const nodes = [
      { ...NODE, name: "A", parent: -1, role: "CHANCE" },
      { ...NODE, name: "B", parent: 0, role: "P1" },
      { ...NODE, name: "C", parent: 0, role: "LEAF" },
      { ...NODE, name: "D", parent: 1, role: "LEAF" },
      { ...NODE, name: "E", parent: 1, role: "LEAF" },
    ];
    const conduct = conductOf(nodes, { chosen: ["E"], values: {} });
    expect([...conduct.line]).toEqual([0, 1, 2, 4]);
    expect(conduct.choices.size).toBe(0);
    expect(said([{ value: [1, 0.333333], exact: "(1, 1/3)", path: ["A"] }], 0)).toBe(
      "The only equilibrium pays (1, 1/3): nobody gains by another move, wherever they are.",
    );
  });
});
