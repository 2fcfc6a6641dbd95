// Folds the steps of a recording into what is known about every node, as zermelo.draw.marks does for drawings
// (tests/data/replay.json holds both to the same results). Marks are immutable, and each step keeps what it replaced, so
// a step back costs as much as a step forward.

import type { CutoffEvent, ImproveEvent, ReopenEvent, SearchEvent, SkipEvent, SolveEvent } from "../../messages/events";
import type { Recording } from "./recording";

export type Value = number | number[] | null;
type Status = "unseen" | "open" | "done" | "skipped";
export type Certainty = "exact" | "lower" | "upper" | "estimate" | "so far";

/** What one pass knows about one node; `bound` is null while it has no value. */
export interface Mark {
  readonly status: Status;
  readonly value: Value;
  readonly bound: Certainty | null;
  readonly visits: number | null;
  readonly alpha: number | null;
  readonly beta: number | null;
  readonly entered: boolean;
  readonly valued: boolean;
  /** Its place on the list of a best-first search. */
  readonly listed: "live" | "solved" | null;
  /** Its merit on that list; null while it is infinite. */
  readonly merit: number | null;
  /** How a best-first search opened it. */
  readonly opened: ReopenEvent | null;
}

/** A cutoff at a node because of the ancestor `by` (-1: given from outside); `step` is when. */
export interface Cut {
  readonly step: number;
  readonly kind: "alpha" | "beta" | "payoffs" | "win";
  readonly by: number;
  readonly deep: boolean;
}

type Marks = (Mark | undefined)[];
type Cuts = Map<number, Cut>;
type Undo =
  | { kind: "node"; node: number; mark: Mark | undefined; cut: Cut | undefined; below: [number, Mark | undefined][] }
  | { kind: "pass"; marks: Marks; cuts: Cuts }
  | { kind: "order"; node: number; order: number[] | undefined }
  | null;

const FRESH: Mark = {
  status: "unseen",
  value: null,
  bound: null,
  visits: null,
  alpha: null,
  beta: null,
  entered: false,
  valued: false,
  listed: null,
  merit: null,
  opened: null,
};
const SKIPPED: Mark = { ...FRESH, status: "skipped" };

export class Replay {
  marks: Marks = [];
  cuts: Cuts = new Map();
  /** The order of a node's children, where a pass changed it. */
  readonly orders = new Map<number, number[]>();
  private readonly undos: Undo[] = [];

  constructor(readonly recording: Recording) {}

  /** The number of steps replayed. */
  get step(): number {
    return this.undos.length;
  }

  goTo(step: number): void {
    const target = Math.max(0, Math.min(step, this.recording.length));
    while (this.step < target) this.forward();
    while (this.step > target) this.back();
  }

  private forward(): void {
    const step = this.step;
    const { event } = this.recording.steps[step]!;
    const node = this.recording.node[step]!;
    if (event.event === "iteration") {
      this.undos.push({ kind: "pass", marks: this.marks, cuts: this.cuts });
      this.marks = [];
      this.cuts = new Map();
    } else if (event.event === "reorder") {
      this.undos.push({ kind: "order", node, order: this.orders.get(node) });
      this.orders.set(
        node,
        event.children.map((name) => this.recording.shape.find(name)).filter((child) => child >= 0),
      );
    } else if (node < 0) {
      this.undos.push(null);
    } else {
      const mark = this.marks[node];
      const below = event.event === "cutoff" || event.event === "skip" ? this.childrenOf(event) : [];
      this.undos.push({ kind: "node", node, mark, cut: this.cuts.get(node), below });
      if (event.event === "enter") this.cuts.delete(node);
      if (event.event === "cutoff") this.cuts.set(node, this.cutOf(event, step));
      this.marks[node] = applied(event, mark ?? FRESH);
      for (const [child] of below) this.marks[child] = SKIPPED;
    }
  }

  /** What a cutoff skips, with the marks before it; the rest of a child that was probed only gets its own skip. */
  private childrenOf(event: CutoffEvent | SkipEvent): [number, Mark | undefined][] {
    const names = event.event === "cutoff" ? event.children : [event.node];
    const children = names.map((name) => this.recording.shape.find(name));
    return children.map((child) => [child, this.marks[child]]);
  }

  private cutOf(event: CutoffEvent, step: number): Cut {
    const by = event.by === null ? -1 : this.recording.shape.find(event.by);
    return { step, kind: event.kind, by, deep: event.deep };
  }

  private back(): void {
    const undo = this.undos.pop();
    if (!undo) return;
    if (undo.kind === "pass") {
      this.marks = undo.marks;
      this.cuts = undo.cuts;
    } else if (undo.kind === "order") {
      if (undo.order) this.orders.set(undo.node, undo.order);
      else this.orders.delete(undo.node);
    } else {
      this.marks[undo.node] = undo.mark;
      for (const [child, mark] of undo.below) this.marks[child] = mark;
      if (undo.cut) this.cuts.set(undo.node, undo.cut);
      else this.cuts.delete(undo.node);
    }
  }
}

/** A node's mark after an event about it. */
function applied(event: SearchEvent, mark: Mark): Mark {
  switch (event.event) {
    case "enter":
      return { ...FRESH, status: "open", alpha: event.alpha, beta: event.beta, entered: true, opened: mark.opened };
    case "evaluate":
      return { ...mark, value: event.value, bound: "exact", status: "done", valued: true };
    case "improve":
      return improved(event, mark);
    case "average":
      return { ...mark, value: event.value, bound: "so far" };
    case "leave":
    case "recall":
    case "prune":
      return { ...mark, value: event.value, bound: event.bound, status: "done" };
    case "again":
    case "expand":
      return { ...mark, status: "open" };
    case "extend":
      return { ...mark, value: event.value, bound: "so far", status: "open" };
    case "reopen":
      return { ...FRESH, status: "open", listed: "live", merit: event.merit, opened: event };
    case "solve":
      return solved(event, mark);
    case "backup":
      return { ...mark, value: event.mean, bound: "exact", status: "open", visits: event.visits };
    default:
      return mark;
  }
}

/**
 * Updates a solved node. Its merit is the worse, for the root's player, of its value and the merit it was opened with: its value
 * if the merit has changed, otherwise a bound.
 */
function solved(event: SolveEvent, before: Mark): Mark {
  const mark: Mark = { ...before, status: "done", listed: "solved", merit: event.merit };
  if (mark.valued) return mark;
  const { opened } = mark;
  if (opened === null || opened.merit !== event.merit) return { ...mark, value: event.merit, bound: "exact" };
  return { ...mark, value: event.merit, bound: opened.best === "most" ? "lower" : "upper" };
}

/** Updates a parent by its child's value: it is a lower bound for MAX and an upper bound for MIN. */
function improved(event: ImproveEvent, before: Mark): Mark {
  const mark = { ...before, alpha: event.alpha, beta: event.beta };
  if (event.role === "MAX" && event.bound !== "upper") return { ...mark, value: event.value, bound: "lower" };
  if (event.role === "MIN" && event.bound !== "lower") return { ...mark, value: event.value, bound: "upper" };
  const plays = event.role === "MAX" || event.role === "MIN";
  if (!plays || mark.bound === null || mark.bound === "so far") {
    return { ...mark, value: event.value, bound: "so far" };
  }
  return mark;
}
