import { describe, expect, it } from "vitest";
import type { About } from "../../messages/shared";
import { naming, parts } from "./names";

const about = {
  players: [
    { name: "random", title: "Random", strength: "" },
    { name: "alpha_beta", title: "Alpha-beta", strength: "depth" },
    { name: "mcts", title: "Monte-Carlo tree search", strength: "simulations" },
    { name: "bots.py:first", title: "bots.py:first", strength: "" },
  ],
} as unknown as About;

describe("the names of players", () => {
  it.each([
    ["alpha_beta:4", "Alpha-beta", "depth 4"],
    ["mcts:50", "Monte-Carlo tree search", "50 simulations"],
    ["mcts:0.5s", "Monte-Carlo tree search", "0.5 s a move"],
    ["random", "Random", ""],
    ["bots.py:first", "bots.py:first", ""],
    ["uci:stockfish", "uci:stockfish", ""],
  ])("%s is %s, %s", (spec, title, strength) => {
    expect(parts(about, spec)).toEqual({ title, strength });
  });

  it("have their strength where several have the same title", () => {
    const name = naming(about, ["mcts:50", "mcts:500", "alpha_beta:4"]);
    expect(["mcts:50", "mcts:500", "alpha_beta:4"].map(name)).toEqual([
      "Monte-Carlo tree search, 50 simulations",
      "Monte-Carlo tree search, 500 simulations",
      "Alpha-beta",
    ]);
  });
});
