// The pages fold events and write numbers as the library does: both reproduce tests/data/replay.json, which
// `python -m tests.draw.replay_fixture` writes.

import { describe, expect, it } from "vitest";
import text from "../../../../tests/data/replay.json?raw";
import type { SearchEvent } from "../../messages/events";
import type { TreeNode } from "../../messages/shared";
import { BOUND_SIGNS, formatNumber } from "../format";
import { windowOf, worthOf } from "./look";
import { Recording } from "./recording";
import { Replay } from "./replay";
import { Shape, shapeOf } from "./shape";

/** Status, value, alpha, beta; and of a cutoff its kind, the ancestor that causes it, and whether it is deep. */
type GoldenMark = (string | boolean | null)[];

interface GoldenStep {
  event: SearchEvent;
  current: string | null;
  evaluated: number;
  path?: string[];
  orders?: Record<string, string[]>;
  marks: Record<string, GoldenMark | null>;
}

interface Golden {
  numbers: [number, string][];
  signs: Record<string, string>;
  recordings: { search: string; nodes: TreeNode[] | null; steps: GoldenStep[] }[];
}

const golden = JSON.parse(text) as Golden;

function marksOf({ marks, cuts, recording }: Replay): Record<string, GoldenMark> {
  const { nodes } = recording.shape;
  const found: Record<string, GoldenMark> = {};
  marks.forEach((mark, number) => {
    if (!mark) return;
    const [cut, { alpha, beta }] = [cuts.get(number), windowOf(mark)];
    const cutoff = cut ? [cut.kind, nodes[cut.by]?.name ?? null, cut.deep] : [];
    found[nodes[number]!.name] = [mark.status, worthOf(mark), alpha, beta, ...cutoff];
  });
  return found;
}

describe("numbers and bounds", () => {
  it.each(golden.numbers)("%d is %s", (number, written) => expect(formatNumber(number)).toBe(written));
  it("has the library's signs", () => expect(BOUND_SIGNS).toEqual(golden.signs));
});

describe.each(golden.recordings)("$search", ({ nodes, steps }) => {
  const recording = new Recording(nodes ? shapeOf(nodes) : new Shape(false));
  for (const { event } of steps) recording.add({ event, says: "" });
  const name = (number: number): string | null => recording.shape.nodes[number]?.name ?? null;

  it("knows after each step what the library knows", () => {
    const replay = new Replay(recording);
    let marks: Record<string, GoldenMark> = {};
    steps.forEach((step, before) => {
      const at = before + 1;
      replay.goTo(at);
      const next = { ...marks, ...step.marks };
      marks = Object.fromEntries(Object.entries(next).filter((entry): entry is [string, GoldenMark] => !!entry[1]));
      expect(marksOf(replay), `marks after step ${at}`).toEqual(marks);
      expect(name(recording.standsAt(at)), `the current node after step ${at}`).toBe(step.current);
      expect(recording.countsAt(at).all, `evaluations after step ${at}`).toBe(step.evaluated);
      expect(recording.pathAt(at).map(name), `the answer after step ${at}`).toEqual(step.path ?? []);
      const orders = [...replay.orders].map(([node, children]) => [name(node), children.map(name)]);
      expect(Object.fromEntries(orders), `orders after step ${at}`).toEqual(step.orders ?? {});
    });
  });
});
