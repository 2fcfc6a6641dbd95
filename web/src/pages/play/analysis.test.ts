// What an analysis shows: the order of moves, arrows, and expected scores.

import { expect, test } from "vitest";
import type { Board, Progress } from "../../messages/play";
import type { GameInfo, MoveValue } from "../../messages/shared";
import { arrowsOf, bestFirst, bestWinRate, expectedScore, mostVisits, spokenValue, winRate } from "./analysis";

const BOARD: Board = {
  look: "chequered",
  columns: 2,
  rows: 1,
  cells: [
    { piece: "wK", move: null, name: "" },
    { piece: "", move: null, name: "" },
  ],
  column_labels: [],
  row_labels: [],
  last: [],
  paths: [{ move: "a1b1", start: 0, end: 1, becomes: "", via: [] }],
  threatened: [],
};
const SQUARES: Board = { ...BOARD, look: "squares", paths: [], cells: BOARD.cells.map((cell, at) => ({ ...cell, piece: "", move: ["a1", "b1"][at]! })) };
const value = (move: string, worth: number | null): MoveValue => ({
  move,
  value: worth,
  bound: "exact",
  line: [move],
  mate: null,
  written: [move],
  in_tables: false,
  visits: null,
  win_rate: null,
});

test("the best move of the player to move comes first", () => {
  const values = [value("a", 1), value("b", 3), value("c", null)];
  expect(bestFirst(values, 0).map(({ move }) => move)).toEqual(["b", "a"]);
  expect(bestFirst(values, 1).map(({ move }) => move)).toEqual(["a", "b"]);
});

test("moves of simulations keep the order of their visits", () => {
  const values = [
    { ...value("a", 1), bound: "estimate" as const, visits: 90, win_rate: 0.514 },
    { ...value("b", 3), bound: "estimate" as const, visits: 2, win_rate: 1 },
  ];
  expect(bestFirst(values, 0).map(({ move }) => move)).toEqual(["a", "b"]);
  expect(mostVisits(values)).toBe(90);
  expect(spokenValue(values[0]!)).toBe(", value ≈ 1, win rate 51 %, 90 simulations");
  expect(spokenValue(value("c", 2))).toBe(", value 2");
});

test("a proven result is a win rate of its own", () => {
  const proven = { ...value("a", -3.5), visits: 9, win_rate: 0.4 };
  expect(winRate(proven)).toBe(0);
  expect(winRate({ ...proven, bound: "estimate" })).toBe(0.4);
});

test("the best move's win rate is what can be expected, until the result is proven", () => {
  const hex = { expected_scale: 0.1, decided: null } as GameInfo;
  const moves = [
    { ...value("a", 0.9), bound: "estimate" as const, visits: 2, win_rate: 0.95 },
    { ...value("b", 0.42), bound: "estimate" as const, visits: 90, win_rate: 0.71 },
  ];
  const told = { line: ["b", "a"], moves } as unknown as Progress;
  expect(bestWinRate(told)).toBe(0.71);
  expect(bestWinRate({ ...told, moves: [] })).toBeNull();
  expect(expectedScore(hex, 0.42, false, bestWinRate(told))).toBe(0.71);
  expect(expectedScore(hex, 0.42, true, 0.71)).toBe(1);
  expect(expectedScore({ ...hex, decided: 0.4 }, 0.42, false, 0.71)).toBe(1);
});

test("moves are arrows or rings, and the hint is not drawn twice", () => {
  const best = [value("a1b1", 1)];
  expect(arrowsOf(BOARD, best, null, [])).toEqual([{ start: 0, end: 1, kind: "best", rank: 0 }]);
  expect(arrowsOf(BOARD, best, "a1b1", [{ start: 1, end: 1 }]).map(({ kind }) => kind)).toEqual(["hinted", "own"]);
  expect(arrowsOf(SQUARES, [value("a1", 2), value("b1", 2)], null, []).map(({ rank }) => rank)).toEqual([0, 0]);
  expect(arrowsOf(SQUARES, [value("a1", 2), value("b1", 1)], "a1", [])).toEqual([{ start: 1, end: 1, kind: "best", rank: 1 }]);
});

test("a move with several jumps has an arrow for each, and equal moves share theirs", () => {
  const paths = [[3, 6, 9], [3, 6, 1]].map(([start, via, end]) => ({ move: `x${end}`, start: start!, end: end!, becomes: "", via: [via!] }));
  const arrows = arrowsOf({ ...BOARD, paths }, [value("x9", 1), value("x1", 1)], null, []);
  expect(arrows.map(({ start, end }) => [start, end])).toEqual([
    [3, 6],
    [6, 9],
    [6, 1],
  ]);
});

test("the expected score is logistic until the result is proven", () => {
  const game = { expected_scale: 250, decided: 9000 } as GameInfo;
  expect(expectedScore(game, 0, false)).toBe(0.5);
  expect(expectedScore(game, 250, false)).toBeCloseTo(0.731, 3);
  expect([expectedScore(game, 9500, false), expectedScore(game, -1, true), expectedScore(game, 0, true)]).toEqual([1, 0, 0.5]);
  expect(expectedScore({ ...game, expected_scale: null }, 3, false)).toBeNull();
  expect(expectedScore(game, null, true)).toBeNull();
});
