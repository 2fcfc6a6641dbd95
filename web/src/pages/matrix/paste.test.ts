// What a spreadsheet puts on the clipboard comes into the table.

import { describe, expect, it } from "vitest";
import { blockOf, namedTable, pasted, textOf } from "./paste";
import type { Table } from "./table";

const TABLE: Table = {
  title: "",
  players: ["Row", "Column"],
  actions: [
    ["r1", "r2"],
    ["c1", "c2"],
  ],
  payoffs: [
    [
      ["1", "2"],
      ["3", "4"],
    ],
    [
      ["5", "6"],
      ["7", "8"],
    ],
  ],
};

describe("a pasted block", () => {
  it("is more than one cell", () => {
    expect(blockOf("1/3")).toBeNull();
    expect(blockOf("3, 1\n")).toBeNull();
    expect(blockOf("(3, 1)\t−1\r\n2\t0\r\n")).toEqual([
      ["3, 1", "-1"],
      ["2", "0"],
    ]);
  });

  it("has both payoffs in a cell, or one player's, and the table grows", () => {
    const both = pasted(TABLE, [["9, 8", "7;6"]], 1, 1, 0, 8);
    expect(both.actions).toEqual([
      ["r1", "r2"],
      ["c1", "c2", "c3"],
    ]);
    expect(both.payoffs[1]).toEqual([
      ["5", "6"],
      ["9", "8"],
      ["7", "6"],
    ]);
    expect(pasted(TABLE, [["1/3"], ["x"]], 0, 0, 1, 8).payoffs.map((row) => row[0])).toEqual([
      ["1", "1/3"],
      ["5", "x"],
    ]);
    expect(() => pasted(TABLE, [["1", "2"]], 7, 7, 0, 8)).toThrow("8 × 9");
  });

  it("may bring its names along", () => {
    const named = namedTable([["", "left", "right"], ["up", "1,2", "3,4"]], ["Ann", "Bob"], 8);
    expect(named?.actions).toEqual([["up"], ["left", "right"]]);
    expect(named?.payoffs).toEqual([
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ]);
    expect(namedTable([["1", "2"]], ["Ann", "Bob"], 8)).toBeNull();
  });

  it("is text that the server reads", () => {
    expect(textOf([["3, 1", "0 0"], ["-1", "2"]])).toBe("3,1 0,0; -1 2");
  });
});
