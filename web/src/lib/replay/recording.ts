// The steps of a search, indexed as they arrive from the server: the node that each step is about, the current node after
// it, the part of the tree visited so far, the evaluations so far. All of that can be looked up at any step; only what
// accumulates on the nodes has to be replayed (replay.ts).

import type { OpenListEvent, SearchEvent } from "../../messages/events";
import type { Step } from "../../messages/shared";
import { formatValue } from "../format";
import { windowLetters } from "./look";
import type { Value } from "./replay";
import { Shape } from "./shape";

export interface Pass {
  number: number;
  depth: number | null;
  /** How many steps and how many evaluations came before it. */
  step: number;
  evaluations: number;
}

/** Where events name nodes that their sentences are about; of a window's ends the sentence says only where they come from. */
const NAMES = ["node", "by", "by_child", "child", "children"] as const;

export class Recording {
  readonly steps: Step[] = [];
  /** For each step the node whose mark it changes, or -1. */
  readonly node: number[] = [];
  /** For each step the current node after it, or -1. */
  readonly stands: number[] = [];
  /** For each step the last node on the way of the simulation, or -1. */
  private readonly trailEnds: number[] = [];
  /** For each step the number of nodes visited, leaves evaluated and orders changed after it. */
  readonly met: number[] = [];
  private readonly evaluationsUpTo: number[] = [];
  /** The same for this pass: how many different nodes were evaluated, and how many inner nodes. */
  private readonly distinctUpTo: number[] = [];
  private readonly innerUpTo: number[] = [];
  private readonly reordersUpTo: number[] = [];
  private readonly evaluations: number[] = [];
  private readonly answers: { step: number; path: number[] }[] = [];
  readonly passes: Pass[] = [];
  /** The steps that are cutoffs, counted from 1. */
  private readonly cutoffs: number[] = [];
  private readonly openLists: { step: number; list: OpenListEvent }[] = [];
  /** The letters of the longest alpha or beta; 0 where the search has no windows. */
  windows = 0;
  /** Whether the search lists open nodes, and whether it counts visits. */
  lists = false;
  visits = false;
  private reorders = 0;
  private valued = new Set<number>();
  private inner = 0;

  /** The player to move at each node of an explicit tree, and the role that the search gives them. */
  private readonly movers: string[];
  private readonly roles = new Map<string, string>();

  constructor(readonly shape: Shape) {
    this.movers = shape.nodes.map((node) => node.role);
  }

  get length(): number {
    return this.steps.length;
  }

  add(step: Step): void {
    const { event } = step;
    this.steps.push(step);
    this.introduce(event);
    const node = "node" in event ? this.shape.find(event.node) : -1;
    this.node.push(node);
    this.stands.push(event.event === "skip" ? this.shape.find(event.parent) : node);
    this.trailEnds.push(this.trailEnd(event, node));
    this.index(event, node);
    this.met.push(this.shape.nodes.length);
    this.evaluationsUpTo.push(this.evaluations.length);
    this.distinctUpTo.push(this.valued.size);
    this.innerUpTo.push(this.inner);
    this.reordersUpTo.push(this.reorders);
  }

  /** The way of a simulation grows as nodes are selected and added, and stays while its payoff is backed up. */
  private trailEnd(event: SearchEvent, node: number): number {
    if (event.event === "backup") return this.trailEnds.at(-1) ?? -1;
    if (event.event === "expand" || event.event === "simulate") return node;
    return event.event === "select" ? Math.max(node, this.shape.find(event.child)) : -1;
  }

  /** The tree of a game grows with the events; an explicit tree is complete already. */
  private introduce(event: SearchEvent): void {
    const { shape } = this;
    if (event.event === "enter" || event.event === "expand") {
      const known = shape.find(event.node);
      if (known < 0) {
        const parent = event.parent === null ? -1 : shape.find(event.parent);
        if (parent >= 0 || !shape.nodes.length) shape.meet(event.node, parent, event.move, event.role);
      } else {
        const node = shape.nodes[known]!;
        if (event.role !== "LEAF" && node.role !== "LEAF") this.call(known, event.role);
        node.move = event.move ?? node.move;
      }
    } else if (event.event === "cutoff") {
      // A skipped state of a game is named by its parent's name and the move, or by the move alone at the root.
      const start = `${event.node} `;
      for (const child of event.children) {
        const move = child.startsWith(start) ? child.slice(start.length) : child;
        if (shape.find(child) < 0) shape.meet(child, shape.find(event.node), move, "");
      }
    } else if (event.event === "skip" && shape.find(event.node) < 0) {
      const start = `${event.parent} `;
      const move = event.node.startsWith(start) ? event.node.slice(start.length) : event.node;
      shape.meet(event.node, shape.find(event.parent), move, "");
    }
  }

  /** The search names the roles (max^n has players, not MAX and MIN). A name goes for all nodes of an explicit tree where
   * the same player moves, also those that the search never visits. */
  private call(number: number, role: string): void {
    const { nodes } = this.shape;
    const mover = this.movers[number];
    if (mover === undefined) nodes[number]!.role = role;
    else if (this.roles.get(mover) !== role) {
      this.roles.set(mover, role);
      nodes.forEach((node, each) => (node.role = this.movers[each] === mover ? role : node.role));
    }
  }

