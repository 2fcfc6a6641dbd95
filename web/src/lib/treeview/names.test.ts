import { describe, expect, it } from "vitest";
import { gathered, type Mark } from "./names";

const widthOf = (name: string): number => 8 * name.length;

function row(y: number, xs: number[], first = 0): Mark[] {
  return xs.map((x, at) => ({ name: `N${first + at}`, x, y, half: 4 }));
}

describe("labels", () => {
  it("are apart where there is room", () => {
    expect(gathered(row(0, [100, 0, 200]), widthOf).map(({ name }) => name)).toEqual(["N1", "N0", "N2"]);
  });

  it("are shared where nodes of a level stand close", () => {
    const labels = gathered([...row(0, [0, 5, 10]), ...row(100, [5], 9)], widthOf);
    expect(labels.map(({ name, x }) => [name, x])).toEqual([
      ["N0, N1, N2", 5],
      ["N9", 5],
    ]);
  });

  it("name the ends of a long row, and the end of a long name", () => {
    const many = row(0, [...Array(20).keys()]);
    expect(gathered(many, widthOf).map(({ name }) => name)).toEqual(["N0 … N19"]);
    const [long] = gathered([{ name: `${"x".repeat(99)}end`, x: 0, y: 0, half: 1 }], widthOf);
    expect(long!.name).toMatch(/^…x+end$/);
    expect(long!.name.length).toBeLessThan(25);
  });
});
