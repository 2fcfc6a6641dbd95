import { describe, expect, it } from "vitest";
import type { About, GameInfo } from "../../messages/shared";
import { asked, requestOf } from "./setup";

const game = (slug: string, seats: string[]): GameInfo => ({ slug, title: slug, seats, players: ["random", "mcts"] }) as unknown as GameInfo;
const about = {
  games: [game("nim", ["First", "Second"]), game("peg", ["Alone"])],
  players: [
    { name: "random", title: "Random", strength: "" },
    { name: "mcts", title: "MCTS", strength: "simulations", usual: 50 },
    { name: "bots.py:first", title: "bots.py:first", strength: "" },
  ],
} as unknown as About;

function open(text: string): ReturnType<typeof asked> {
  return asked(about, new URLSearchParams(text));
}

describe("the tournament of an address", () => {
  it("has its game and its players", () => {
    const { setup, problem } = open("game=nim&players=~mcts:20~bots.py:first");
    expect(problem).toBe("");
    expect(requestOf(setup!)).toMatchObject({
      game: "nim",
      entrants: [
        { player: "mcts", strength: 20 },
        { player: "bots.py:first", strength: null },
      ],
    });
  });

  it("says which players this lab does not have", () => {
    const { setup, problem } = open("game=nim&players=~mcts:20~bots.py:gone~random~uci:stockfish");
    expect(setup!.entrants.map(({ player }) => player)).toEqual(["mcts", "random"]);
    expect(problem).toContain("This lab has no players called bots.py:gone or uci:stockfish.");
    expect(open("game=nim&players=nobody,random").problem).toContain("This lab has no player called nobody.");
  });

  it("says which game this lab does not have", () => {
    expect(open("game=nope")).toMatchObject({ setup: null, problem: expect.stringContaining("This lab has no game called nope.") as string });
    expect(open("game=peg").problem).toContain("for one player");
    expect(open("")).toEqual({ setup: null, problem: "" });
  });
});