  private index(event: SearchEvent, node: number): void {
    switch (event.event) {
      case "enter":
      case "improve":
        this.windows = Math.max(this.windows, windowLetters(event));
        break;
      case "evaluate": {
        this.evaluations.push(node);
        if (event.kind === "end") this.end(node, event.value);
        this.valued.add(node);
        if (this.shape.nodes[node]?.role !== "LEAF") this.inner += 1;
        break;
      }
      case "iteration": {
        const step = this.steps.length - 1;
        this.valued = new Set();
        this.inner = 0;
        this.passes.push({ number: event.number, depth: event.depth, step, evaluations: this.evaluations.length });
        break;
      }
      case "cutoff":
        this.cutoffs.push(this.steps.length);
        break;
      case "reorder":
        this.reorders += 1;
        break;
      case "answer":
        this.answers.push({ step: this.steps.length - 1, path: this.follow(event.line) });
        break;
      case "openlist":
        this.openLists.push({ step: this.steps.length - 1, list: event });
        break;
      case "reopen":
        this.lists = true;
        break;
      case "simulate":
        if (event.plies === 0) this.end(node, event.value);
        break;
      case "backup":
        this.visits = true;
        break;
    }
  }

  /** Marks a state where the game is over. */
  private end(number: number, value: Value): void {
    const node = this.shape.nodes[number];
    if (!node || this.shape.written) return;
    node.role = "LEAF";
    node.value = formatValue(value);
  }

  private follow(line: string[]): number[] {
    const { nodes } = this.shape;
    const path = nodes.length ? [0] : [];
    for (const move of line) {
      const next = nodes[path.at(-1)!]!.children.find((child) => nodes[child]!.move === move);
      if (next === undefined) break;
      path.push(next);
    }
    return path.length > 1 ? path : [];
  }

  /** The current node after so many steps, or -1. */
  standsAt(step: number): number {
    return step > 0 ? this.stands[step - 1]! : -1;
  }

  /** How many nodes there are after so many steps, and those that the last sentence is about. */
  toldAt(step: number): { met: number; named: number[] } {
    return { met: this.metAt(step), named: this.namedAt(step) };
  }

  /** The nodes that the sentence of a step is about; at an answer the whole line. */
  private namedAt(step: number): number[] {
    const event = this.steps[step - 1]?.event;
    if (!event) return [];
    if (event.event === "answer") return this.pathAt(step);
    const told = event as Partial<Record<(typeof NAMES)[number], string | string[] | null>>;
    const names = NAMES.filter((each) => event.event !== "prune" || each !== "by").flatMap((each) => told[each] ?? []);
    return [...new Set(names.map((name) => this.shape.find(name)))].filter((node) => node >= 0);
  }

  metAt(step: number): number {
    if (this.shape.written) return this.shape.nodes.length;
    // The root is there before the first step, so that there is something to see.
    return step > 0 ? this.met[step - 1]! : Math.min(this.shape.nodes.length, 1);
  }

  reordersAt(step: number): number {
    return step > 0 ? this.reordersUpTo[step - 1]! : 0;
  }

  passAt(step: number): Pass | null {
    return this.passes.findLast((pass) => pass.step < step) ?? null;
  }

  /** The nodes evaluated in this pass, in order; at most the last `most`. */
  evaluatedAt(step: number, most = Infinity): number[] {
    if (step <= 0) return [];
    const end = this.evaluationsUpTo[step - 1]!;
    return this.evaluations.slice(Math.max(this.passAt(step)?.evaluations ?? 0, end - most), end);
  }

  /** How many nodes were evaluated in this pass, with and without repetition, and how many inner nodes. */
  countsAt(step: number): { all: number; distinct: number; inner: number } {
    if (step <= 0) return { all: 0, distinct: 0, inner: 0 };
    const all = this.evaluationsUpTo[step - 1]! - (this.passAt(step)?.evaluations ?? 0);
    return { all, distinct: this.distinctUpTo[step - 1]!, inner: this.innerUpTo[step - 1]! };
  }

  /** The path of the last answer. */
  pathAt(step: number): number[] {
    return this.answers.findLast((answer) => answer.step < step)?.path ?? [];
  }

  /** The way of the simulation that is under way, from the root. */
  trailAt(step: number): number[] {
    const { nodes } = this.shape;
    const trail: number[] = [];
    for (let node = this.trailEnds[step - 1] ?? -1; node >= 0; node = nodes[node]!.parent) trail.unshift(node);
    return trail;
  }

  cutoffAfter(step: number): number | undefined {
    return this.cutoffs.find((cutoff) => cutoff > step);
  }

  cutoffBefore(step: number): number | undefined {
    return this.cutoffs.findLast((cutoff) => cutoff < step);
  }

  /** The OPEN list of a search that keeps one, with the front first; null before the first. */
  openAt(step: number): OpenListEvent | null {
    return this.openLists.findLast((open) => open.step < step)?.list ?? null;
  }

  says(step: number): string {
    return step > 0 ? this.steps[step - 1]!.says : "";
  }
}
