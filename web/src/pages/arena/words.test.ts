import { describe, expect, it } from "vitest";
import { teaches } from "./words";

describe("what a tournament is made of", () => {
  it.each([
    ["2", "Every opening of 2 random moves is played once with everyone in each seat."],
    ["1", "Every opening of 1 random move is played once with everyone in each seat."],
    ["0", "Everyone has each seat as often."],
    ["", "Everyone has each seat as often."],
  ])("says what %j random moves mean", (opening, says) => expect(teaches(opening).startsWith(says)).toBe(true));
});
