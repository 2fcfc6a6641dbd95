import { describe, expect, it } from "vitest";
import type { Standing } from "../../messages/arena";
import { plotOf, ROW } from "./plot";
import { formatElo, formatPoints, formatResult, leader } from "./words";

function standing(player: string, elo: number | null, half = 50): Standing {
  const interval = elo === null ? { low: null, high: null } : { low: elo - half, high: elo + half };
  return { player, elo, ...interval, games: 10, points: 5, wins: 5, draws: 0, losses: 5 };
}

describe("the rating plot", () => {
  const plot = plotOf([standing("best", 120), standing("middle", 0), standing("worst", -120), standing("new", null)], 600);

  it("has a row for each rated player, in their order", () => {
    expect(plot.rows.map(({ player }) => player)).toEqual(["best", "middle", "worst"]);
    expect(plot.rows[1]!.y - plot.rows[0]!.y).toBe(ROW);
    expect(plot.height).toBeGreaterThan(plot.rows.at(-1)!.y);
  });

  it("puts ratings and intervals on one scale", () => {
    const [best, middle, worst] = plot.rows;
    expect(best!.x - middle!.x).toBeCloseTo(middle!.x - worst!.x);
    for (const row of plot.rows) {
      expect(row.left).toBeLessThan(row.x);
      expect(row.right - row.x).toBeCloseTo(row.x - row.left);
      expect(row.left).toBeGreaterThanOrEqual(plot.left - 0.001);
      expect(row.right).toBeLessThanOrEqual(plot.right + 0.001);
      expect(row.cutLeft || row.cutRight).toBe(false);
    }
    const zero = plot.ticks.find(({ elo }) => elo === 0);
    expect(zero!.x).toBeCloseTo(middle!.x);
  });

  it("has round ticks, fewer where there is less room", () => {
    for (const { elo } of plot.ticks) expect(Math.abs(elo % 10)).toBe(0);
    const narrow = plotOf([standing("best", 120), standing("worst", -120)], 300);
    expect(narrow.ticks.length).toBeLessThan(plot.ticks.length);
    expect(narrow.ticks.length).toBeGreaterThan(0);
  });

  it("has more than one tick on a narrow screen", () => {
    for (let elo = 60; elo < 1000; elo += 7) {
      for (const low of [-elo / 4, -elo]) {
        const { ticks } = plotOf([standing("a".repeat(30), elo, 5), standing("b", low, 5)], 340);
        expect(ticks.length, `${elo}`).toBeGreaterThan(1);
        for (let at = 1; at < ticks.length; at++) expect(ticks[at]!.x - ticks[at - 1]!.x, `${elo}`).toBeGreaterThan(30);
      }
    }
  });

  it("cuts wide intervals and long names", () => {
    const wide = plotOf([standing("a".repeat(60), 100, 5000), standing("b", -100, 20)], 400);
    expect(wide.rows[0]!.cutLeft && wide.rows[0]!.cutRight).toBe(true);
    expect(wide.rows[1]!.cutLeft || wide.rows[1]!.cutRight).toBe(false);
    expect(wide.rows[0]!.label.endsWith("…")).toBe(true);
    expect(wide.rows[0]!.right).toBeLessThanOrEqual(wide.right + 0.001);
  });

  it("stands equal ratings, no players and no room", () => {
    expect(plotOf([standing("a", 0, 0), standing("b", 0, 0)], 400).rows.every(({ x }) => Number.isFinite(x))).toBe(true);
    expect(plotOf([], 400).rows).toEqual([]);
    expect(plotOf([standing("a", 5)], 0).rows.every(({ x }) => Number.isFinite(x))).toBe(true);
  });
});

describe("the words", () => {
  it("writes points and ratings", () => {
    expect([0, 0.5, 1, 7.5, 1 / 3].map(formatPoints)).toEqual(["0", "½", "1", "7½", "0.33"]);
    expect(formatResult([1, 0])).toBe("1–0");
    expect(formatResult([])).toBe("*");
    expect([12.4, -0.3, -7.8].map(formatElo)).toEqual(["+12", "0", "−8"]);
  });

  it("says who leads, and how sure it is", () => {
    const report = (superiority: number | null) => ({
      standings: [standing("a", 60), standing("b", -60)],
      superiority,
      meetings: [],
      sentences: [],
    });
    expect(leader(report(0.99996), String)).toBe("a is 120 Elo ahead of b, and is the stronger one with a likelihood of 99.9 %.");
    expect(leader(report(0.7128), String)).toContain("only with a likelihood of 71.2 %: more games will tell.");
    expect(leader(report(null), String)).toBe("a is 120 Elo ahead of b.");
    expect(leader({ ...report(1), standings: [standing("a", null)] }, String)).toBe("");
  });
});
