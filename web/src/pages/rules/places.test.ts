import { describe, expect, it } from "vitest";
import type { RuleMistake } from "../../messages/rules";
import { pieces, rangeOf } from "./places";

const TEXT = "(role x)\n(role 😀 o)\n(next";

function mistake(line: number, column: number, end_column: number, warning = false): RuleMistake {
  return { line, column, end_column, says: "", warning };
}

describe("places", () => {
  it("finds the range of a mistake", () => {
    const cut = (...place: [number, number, number]): string => TEXT.slice(...rangeOf(TEXT, mistake(...place)));
    expect(cut(1, 2, 6)).toBe("role");
    expect(cut(2, 7, 8)).toBe("😀");
    expect(cut(2, 9, 10)).toBe("o");
    expect(cut(3, 1, 2)).toBe("(");
    expect(rangeOf(TEXT, mistake(3, 6, 7))).toEqual([TEXT.length, TEXT.length]);
    expect(rangeOf(TEXT, mistake(99, 1, 2))[0]).toBeLessThanOrEqual(TEXT.length);
  });

  it("stays on the line of the mistake", () => {
    expect(rangeOf(TEXT, mistake(1, 8, 99))).toEqual([7, 8]);
  });

  it("cuts the text where it is wrong", () => {
    const found = pieces(TEXT, [mistake(2, 9, 10, true), mistake(1, 2, 6)]);
    expect(found.map((each) => each.text)).toEqual(["(", "role", " x)\n(role 😀 ", "o", ")\n(next"]);
    expect(found.map((each) => each.kind)).toEqual(["", "error", "", "warning", ""]);
    expect(found.map((each) => each.text).join("")).toBe(TEXT);
  });

  it("keeps the text whole where mistakes overlap", () => {
    const found = pieces(TEXT, [mistake(1, 1, 9), mistake(1, 2, 6), mistake(1, 1, 2, true)]);
    expect(found.map((each) => each.text).join("")).toBe(TEXT);
    expect(found[0]).toEqual({ text: "(role x)", kind: "error" });
  });

  it("shows a mistake at the end of the text", () => {
    expect(pieces(TEXT, [mistake(3, 6, 7)]).at(-1)).toEqual({ text: " ", kind: "error" });
    expect(pieces("", [mistake(1, 1, 2)])).toEqual([{ text: " ", kind: "error" }]);
  });
});
