// The lines of a drawing beside its nodes: edges, the bars across cut branches, the same bars beside the ancestors that
// caused them, and the arcs of deep cutoffs. Both renderers draw them.

import type { Scene } from "./scene";

export interface Edge {
  child: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface Bar {
  key: string;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** Where its number stands. */
  x: number;
  y: number;
  number: string;
}

/** A Bézier curve: its two ends and what it bends towards. */
export interface Arc {
  key: string;
  points: [number, number, number, number, number, number, number, number];
  /** Where the word "deep" stands: the middle of the curve. */
  x: number;
  y: number;
}

const BAR_AT = 0.4;
const HALF_BAR = 8;
const SHOWN_NUMBERS = 3;
const MOST_ARCS = 6;
const ARC_BEND = 36;

export function edgeTo(scene: Scene, child: number): Edge {
  const { x, y } = scene.layout;
  const { parent } = scene.node(child);
  const y1 = scene.foot(parent, scene.words(parent, scene.look(parent)));
  return { child, x1: x[parent]!, y1, x2: x[child]!, y2: y[child]! };
}

export function barAcross(edge: Edge, number: string): Bar {
  const x = edge.x1 + BAR_AT * (edge.x2 - edge.x1);
  const y = edge.y1 + BAR_AT * (edge.y2 - edge.y1);
  return bar(`cut ${edge.child}`, x, y, (edge.x2 - edge.x1) / (edge.y2 - edge.y1), number);
}

/** Across a line that goes `run` to the side for every step down. */
function bar(key: string, x: number, y: number, run: number, number: string): Bar {
  const length = Math.hypot(run, 1);
  const dx = HALF_BAR / length;
  const dy = (-HALF_BAR * run) / length;
  return { key, x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy, x: x + 11, y: y + 2, number };
}

/** Beside each ancestor that caused cutoffs a bar with their numbers. */
export function blameBars(scene: Scene): Bar[] {
  const caused = new Map<number, number[]>();
  for (const cut of scene.cuts) {
    if (cut.by >= 0) caused.set(cut.by, [...(caused.get(cut.by) ?? []), cut.number]);
  }
  return [...caused].map(([node, numbers]) => {
    const box = scene.box(node);
    const pointed = scene.node(node).role === "MAX" && !box.framed;
    const x = scene.layout.x[node]! + box.bodyWidth / 2 + (pointed ? 4 : 12);
    const shown = numbers.filter(Boolean).slice(0, SHOWN_NUMBERS).join(",");
    return bar(`by ${node}`, x, scene.layout.y[node]! + 4, 0.5, shown + (numbers.length > SHOWN_NUMBERS ? "…" : ""));
  });
}

/** For each deep cutoff a curve from the ancestor to the node that was cut, beside the tree's lines. Where there would be
 * too many to follow, the last one only. */
export function deepArcs(scene: Scene): Arc[] {
  const { x, y } = scene.layout;
  const deep = scene.cuts.filter((cut) => cut.deep && cut.by >= 0);
  return deep.slice(deep.length > MOST_ARCS ? -1 : 0).map((cut) => {
    const above = scene.box(cut.by);
    const below = scene.box(cut.node);
    const side = x[cut.node]! >= x[cut.by]! ? 1 : -1;
    const x1 = x[cut.by]! + side * (above.bodyWidth / 2 - 4);
    const y1 = y[cut.by]! + above.body - 2;
    const x2 = x[cut.node]! + (side * below.bodyWidth) / 2;
    const y2 = y[cut.node]! + below.body / 2;
    const bend = side * Math.max(x1 * side, x2 * side) + side * ARC_BEND;
    const middle = { x: (x1 + 6 * bend + x2) / 8, y: (y1 + y2) / 2 };
    return { key: `${cut.by} ${cut.node}`, points: [x1, y1, bend, y1 + 30, bend, y2 - 30, x2, y2], ...middle };
  });
}

/** The outline of a role with its top at y, as an SVG path; also good for the canvas. */
export function outline(role: string, x: number, y: number, width: number, height: number): string {
  const left = x - width / 2;
  const right = x + width / 2;
  const low = y + height;
  if (role === "MAX") return `M${x} ${y}L${right} ${low}L${left} ${low}Z`;
  if (role === "MIN") return `M${left} ${y}L${right} ${y}L${x} ${low}Z`;
  if (role === "LEAF" || role === "") return `M${left} ${y}H${right}V${low}H${left}Z`;
  const r = height / 2;
  return `M${x - r} ${y + r}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
