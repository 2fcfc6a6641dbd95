import { describe, expect, it } from "vitest";
import type { PacmanChoice, PacmanFrame, PacmanRound, PacmanScene } from "../../messages/pacman";
import { catcher, facing, jumped, mouthPath, pellets, tagPlace, visits, wallPath } from "./maze";
import {
  adviser,
  ghostSpec,
  pacmanSpec,
  readGhosts,
  readMoves,
  readPacman,
  readWeights,
  writeMoves,
  writeWeights,
} from "./specs";
import { reach } from "./weights";
import { described, ended, tagText, takes } from "./words";

const FRAME: PacmanFrame = {
  pacman: { column: 3, line: 2 },
  ghosts: [
    { column: 5, line: 2, direction: "West", scared: 0 },
    { column: 7.5, line: 2, direction: "East", scared: 12 },
  ],
  score: 20,
  food: 4,
  moves: ["East", "West", "Stop"],
  features: [],
  result: "",
};
const at = (column: number, line: number): PacmanFrame => ({ ...FRAME, pacman: { column, line } });
const round = (move: string, after: PacmanFrame): PacmanRound => ({ move, moves: [move], after, choice: null });

describe("who plays", () => {
  it.each([
    ...["human", "reflex", "minimax:2", "alpha_beta:7", "expectimax:4", "expectimax:2:directional"],
    ...["engine:0.05s", "mcts:500", "random"],
  ])("reads and writes %s", (spec) => expect(pacmanSpec(readPacman(spec)!)).toBe(spec));
  it.each(["random:2", "directional:3", "minimax:2:3", "directional:1,random:1", "none"])("reads and writes %s", (spec) =>
    expect(ghostSpec(readGhosts(spec)!)).toBe(spec),
  );
  it("counts ghosts of several kinds", () => expect(readGhosts("directional:1,random:2")?.count).toBe(3));
  it.each(["", "dragon", "minimax:x", "minimax:-1"])("does not know the agent %j", (spec) =>
    expect(readPacman(spec)).toBeNull(),
  );
  it.each(["", "dragon:2", "random:x", "random:1,dragon"])("does not know the ghosts %j", (spec) =>
    expect(readGhosts(spec)).toBeNull(),
  );
  it("lets expectimax advise a person", () => expect(adviser(readPacman("human")!)).toBe("expectimax:4"));
});

describe("addresses", () => {
  it("have a letter for each move", () => {
    const moves = ["North", "South", "East", "West", "Stop"];
    expect(writeMoves(moves)).toBe("NSEWX");
    expect(readMoves("NSEWX")).toEqual(moves);
    expect(readMoves("?")).toEqual(["?"]);
  });
  it("have the weights that were changed", () => {
    expect(readWeights(writeWeights({ score: 1, food_left: -4.5 }))).toEqual({ score: 1, food_left: -4.5 });
    expect(readWeights("")).toEqual({});
    expect(readWeights("score:;food_left:x;:3;score:2")).toEqual({ score: 2 });
  });
});

