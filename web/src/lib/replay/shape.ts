// The tree that a search visits, without the search: names, roles, edges, values. An explicit tree is complete; the tree
// of a game grows as the steps of its search arrive.

import type { TreeNode } from "../../messages/shared";

export interface ShapeNode {
  /** What the events call it. */
  name: string;
  /** What it is called in the drawing; empty where only the move that led to it has a name. */
  title: string;
  parent: number;
  depth: number;
  /** MAX, MIN, CHANCE, LEAF, SIMULTANEOUS, P1, P2, ...; empty for a state that was not visited. */
  role: string;
  /** The move that leads here, as the answer's line writes it. */
  move: string;
  /** The label of the edge from its parent, beside the probability `odds`. */
  branch: string;
  odds: string;
  /** A leaf's payoff, as text. */
  value: string | null;
  /** The static value written on an inner node, as text. */
  fixed: string | null;
  noisy: boolean;
  children: number[];
}

export class Shape {
  readonly nodes: ShapeNode[] = [];
  private readonly numbers = new Map<string, number>();

  /** `written` is an explicit tree, with all its nodes. */
  constructor(readonly written: boolean) {}

  find(name: string): number {
    return this.numbers.get(name) ?? -1;
  }

  add(node: Omit<ShapeNode, "depth" | "children">): number {
    const number = this.nodes.length;
    const above = this.nodes[node.parent];
    this.nodes.push({ ...node, depth: above ? above.depth + 1 : 0, children: [] });
    above?.children.push(number);
    this.numbers.set(node.name, number);
    return number;
  }

  /** The moves that lead to a node. */
  path(node: number): string[] {
    const moves: string[] = [];
    for (let at = this.nodes[node]; at && at.parent >= 0; at = this.nodes[at.parent]) moves.push(at.move);
    return moves.reverse();
  }

  /** A node and all nodes below it. */
  subtree(node: number): number[] {
    const found = [node];
    for (const each of found) found.push(...this.nodes[each]!.children);
    return found;
  }

  /** Adds a node of a game that an event names for the first time. */
  meet(name: string, parent: number, move: string | null, role: string): number {
    const branch = shorten(move ?? "");
    return this.add({ ...BARE, name, parent, role, move: move ?? "", branch });
  }
}

const BARE = { title: "", odds: "", value: null, fixed: null, noisy: false };
const LONGEST_LABEL = 24;

export function shapeOf(nodes: TreeNode[]): Shape {
  const shape = new Shape(true);
  for (const node of nodes) {
    const leaf = node.role === "LEAF";
    shape.add({
      name: node.name,
      title: shorten(node.name),
      parent: node.parent,
      role: node.role,
      move: node.name,
      branch: shorten(node.action ?? ""),
      odds: node.odds ?? "",
      value: leaf ? node.value : null,
      fixed: leaf ? null : node.value,
      noisy: node.noisy,
    });
  }
  return shape;
}

function shorten(text: string): string {
  return text.length <= LONGEST_LABEL ? text : `${text.slice(0, LONGEST_LABEL - 1)}…`;
}
