// An answer is always a text; the fields and the tree show what it says and write it anew. So every form of answer has
// a way to be read, however unfinished it is, and a way to be written.

import type { TreeNode } from "../../messages/shared";

export const INFINITY = "inf";

export interface Pair {
  first: string;
  second: string;
}

export interface Span {
  low: string;
  lowSign: string;
  highSign: string;
  high: string;
}

/** The nodes a text names, in its order; capital letters are not insisted on. */
export function readNames(text: string, nodes: TreeNode[]): string[] {
  const names = new Set(nodes.map((node) => node.name));
  return text.split(/[\s,;{}()[\]]+/).flatMap((word) => {
    const found = [word, word.toUpperCase()].find((each) => names.has(each));
    return found === undefined ? [] : [found];
  });
}

/** A sequence with a node added at its end, or taken out. */
export function toggleInSequence(text: string, name: string, nodes: TreeNode[]): string {
  const named = readNames(text, nodes);
  return (named.includes(name) ? named.filter((each) => each !== name) : [...named, name]).join(" ");
}

/** A set with a node added or taken out, written from left to right. */
export function toggleInSet(text: string, name: string, nodes: TreeNode[]): string {
  const named = new Set(readNames(text, nodes));
  if (!named.delete(name)) named.add(name);
  return leftToRight(nodes)
    .filter((each) => named.has(each))
    .join(" ");
}

/** A value and a move at the root, as in: 3 B. */
export function readValueAndMove(text: string, moves: string[]): Pair {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const named = (word: string): string | undefined =>
    moves.find((move) => move === word || move === word.toUpperCase());
  return {
    first: words.filter((word) => named(word) === undefined).join(" "),
    second: words.flatMap((word) => named(word) ?? []).at(-1) ?? "",
  };
}

export function writeValueAndMove({ first, second }: Pair): string {
  return [first, second].filter(Boolean).join(" ");
}

/** Alpha and beta, as in: 2, inf. */
export function readWindow(text: string): Pair {
  const bare = text.replace(/alpha|beta|[αβ=:()[\]]/gi, " ").trim();
  const [first = "", second = ""] = bare.includes(",") ? bare.split(",") : bare.split(/\s+/);
  return { first: first.trim(), second: second.trim() };
}

export function writeWindow({ first, second }: Pair): string {
  return first === "" && second === "" ? "" : `${first}, ${second}`;
}

/** An interval of x, as in: 2 <= x < 5. */
export function readSpan(text: string): Span {
  const plain = text.replaceAll("≤", "<=").replaceAll("≥", ">=").trim();
  const turned = /^x\s*(>=?)\s*(\S*)$/.exec(plain);
  if (turned) return { low: turned[2] ?? "", lowSign: turned[1] === ">" ? "<" : "<=", highSign: "", high: "" };
  const found = /^(?:(\S+)\s*(<=?)\s*)?x(?:\s*(<=?)\s*(\S*))?$/.exec(plain);
  return { low: found?.[1] ?? "", lowSign: found?.[2] ?? "", highSign: found?.[3] ?? "", high: found?.[4] ?? "" };
}

export function writeSpan({ low, lowSign, highSign, high }: Span): string {
  if (low === "" && high === "") return "";
  if (high === "") return `x ${lowSign.replace("<", ">")} ${low}`;
  return `${low === "" ? "" : `${low} ${lowSign} `}x ${highSign} ${high}`;
}

/** Values of nodes, as in: A = 7/2, B = 3. */
export function readValues(text: string): Map<string, string> {
  const parts = text.split(/[,;\n]/).map((part) => /^\s*(\w+)\s*[=:]?\s*(.*?)\s*$/.exec(part));
  return new Map(parts.flatMap((part) => (part ? [[part[1]!.toUpperCase(), part[2]!]] : [])));
}

export function writeValues(values: Map<string, string>, nodes: string[]): string {
  return nodes.flatMap((name) => (values.get(name) ? [`${name} = ${values.get(name)}`] : [])).join(", ");
}

/** Children of nodes in an order, as in: A: C B; D: G F. Only what names every child once is an order. */
export function readOrders(text: string, nodes: TreeNode[]): Map<string, string[]> {
  const orders = new Map<string, string[]>();
  for (const part of text.split(/[;\n]/)) {
    const [head = "", rest = ""] = part.split(":");
    const [name] = readNames(head, nodes);
    if (name === undefined) continue;
    const order = readNames(rest, nodes);
    const children = childrenOf(nodes, name);
    if (order.length === children.length && children.every((child) => order.includes(child))) orders.set(name, order);
  }
  return orders;
}

export function writeOrders(orders: Map<string, string[]>, nodes: TreeNode[]): string {
  return nodes
    .flatMap(({ name }) => {
      const order = orders.get(name);
      return order && order.join() !== childrenOf(nodes, name).join() ? [`${name}: ${order.join(" ")}`] : [];
    })
    .join("; ");
}

/** The answer with a child put in another place among its siblings. */
export function moveChild(text: string, nodes: TreeNode[], parent: string, child: string, place: number): string {
  const orders = readOrders(text, nodes);
  const rest = (orders.get(parent) ?? childrenOf(nodes, parent)).filter((each) => each !== child);
  return writeOrders(new Map([...orders, [parent, rest.toSpliced(place, 0, child)]]), nodes);
}

export function childrenOf(nodes: TreeNode[], name: string): string[] {
  const parent = nodes.findIndex((node) => node.name === name);
  return nodes.flatMap((node) => (node.parent === parent ? [node.name] : []));
}

/** The nodes with children, breadth-first. */
export function innerNodes(nodes: TreeNode[]): string[] {
  const parents = new Set(nodes.map((node) => node.parent));
  return nodes.flatMap((node, index) => (parents.has(index) ? [node.name] : []));
}

/** The same tree with the children of some nodes in another order, breadth-first again. */
export function reordered(nodes: TreeNode[], orders: Map<string, string[]>): TreeNode[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const root = nodes[0];
  const found: TreeNode[] = root ? [root] : [];
  for (let at = 0; at < found.length; at += 1) {
    const name = found[at]!.name;
    const children = orders.get(name) ?? childrenOf(nodes, name);
    found.push(...children.map((child) => ({ ...byName.get(child)!, parent: at })));
  }
  return found;
}

function leftToRight(nodes: TreeNode[], name: string = nodes[0]?.name ?? ""): string[] {
  return [name, ...childrenOf(nodes, name).flatMap((child) => leftToRight(nodes, child))];
}