describe("the drawing", () => {
  it("joins walls and fills what four of them enclose", () => {
    expect(wallPath(["%%", "% "])).toBe("M1 1h1M1 1v1");
    expect(wallPath(["%%", "%%"])).toContain("M1 1h1v1h-1z");
    expect(wallPath([" % "])).toBe("M2 1h0");
  });
  it("finds what can be eaten", () =>
    expect(pellets(["%.o"])).toEqual([
      { x: 2, y: 1, capsule: false },
      { x: 3, y: 1, capsule: true },
    ]));
  it("knows when a cell was first visited", () => {
    const found = visits({ start: at(3, 2) } as PacmanScene, [round("East", at(4, 2)), round("West", at(3, 2))]);
    expect([...found]).toEqual([
      ["3,2", 0],
      ["4,2", 1],
    ]);
  });
  it("looks along the last move that was no stop", () => {
    const rounds = [round("North", FRAME), round("Stop", FRAME), round("West", FRAME)];
    expect([0, 1, 2, 3].map((step) => facing(rounds, step))).toEqual(["East", "North", "North", "West"]);
  });
  it("does not let a ghost glide home", () => {
    const home = { ...FRAME, ghosts: [{ ...FRAME.ghosts[0]!, column: 9 }] };
    expect(jumped(FRAME, home, 0)).toBe(true);
    expect(jumped(FRAME, FRAME, 0)).toBe(false);
    expect(jumped(null, FRAME, 0)).toBe(true);
  });
  it("opens the mouth to the east", () => expect(mouthPath(1, 180)).toBe("M0 0L0.000 -1.000A1 1 0 1 0 0.000 1.000z"));
  it("writes values at their cells, and around Pac-Man where there is no room", () => {
    expect(tagPlace(FRAME.pacman, "East", 0.4, 0.9)).toEqual({ x: 4, y: 2.4 });
    expect(tagPlace(FRAME.pacman, "Stop", 0.4, 0.9)).toEqual({ x: 3, y: 2.4 });
    const small = ["North", "South", "East", "West", "Stop"].map((move) => tagPlace(FRAME.pacman, move, 1, 2));
    expect(new Set(small.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
    expect(small.every(({ x, y }) => Math.max(Math.abs(x - 3), Math.abs(y - 2)) >= 1)).toBe(true);
  });
  it("has a slider reach the usual weight and nothing", () => {
    const { most, step } = reach(-1.5);
    expect(most).toBe(6);
    expect((-1.5 + most) / step).toBeCloseTo(30);
    expect(reach(0).most).toBeGreaterThan(0);
  });
});

describe("words", () => {
  const choice: PacmanChoice = {
    move: "East",
    value: 512.34,
    bound: "exact",
    depth: 12,
    nodes: 100,
    seconds: 0.01,
    moves: [
      { move: "East", value: 512.34, bound: "exact", line: [], mate: null, written: [], in_tables: false, visits: null, win_rate: null },
      { move: "West", value: 300, bound: "upper", line: [], mate: null, written: [], in_tables: false, visits: null, win_rate: null },
      { move: "Stop", value: 120, bound: "upper", line: [], mate: null, written: [], in_tables: false, visits: null, win_rate: null },
    ],
  };
  it("say what Pac-Man takes and what comes next", () => {
    expect(takes(choice)).toBe("Pac-Man takes East, worth 512.3; West is worth at most 300.");
    const equal = { ...choice, moves: [choice.moves[0]!, { ...choice.moves[0]!, move: "North" }] };
    expect(takes(equal)).toBe("Pac-Man takes East, worth 512.3; North is worth as much.");
    const three = { ...equal, moves: [...equal.moves, { ...choice.moves[0]!, move: "Stop" }, choice.moves[1]!] };
    expect(takes(three)).toBe("Pac-Man takes East, worth 512.3; North and Stop are worth as much.");
    const alike = { ...choice, moves: [...choice.moves.slice(0, 2), { ...choice.moves[1]!, move: "South" }] };
    expect(takes(alike)).toBe("Pac-Man takes East, worth 512.3; West and South are worth at most 300.");
    const forced = { ...choice, moves: choice.moves.slice(0, 1) };
    expect(takes(forced)).toBe("Pac-Man takes East, worth 512.3; there is nothing else to do.");
    const drawn = { ...choice, move: "Stop", value: null, moves: [] };
    expect(takes(drawn)).toBe("Pac-Man stays where he is, as the lot has it.");
  });
  it("say how it ended", () => {
    const won = { ...FRAME, result: "won" as const, score: 1822 };
    expect(ended(won, 228)).toBe("Won: all the food is eaten after 228 moves, for 1,822 points.");
    const caught = { ...at(5, 2), result: "lost" as const, score: -300 };
    expect(catcher(caught)).toBe(1);
    expect(ended(caught, 1)).toBe("Lost: ghost 1 has Pac-Man after 1 move, with -300 points.");
  });
  it("describe the maze", () =>
    expect(described(FRAME)).toBe(
      "Maze: Pac-Man at column 3, line 2; ghost 1 at column 5, line 2; " +
        "ghost 2 at column 7.5, line 2, scared for 12 more moves; 4 food left",
    ));
  it("are short at a cell", () => {
    expect(tagText({ value: 512.34, bound: "upper" })).toBe("≤ 512");
    expect(tagText({ value: -3.25, bound: "exact" })).toBe("-3.25");
    expect(tagText({ value: null, bound: "exact" })).toBe("");
  });
});
