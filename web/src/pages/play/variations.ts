// The moves of a game as a tree: a node for each position, whose first child is the main line and whose other children begin
// variations. A node is found by the moves that lead to it. Functions return a new tree and share what has not changed.
// None recurses along a line, which may have thousands of moves, but only into variations.

import type { Reasons, ReviewedMove, Turn, Written } from "../../messages/play";

/** A position: the move that led to it, and what is known of it. The root's move is empty. */
export interface GameNode {
  move: string;
  /** The move in the game's usual notation and the number before it, once they are known. */
  written: string;
  number: string;
  /** PGN's numbers for marks such as ?? (4). */
  annotations: number[];
  comment: string;
  /** The value for MAX, in how many moves it wins (loses, if negative) where that is known, and the score from 0 to 1 that it
   * can expect. */
  value: number | null;
  mate: number | null;
  expected: number | null;
  /** How many simulations MAX wins, from 0 to 1, where they have given the value. */
  winRate: number | null;
  /** What a review says of the move. */
  reviewed: ReviewedMove | null;
  /** The move that a player chose here, and why. */
  reasoned: { move: string | null; reasons: Reasons } | null;
  children: GameNode[];
}

/** A node as the browser keeps it. */
export interface KeptTurn extends Turn {
  value?: number | null;
  mate?: number | null;
  expected?: number | null;
  reviewed?: ReviewedMove | null;
  variations?: KeptTurn[][];
}

/** A move of a line, and the first moves of the variations that replace it. */
export interface Step {
  node: GameNode;
  others: GameNode[];
}

const SIGNS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

const UNKNOWN = { written: "", number: "", annotations: [], comment: "", value: null, mate: null, expected: null, winRate: null, reviewed: null };

export function newNode(move = ""): GameNode {
  return { move, ...UNKNOWN, reasoned: null, children: [] };
}

/** The nodes along a line, from the root on, as far as the tree has them. */
export function along(root: GameNode, line: readonly string[]): GameNode[] {
  const nodes = [root];
  for (const move of line) {
    const next = nodes.at(-1)!.children.find((child) => child.move === move);
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

/** A line and what the tree has after it. */
export function continued(root: GameNode, line: readonly string[]): string[] {
  const last = along(root, line).at(-1)!;
  return [...line, ...mainLine(last).map((step) => step.node.move)];
}

/** The first child, its first child and so on. */
export function mainLine(root: GameNode): Step[] {
  const steps: Step[] = [];
  for (let [node, ...others] = root.children; node !== undefined; [node, ...others] = node.children) {
    steps.push({ node, others });
  }
  return steps;
}

/** The tree with a line in it: moves that it does not have begin a variation. */
export function extended(root: GameNode, line: readonly string[]): GameNode {
  const nodes = along(root, line);
  const known = nodes.length - 1;
  let branch: GameNode[] = [];
  for (const move of line.slice(known).reverse()) branch = [{ ...newNode(move), children: branch }];
  return changed(root, line.slice(0, known), { children: [...nodes[known]!.children, ...branch] });
}

export function changed(root: GameNode, line: readonly string[], change: Partial<GameNode>): GameNode {
  return rebuilt(root, line, (ply) => (ply === line.length ? change : {}));
}

/** The tree with the moves of a line as people write them. */
export function named(root: GameNode, line: readonly string[], names: readonly Written[]): GameNode {
  return rebuilt(root, line, (ply) => {
    const name = names[ply - 1];
    return name === undefined ? {} : { written: name.move, number: name.number };
  });
}

/** The tree without the last move of a line and all that follows it. */
export function removed(root: GameNode, line: readonly string[]): GameNode {
  const before = line.slice(0, -1);
  const children = along(root, before).at(-1)!.children.filter((child) => child.move !== line.at(-1));
  return changed(root, before, { children });
}

/** The tree in which the variation that a line ends in takes the place of what it replaces. */
export function promoted(root: GameNode, line: readonly string[]): GameNode {
  const nodes = along(root, line);
  const ply = nodes.findLastIndex((node, ply) => ply + 1 < nodes.length && node.children[0] !== nodes[ply + 1]);
  if (ply < 0) return root;
  const first = nodes[ply + 1]!;
  const children = [first, ...nodes[ply]!.children.filter((child) => child !== first)];
  return changed(root, line.slice(0, ply), { children });
}

/** Whether a line leaves the main line. */
export function isVariation(root: GameNode, line: readonly string[]): boolean {
  return promoted(root, line) !== root;
}

/** The number of the first move of a variation: Black's is written with dots, as in 3…, where it has none of its own. */
export function firstNumber(node: GameNode, before: GameNode): string {
  return node.number || before.number.replace(/\.$/, "…");
}

/** The marks of a move, such as ?!. */
export function signs(node: GameNode): string {
  return node.annotations.map((number) => SIGNS[number] ?? "").join("");
}

export function toTurns(root: GameNode): Turn[] {
  return lineOf(root, ({ move, written, number, annotations, comment }) => ({
    move,
    written,
    number,
    annotations,
    comment,
  }));
}

export function toKept(root: GameNode): KeptTurn[] {
  return lineOf(root, ({ children: _, reasoned: __, ...kept }) => kept);
}

export function fromTurns(turns: readonly KeptTurn[]): GameNode {
  return { ...newNode(), children: firstMoves(turns) };
}

function lineOf<T extends object>(root: GameNode, keep: (node: GameNode) => T): (T & { variations: T[][] })[] {
  return mainLine(root).map(({ node, others }) => ({
    ...keep(node),
    variations: others.map((other) => [keep(other), ...lineOf(other, keep)]),
  }));
}

function firstMoves(turns: readonly KeptTurn[]): GameNode[] {
  let children: GameNode[] = [];
  for (const { variations, ...turn } of [...turns].reverse()) {
    children = joined([{ ...newNode(), ...turn, children }, ...(variations ?? []).flatMap(firstMoves)]);
  }
  return children;
}

/** Nodes with the same move become one. */
function joined(nodes: GameNode[]): GameNode[] {
  const found = new Map<string, GameNode>();
  for (const node of nodes) {
    const same = found.get(node.move);
    found.set(node.move, same ? { ...same, children: joined([...same.children, ...node.children]) } : node);
  }
  return [...found.values()];
}

/** The tree with changes of the nodes along a line; the root has ply 0. */
function rebuilt(root: GameNode, line: readonly string[], change: (ply: number) => Partial<GameNode>): GameNode {
  const nodes = along(root, line);
  return nodes.reduceRight<GameNode | null>((below, node, ply) => {
    const children = below === null ? node.children : node.children.map((child) => (child.move === below.move ? below : child));
    return { ...node, children, ...change(ply) };
  }, null)!;
}
