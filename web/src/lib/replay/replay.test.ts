// Going forward and back leads to the same as replaying from the first step.

import { describe, expect, it } from "vitest";
import type { SearchEvent } from "../../messages/events";
import type { Step, TreeNode } from "../../messages/shared";
import { lookAt } from "./look";
import { Recording } from "./recording";
import { Replay } from "./replay";
import { measure, sizesOf, textWidth } from "../treeview/boxes";
import { Shape, shapeOf } from "./shape";

const NOBODY = { by: null, by_child: null, deep: false, role: "MAX", by_role: null, test: false, within: null, mover: null };
const WINDOW = { alpha: null, beta: null, alpha_from: null, beta_from: null, visit: null, probe: false, mover: null, bounded: false };
const NARROWED = { bound: "exact", narrows: true, mover: null, child_mover: null } as const;

function recorded(shape: Shape, events: SearchEvent[]): Recording {
  const recording = new Recording(shape);
  for (const event of events) recording.add({ event, says: event.event } satisfies Step);
  return recording;
}

/** Two passes over A(B(D=2 E=7) C(F=1 G=8)), with a cutoff and a reordering. */
function classroom(): Recording {
  const nodes: TreeNode[] = [
      ["A", -1, "MAX", null],
      ["B", 0, "MIN", null],
      ["C", 0, "MIN", null],
      ["D", 1, "LEAF", "2"],
      ["E", 1, "LEAF", "7"],
      ["F", 2, "LEAF", "1"],
      ["G", 2, "LEAF", "8"],
    ].map(([name, parent, role, value]) => {
      const shared = { odds: null, action: null, noisy: false };
      return {
        name: name as string,
        parent: parent as number,
        role: role as string,
        value: value as string | null,
        ...shared,
      };
    });
  const enter = (node: string, parent: string | null, role: string, alpha: number | null = null): SearchEvent => {
    return { event: "enter", node, parent, move: parent && node, role, ply: 0, ...WINDOW, alpha };
  };
  const pass: SearchEvent[] = [
    enter("A", null, "MAX"),
    enter("B", "A", "MIN"),
    enter("D", "B", "LEAF"),
    { event: "evaluate", node: "D", value: 2, kind: "end", mover: null },
    { event: "improve", node: "B", child: "D", value: 2, role: "MIN", ...NARROWED, alpha: null, beta: 2 },
    enter("E", "B", "LEAF"),
    { event: "evaluate", node: "E", value: 7, kind: "end", mover: null },
    { event: "leave", node: "B", value: 2, bound: "exact", mover: null },
    { event: "improve", node: "A", child: "B", value: 2, role: "MAX", ...NARROWED, alpha: 2, beta: null },
    enter("C", "A", "MIN", 2),
    { event: "evaluate", node: "F", value: 1, kind: "end", mover: null },
    { event: "improve", node: "C", child: "F", value: 1, role: "MIN", ...NARROWED, alpha: 2, beta: 1 },
    {
      event: "cutoff",
      node: "C",
      kind: "alpha",
      value: 1,
      limit: 2,
      by: "A",
      by_child: "B",
      deep: false,
      skipped: ["G"],
      children: ["G"],
      role: "MIN",
      by_role: "MAX",
      test: false,
      within: null,
      mover: null,
    },
    { event: "skip", node: "G", parent: "C", leaves: ["G"] },
    { event: "leave", node: "C", value: 1, bound: "upper", mover: null },
    { event: "leave", node: "A", value: 2, bound: "exact", mover: null },
    { event: "answer", value: 2, bound: "exact", line: ["B", "D"] },
  ];
  return recorded(shapeOf(nodes), [
    { event: "iteration", number: 1, depth: 2, alpha: null, beta: null },
    ...pass,
    { event: "reorder", node: "A", children: ["C", "B"], values: [1, 2] },
    { event: "iteration", number: 2, depth: null, alpha: null, beta: null },
    ...pass,
  ]);
}

function state(replay: Replay): unknown {
  const marks = replay.recording.shape.nodes.map((_, number) => replay.marks[number] ?? null);
  return { marks, cuts: [...replay.cuts].sort(([one], [other]) => one - other), orders: [...replay.orders] };
}

function fromZero(recording: Recording, step: number): unknown {
  const fresh = new Replay(recording);
  fresh.goTo(step);
  return state(fresh);
}

