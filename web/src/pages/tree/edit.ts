// Edits of a tree. The tree's text is the one truth: an edit makes a new text in the names style, which the server reads
// back. Every inner node says who moves there, so that an edit in one place does not turn the players round in another.

import type { TreeNode } from "../../messages/shared";

interface Draft extends Omit<TreeNode, "parent"> {
  children: Draft[];
}

export type Kind = "MAX" | "MIN" | "CHANCE";

/** The nodes as a tree that can be changed; `at` is where each of them is. */
class Sketch {
  readonly at: Draft[];

  constructor(nodes: readonly TreeNode[]) {
    this.at = nodes.map((node) => ({ ...node, children: [] }));
    nodes.forEach((node, number) => this.at[node.parent]?.children.push(this.at[number]!));
  }

  get text(): string {
    return format(this.at[0]!);
  }
}

export function addChild(nodes: readonly TreeNode[], parent: number): { text: string; added: string } {
  const sketch = new Sketch(nodes);
  const above = sketch.at[parent]!;
  if (above.role === "LEAF") {
    above.role = turnAfter(nodes, parent);
    above.value = null;
  }
  const added = freshName(nodes);
  above.children.push({ name: added, role: "LEAF", value: "0", odds: null, action: null, noisy: false, children: [] });
  if (above.role === "CHANCE") spread(above);
  return { text: sketch.text, added };
}

/** Without its last child a node is a leaf worth 0, or what was written on it. */
export function remove(nodes: readonly TreeNode[], number: number): string {
  const sketch = new Sketch(nodes);
  const above = sketch.at[nodes[number]!.parent]!;
  above.children = above.children.filter((child) => child !== sketch.at[number]);
  if (!above.children.length) {
    above.role = "LEAF";
    above.value ??= "0";
  }
  if (above.role === "CHANCE") spread(above);
  return sketch.text;
}

export function moveTo(nodes: readonly TreeNode[], number: number, place: number): string {
  const sketch = new Sketch(nodes);
  const node = sketch.at[number]!;
  const above = sketch.at[nodes[number]!.parent]!;
  const others = above.children.filter((child) => child !== node);
  above.children = [...others.slice(0, place), node, ...others.slice(place)];
  return sketch.text;
}

/** Which child of its parent a node is, and how many there are. */
export function placeOf(nodes: readonly TreeNode[], number: number): { place: number; of: number } {
  const siblings = nodes.flatMap((node, at) => (node.parent === nodes[number]!.parent ? [at] : []));
  return { place: siblings.indexOf(number), of: siblings.length };
}

/** An empty value takes the static value of an inner node away. */
export function setValue(nodes: readonly TreeNode[], number: number, value: string): string {
  const sketch = new Sketch(nodes);
  sketch.at[number]!.value = value.trim() || (nodes[number]!.role === "LEAF" ? "0" : null);
  return sketch.text;
}

export function rename(nodes: readonly TreeNode[], number: number, name: string): string {
  const sketch = new Sketch(nodes);
  sketch.at[number]!.name = name.trim() || nodes[number]!.name;
  return sketch.text;
}

export function setKind(nodes: readonly TreeNode[], number: number, kind: Kind): string {
  const sketch = new Sketch(nodes);
  const node = sketch.at[number]!;
  node.role = kind;
  if (kind === "CHANCE") spread(node);
  else for (const child of node.children) child.odds = null;
  return sketch.text;
}

/** MAX and MIN change places in the whole tree. */
export function swapPlayers(nodes: readonly TreeNode[]): string {
  const sketch = new Sketch(nodes);
  for (const node of sketch.at) node.role = { MAX: "MIN", MIN: "MAX" }[node.role] ?? node.role;
  return sketch.text;
}

/** The probabilities of a chance node's branches, as one text. */
export function oddsOf(nodes: readonly TreeNode[], number: number): string {
  return nodes.flatMap((node) => (node.parent === number ? [node.odds ?? ""] : [])).join(" ");
}

export function setOdds(nodes: readonly TreeNode[], number: number, odds: string): string {
  const sketch = new Sketch(nodes);
  const node = sketch.at[number]!;
  const parts = odds.trim().split(/[\s,]+/);
  if (parts.length !== node.children.length) {
    throw new Error(
      `${node.name} has ${node.children.length} branches: give as many probabilities, as in 1/2 1/4 1/4.`,
    );
  }
  node.children.forEach((child, at) => (child.odds = parts[at]!));
  return sketch.text;
}

function spread(node: Draft): void {
  for (const child of node.children) child.odds = `1/${node.children.length}`;
}

/** After MAX comes MIN, after MIN comes MAX; chance lets the one move who did not move before it. */
function turnAfter(nodes: readonly TreeNode[], number: number): string {
  let above = nodes[number]!.parent;
  while (above >= 0 && nodes[above]!.role === "CHANCE") above = nodes[above]!.parent;
  const role = nodes[above]?.role ?? "MIN";
  return role === "MAX" ? "MIN" : role === "MIN" ? "MAX" : "P1";
}

function freshName(nodes: readonly TreeNode[]): string {
  const taken = new Set(nodes.map((node) => node.name));
  for (let number = 0; ; number++) {
    const name = letters(number);
    if (!taken.has(name)) return name;
  }
}

/** A, B, ..., Z, AA, AB, ... */
function letters(number: number): string {
  const rest = Math.floor(number / 26) - 1;
  return (rest >= 0 ? letters(rest) : "") + String.fromCharCode(65 + (number % 26));
}

function format(node: Draft): string {
  let text = node.odds === null ? "" : `${node.odds}:`;
  if (node.action !== null) text += `${quote(node.action)}:`;
  text += quote(node.name);
  if (node.role === "CHANCE") text += "?";
  else if (node.role !== "LEAF") text += `@${node.role.toLowerCase()}`;
  if (node.noisy) text += "!";
  if (node.value !== null) text += `=${node.value}`;
  return node.children.length ? `${text}(${node.children.map(format).join(" ")})` : text;
}

function quote(name: string): string {
  if (/^[A-Za-z_][\w'.-]*$/.test(name)) return name;
  const escaped = name.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `"${escaped}"`;
}
