import { expect, test } from "vitest";
import { addAction, removeAction, rename, renamePlayer, setPayoff, soundTable, wrongCell, type Table } from "./table";

const TABLE: Table = {
  players: ["Row", "Column"],
  actions: [["C", "D"], ["C", "D"]],
  payoffs: [
    [["-1", "-1"], ["-4", "0"]],
    [["0", "-4"], ["-3", "-3"]],
  ],
  title: "",
};

test("rows and columns come and go", () => {
  const wider = addAction(TABLE, 1);
  expect(wider.actions).toEqual([["C", "D"], ["C", "D", "c3"]]);
  expect(wider.payoffs.map((row) => row.length)).toEqual([3, 3]);
  const taller = addAction(addAction(TABLE, 0), 0);
  expect(taller.actions[0]).toEqual(["C", "D", "r3", "r4"]);
  expect(taller.payoffs[3]).toEqual([["0", "0"], ["0", "0"]]);
  expect(removeAction(wider, 1, 2)).toEqual(TABLE);
  expect(removeAction(TABLE, 0, 0).payoffs).toEqual([TABLE.payoffs[1]]);
  expect(addAction(rename(TABLE, 0, 1, "r3"), 0).actions[0]).toEqual(["C", "r3", "r4"]);
});

test("names and payoffs are what was typed", () => {
  expect(setPayoff(TABLE, 1, 0, 1, "1/3").payoffs[1]).toEqual([["0", "1/3"], ["-3", "-3"]]);
  expect(renamePlayer(TABLE, 1, "Ann").players).toEqual(["Row", "Ann"]);
  expect(TABLE.players).toEqual(["Row", "Column"]);
});

test("a sentence names its cell", () => {
  expect(wrongCell("Row 2, column 1: 'x' is not a number")).toEqual([1, 0]);
  expect(wrongCell("two of the players are called 'A'")).toBeNull();
});

test("what was kept is taken only if it is a table", () => {
  expect(soundTable(TABLE)).toEqual(TABLE);
  for (const broken of [null, 3, {}, { ...TABLE, payoffs: [] }, { ...TABLE, players: ["A"] }, { ...TABLE, title: 3 }]) {
    expect(soundTable(broken)).toBeNull();
  }
  expect(soundTable({ ...TABLE, payoffs: [[["1"], ["1"]], TABLE.payoffs[1]] })).toBeNull();
});
