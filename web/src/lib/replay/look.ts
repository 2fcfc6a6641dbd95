// How a node looks at one step: its status, its value as text, its window. Both renderers and the panels use it;
// tests/data/replay.json checks that the texts are those of the library's drawings (zermelo.draw).

import { BOUND_SIGNS, formatNumber, formatValue } from "../format";
import type { Mark, Replay } from "./replay";
import type { ShapeNode } from "./shape";

export interface Look {
  status: "unseen" | "open" | "done" | "skipped";
  current: boolean;
  worth: string;
  alpha: string;
  beta: string;
  /** Alpha and beta are worth showing. */
  windowed: boolean;
  /** It was skipped itself, not only something above it. */
  cut: boolean;
}

/** A node's value as text: 3, ≥ 3, ≤ 1, 2… while it can still change, 0.5 ×12 after 12 visits. */
export function worthOf(mark: Mark): string {
  if (mark.bound === null) return "";
  if (mark.value === null) return mark.bound === "upper" ? "≤ ∞" : "±∞";
  if (mark.visits !== null) {
    const means = Array.isArray(mark.value) ? mark.value.map(thousandth) : thousandth(mark.value);
    return `${formatValue(means)} ×${mark.visits}`;
  }
  if (mark.bound === "so far") return `${formatValue(mark.value)}…`;
  return BOUND_SIGNS[mark.bound] + formatValue(mark.value);
}

/** Rounds an average of random games to three decimals, since more would be noise; ties to even, as Python does. */
function thousandth(mean: number): number {
  const whole = Math.floor(mean * 1000);
  const rest = mean * 1000 - whole;
  return (whole + (rest > 0.5 || (rest === 0.5 && whole % 2 !== 0) ? 1 : 0)) / 1000;
}

/** Alpha and beta as text. */
export function windowOf({ alpha, beta }: Pick<Mark, "alpha" | "beta">): { alpha: string; beta: string } {
  return { alpha: `α ${formatNumber(alpha ?? -Infinity)}`, beta: `β ${formatNumber(beta ?? Infinity)}` };
}

/** The letters of the longer of the two; 0 where there is neither. */
export function windowLetters(window: Pick<Mark, "alpha" | "beta">): number {
  if (window.alpha === null && window.beta === null) return 0;
  const { alpha, beta } = windowOf(window);
  return Math.max(alpha.length, beta.length);
}

const UNSEEN: Look = {
  status: "unseen",
  current: false,
  worth: "",
  alpha: "",
  beta: "",
  windowed: false,
  cut: false,
};

/** The look of a node; `belowSkipped` says that something above it was skipped. */
export function lookAt(replay: Replay | null, number: number, node: ShapeNode, belowSkipped: boolean): Look {
  const mark = replay?.marks[number];
  const leaf = node.role === "LEAF";
  if (!replay || !mark) {
    const current = replay?.recording.standsAt(replay.step) === number;
    return { ...UNSEEN, status: belowSkipped ? "skipped" : "unseen", current, worth: node.value ?? "" };
  }
  // A leaf's own payoff is the better text: events hold fractions as decimals.
  const worth = leaf && mark.visits === null ? (node.value ?? "") : worthOf(mark);
  return {
    status: mark.status,
    current: replay.recording.standsAt(replay.step) === number,
    worth,
    ...windowOf(mark),
    // A node without children has no room beside it; the engine's record ends at such nodes, and the sentence has their window.
    windowed: replay.recording.windows > 0 && mark.entered && !mark.valued && !leaf && node.children.length > 0,
    cut: mark.status === "skipped",
  };
}

export interface Listed {
  name: string;
  merit: string;
  solved: boolean;
}

/** The list of a best-first search, best first. What lies below a solved node is off the list. */
export function openList(replay: Replay): Listed[] {
  const { nodes } = replay.recording.shape;
  const sign = nodes[0]?.role === "MIN" ? -1 : 1;
  const found: (Listed & { order: number })[] = [];
  replay.marks.forEach((mark, number) => {
    if (!mark?.listed || isSettled(replay, number)) return;
    const order = mark.merit === null ? Infinity : sign * mark.merit;
    const merit = mark.merit === null ? (sign > 0 ? "∞" : "-∞") : formatValue(mark.merit);
    found.push({ name: nodes[number]!.name, merit, solved: mark.listed === "solved", order });
  });
  return found.sort((one, other) => other.order - one.order);
}

/** A solved node is taken off the list when a node above is solved, or when its opponent's next child is opened. */
function isSettled(replay: Replay, number: number): boolean {
  const { nodes } = replay.recording.shape;
  const { parent } = nodes[number]!;
  for (let above = parent; above >= 0; above = nodes[above]!.parent) {
    if (replay.marks[above]?.listed === "solved") return true;
  }
  if (parent < 0 || replay.marks[number]!.listed !== "solved" || nodes[parent]!.role === nodes[0]!.role) return false;
  const siblings = nodes[parent]!.children;
  return siblings.slice(siblings.indexOf(number) + 1).some((next) => replay.marks[next] !== undefined);
}
