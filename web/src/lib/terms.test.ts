import { describe, expect, it } from "vitest";
import { movesAt, parts, relations } from "./terms";

describe("terms", () => {
  it("have parts", () => {
    expect(parts("noop")).toEqual(["noop"]);
    expect(parts("(mark 1 2)")).toEqual(["mark", "1", "2"]);
    expect(parts("(put (s (s 0)) a (f b c))")).toEqual(["put", "(s (s 0))", "a", "(f b c)"]);
  });

  it("are sorted by relation", () => {
    expect(relations(["open", "(height 1 0)", "(height 2 3)"])).toEqual([
      { name: "open", facts: [{ given: "", fact: "open" }] },
      {
        name: "height",
        facts: [
          { given: "1 0", fact: "(height 1 0)" },
          { given: "2 3", fact: "(height 2 3)" },
        ],
      },
    ]);
  });

  it("name cells", () => {
    expect(movesAt(["(mark 1 1)", "(mark 1 2)"], "1", "2")).toEqual(["(mark 1 2)"]);
    expect(movesAt(["(move a 2 a 3)", "(move a 2 b 3)", "(move c 2 b 3)"], "b", "3")).toEqual([
      "(move a 2 b 3)",
      "(move c 2 b 3)",
    ]);
    expect(movesAt(["(drop 1)", "(drop 2)"], "2", "6")).toEqual(["(drop 2)"]);
    expect(movesAt(["(drop 1)", "swap"], "1", "6")).toEqual([]);
    expect(movesAt(["(mark 1 1)"], "1", "3")).toEqual([]);
  });
});
