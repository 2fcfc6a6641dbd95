import { describe, expect, it } from "vitest";
import { joinMoves, splitMoves } from "./moves";

describe("moves in an address", () => {
  it("come back as they were", () => {
    for (const moves of [[], ["4"], ["4", "4", "3"], ["(0, 1)", "(2, 2)"], ["1 from heap 2"]])
      expect(splitMoves(joinMoves(moves))).toEqual(moves);
  });
  it("are plain where they can be", () => {
    expect(joinMoves(["f5", "d6"])).toBe("f5,d6");
    expect(splitMoves(null)).toEqual([]);
  });
});