describe("a replay", () => {
  it("comes back to where it began", () => {
    const replay = new Replay(classroom());
    const before = state(replay);
    replay.goTo(replay.recording.length);
    expect(state(replay)).not.toEqual(before);
    replay.goTo(0);
    expect(state(replay)).toEqual(before);
  });

  it("shows at any step what a replay from the first step shows", () => {
    const recording = classroom();
    const replay = new Replay(recording);
    let seed = 1;
    for (let jump = 0; jump < 200; jump++) {
      seed = (seed * 48271) % 2147483647;
      const step = seed % (recording.length + 1);
      replay.goTo(step);
      expect(state(replay)).toEqual(fromZero(recording, step));
    }
  });

  it("tells bounds, cuts, skipped nodes and the answer", () => {
    const recording = classroom();
    const replay = new Replay(recording);
    const worth = (name: string): string => {
      const number = recording.shape.find(name);
      return lookAt(replay, number, recording.shape.nodes[number]!, false).worth;
    };
    replay.goTo(14);
    expect(worth("B")).toBe("2");
    expect(worth("C")).toBe("≤ 1");
    expect(worth("A")).toBe("≥ 2");
    expect(replay.cuts.get(recording.shape.find("C"))).toMatchObject({ kind: "alpha", by: 0, deep: false });
    // The cut is there with the cutoff, one step before its skip.
    expect(recording.steps[13]!.event.event).toBe("cutoff");
    expect(replay.marks[recording.shape.find("G")]?.status).toBe("skipped");
    replay.goTo(13);
    expect(replay.marks[recording.shape.find("G")]).toBeUndefined();
    expect(recording.standsAt(15)).toBe(recording.shape.find("C"));
    replay.goTo(recording.length);
    expect(recording.pathAt(recording.length)).toEqual([0, 1, 3]);
  });

  it("counts what each pass pays for", () => {
    const recording = classroom();
    const names = (step: number): string[] =>
      recording.evaluatedAt(step).map((node) => recording.shape.nodes[node]!.name);
    expect(names(18)).toEqual(["D", "E", "F"]);
    expect(names(20)).toEqual([]);
    expect(recording.countsAt(recording.length)).toEqual({ all: 3, distinct: 3, inner: 0 });
    expect(recording.passAt(recording.length)?.number).toBe(2);
  });

  it("calls all nodes of a player as the search does, those that it never comes to included", () => {
    const recording = classroom();
    const event = { event: "enter", node: "B", parent: "A", move: "B", role: "P2", ply: 1, ...WINDOW } as const;
    recording.add({ event, says: "" });
    expect(recording.shape.nodes.map((node) => node.role)).toEqual(["MAX", "P2", "P2", ...Array(4).fill("LEAF")]);
  });

  it("knows of a game only what the steps have told", () => {
    const recording = recorded(new Shape(false), [
      { event: "enter", node: "start", parent: null, move: null, role: "MAX", ply: 0, ...WINDOW },
      { event: "reopen", node: "0 1", merit: null, kind: "all", best: "most" },
      { event: "enter", node: "0", parent: "start", move: "0", role: "MIN", ply: 1, ...WINDOW },
      { event: "evaluate", node: "0", value: 1, kind: "end", mover: null },
      { event: "cutoff", node: "start", kind: "beta", value: 1, limit: 1, ...NOBODY, skipped: ["1"], children: ["1"] },
    ]);
    expect([1, 2, 3, 5].map((step) => recording.metAt(step))).toEqual([1, 1, 2, 3]);
    expect(recording.shape.nodes.map((node) => node.role)).toEqual(["MAX", "LEAF", ""]);
    expect(recording.standsAt(2)).toBe(-1);
  });

  it("runs through 300,000 steps and back", () => {
    const recording = new Recording(new Shape(false));
    const add = (event: SearchEvent): void => recording.add({ event, says: "" });
    add({ event: "enter", node: "start", parent: null, move: null, role: "MAX", ply: 0, ...WINDOW });
    for (let number = 0; number < 100_000; number++) {
      const node = String(number);
      add({ event: "enter", node, parent: "start", move: node, role: "MIN", ply: 1, ...WINDOW });
      add({ event: "evaluate", node, value: number, kind: "static", mover: null });
      add({ event: "leave", node, value: number, bound: "exact", mover: null });
    }
    const replay = new Replay(recording);
    replay.goTo(recording.length);
    replay.goTo(0);
    expect(replay.marks.filter(Boolean)).toEqual([]);
  });
});

describe("room beside a node", () => {
  const windowed = { role: "MAX", ...WINDOW, alpha: 0.029, beta: 0.031 };
  const shape = new Shape(false);
  const recording = recorded(shape, [
    { event: "enter", node: "start", parent: null, ...windowed } as SearchEvent,
    { event: "enter", node: "1", parent: "start", ...windowed } as SearchEvent,
  ]);

  it("is as wide as the longest alpha or beta", () => {
    expect(recording.windows).toBe("α 0.029".length);
    const manner = { windows: recording.windows, visits: false, told: true, board: { width: 80, height: 70 }, projected: false };
    const { width, bodyWidth } = measure(shape.nodes[0]!, shape, manner);
    expect(width - bodyWidth).toBeGreaterThan(2 * textWidth("α 0.029", sizesOf(manner).letters));
  });

  it("is used by nodes with children only", () => {
    const replay = new Replay(recording);
    replay.goTo(2);
    expect(shape.nodes.map((node, number) => lookAt(replay, number, node, false).windowed)).toEqual([true, false]);
  });
});
