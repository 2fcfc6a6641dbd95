// One moment of a search, ready to be drawn: the tree laid out, what is known of it, and what the page adds to it.

import type { Conduct } from "../equilibria";
import { lookAt, type Look } from "../replay/look";
import type { Replay } from "../replay/replay";
import type { Shape, ShapeNode } from "../replay/shape";
import type { Box } from "./boxes";
import type { Layout } from "./layout";

/** What a page adds to a drawing: the node chosen, badges beside nodes, nodes lit, the node under a presentation's pointer,
 * nodes whose value is hidden, an equilibrium. */
export interface Extras {
  selected: number;
  badges: ReadonlyMap<number, string>;
  lit: ReadonlySet<number>;
  pointed: number;
  hidden: ReadonlySet<number>;
  /** The strategies of an equilibrium, to show in place of the answer. */
  conduct: Conduct | null;
}

export interface NumberedCut {
  number: number;
  node: number;
  by: number;
  deep: boolean;
}

export interface Words {
  inside: string;
  below: string;
  /** The words below are a value. */
  strong: boolean;
  edge: string;
}

const MOST_NUMBERED = 200;

export class Scene {
  readonly met: number;
  readonly current: number;
  readonly path: ReadonlySet<number>;
  /** The way of a simulation that is under way. */
  readonly trail: ReadonlySet<number>;
  /** The nodes that would be moved to off the path, if that is known. */
  readonly choices: ReadonlySet<number>;
  readonly cuts: NumberedCut[];
  /** The ancestor responsible for the cutoff that has just happened, or -1. */
  readonly blamed: number;

  constructor(
    readonly shape: Shape,
    readonly layout: Layout,
    readonly replay: Replay | null,
    readonly extras: Extras,
  ) {
    const step = replay?.step ?? 0;
    const recording = replay?.recording;
    const placed = layout.boxes.length;
    this.met = Math.min(placed, recording ? recording.metAt(step) : placed);
    this.current = recording?.standsAt(step) ?? -1;
    this.path = extras.conduct?.line ?? new Set(recording?.pathAt(step));
    this.trail = new Set(recording?.trailAt(step));
    this.choices = extras.conduct?.choices ?? new Set();
    // Nodes that came in since the tree was laid out have no place yet.
    this.cuts = (replay ? numberedCuts(replay) : []).filter(({ node, by }) => Math.max(node, by) < placed);
    const last = replay?.cuts.get(recording?.node[step - 1] ?? -1);
    this.blamed = last?.step === step - 1 ? last.by : -1;
  }

  node(number: number): ShapeNode {
    return this.shape.nodes[number]!;
  }

  box(number: number): Box {
    return this.layout.boxes[number]!;
  }

  look(number: number): Look {
    const look = lookAt(this.replay, number, this.node(number), this.isBelowSkipped(number));
    if (this.extras.hidden.has(number)) return { ...look, worth: "?" };
    const value = this.extras.conduct?.values.get(number);
    return value === undefined ? look : { ...look, worth: value };
  }

  /** A node without events counts as skipped if a node above it was. */
  private isBelowSkipped(number: number): boolean {
    if (!this.replay) return false;
    let above = this.node(number).parent;
    while (above >= 0) {
      const mark = this.replay.marks[above];
      if (mark) return mark.status === "skipped";
      above = this.node(above).parent;
    }
    return false;
  }

  words(number: number, look: Look): Words {
    const node = this.node(number);
    const box = this.box(number);
    const label = [node.branch, node.odds].filter(Boolean).join(" ");
    if (node.role === "") return { inside: "", below: label, strong: false, edge: "" };
    if (box.framed) return { inside: "", below: join(node.title, look.worth), strong: look.worth !== "", edge: label };
    if (node.role === "LEAF") return { inside: look.worth, below: node.title, strong: false, edge: label };
    const fixed = node.fixed === null ? "" : `static ${node.fixed}`;
    const plays = node.role === "MAX" || node.role === "MIN" || node.role === "CHANCE";
    const inside = plays ? (box.titled ? node.title : "") : node.role === "SIMULTANEOUS" ? "all" : node.role;
    const below = join(plays && box.titled ? "" : node.title, look.worth || fixed);
    return { inside, below, strong: look.worth !== "", edge: label };
  }

  /** Where the edges to a node's children begin. */
  foot(number: number, words: Words): number {
    return this.layout.y[number]! + this.box(number).body + (words.below ? this.layout.sizes.caption : 0);
  }

  /** The drawing in a sentence, for screen readers. */
  get summary(): string {
    const told = [`A tree of ${this.met.toLocaleString("en")} ${this.met === 1 ? "node" : "nodes"}`];
    if (this.met && this.replay) {
      const { worth } = this.look(0);
      if (worth) told.push(`the root is worth ${worth}`);
      const line = [...this.path].slice(1).map((number) => this.node(number).title || this.node(number).branch);
      if (line.length) told.push(`the answer is ${line.join(" ")}`);
    }
    return `${told.join("; ")}.`;
  }
}

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(" ");
}

/** The cutoffs of this pass, numbered as they came; of very many only the one that has just happened. */
function numberedCuts(replay: Replay): NumberedCut[] {
  if (replay.cuts.size > MOST_NUMBERED) {
    const node = replay.recording.node[replay.step - 1] ?? -1;
    const cut = replay.cuts.get(node);
    return cut && cut.step === replay.step - 1 ? [{ number: 0, node, by: cut.by, deep: cut.deep }] : [];
  }
  return [...replay.cuts]
    .sort(([, one], [, other]) => one.step - other.step)
    .map(([node, cut], at) => ({ number: at + 1, node, by: cut.by, deep: cut.deep }));
}
