import { describe, expect, it } from "vitest";
import { press } from "./touch";

describe("what to press", () => {
  it("names the space bar where there is one", () =>
    expect(press("Play", "to start the search", false)).toBe("Press the space bar or Play to start the search."));
  it("names the button alone on a phone", () => {
    expect(press("Play", "to start the search", true)).toBe("Press Play to start the search.");
    expect(press("Start", "", true)).toBe("Press Start.");
  });
});
