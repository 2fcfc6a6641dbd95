// A decision as an outline: who moves where, what each branch is worth, the best first and the rest folded away.

import { shortNumber } from "../../lib/format";
import type { TreeNode } from "../../messages/shared";

export interface Branch {
  /** The move that leads here, as in East; the root's name at the root. */
  move: string;
  /** Who has made that move; empty at the root. */
  who: string;
  /** Who is to move here: MAX, MIN, CHANCE, or LEAF. */
  role: string;
  value: number;
  /** The probability of the branch, where chance moves; else 1. */
  odds: number;
  /** Best first for whoever moves, the likeliest first where chance does. */
  children: Branch[];
}

const WORDS: Record<string, string> = { N: "North", S: "South", E: "East", W: "West" };
/** How many branches are shown before the rest is folded; one more than these is shown too. */
const SHOWN = 2;

/** The outline of a tree whose nodes come breadth-first and are named by their moves, as in East.N.W; there must be one. */
export function outline(nodes: TreeNode[]): Branch {
  const branches = nodes.map((node): Branch => {
    const steps = node.name.split(".");
    const last = steps.at(-1)!;
    return {
      move: steps.length > 1 ? (WORDS[last] ?? last) : node.name,
      who: node.parent < 0 ? "" : steps.length > 1 ? `Ghost ${steps.length - 1}` : "Pac-Man",
      role: node.role,
      value: Number(node.value ?? 0),
      odds: node.odds === null ? 1 : fraction(node.odds),
      children: [],
    };
  });
  for (let at = nodes.length - 1; at > 0; at -= 1) branches[nodes[at]!.parent]!.children.unshift(branches[at]!);
  // Children come after their parents, so going backwards they are complete.
  for (const branch of branches.reverse()) if (branch.children.length) settle(branch);
  return branches.at(-1)!;
}

function settle(branch: Branch): void {
  const { role, children } = branch;
  if (role === "CHANCE") {
    branch.value = children.reduce((sum, child) => sum + child.odds * child.value, 0);
    children.sort((one, other) => other.odds - one.odds);
  } else {
    const sign = role === "MIN" ? 1 : -1;
    children.sort((one, other) => sign * (one.value - other.value));
    branch.value = children[0]!.value;
  }
}

/** The branches to show, and those to fold away. */
export function folded(children: Branch[]): { shown: Branch[]; rest: Branch[] } {
  const most = children.length > SHOWN + 1 ? SHOWN : children.length;
  return { shown: children.slice(0, most), rest: children.slice(most) };
}

/** What is folded away, in words. */
export function summary(rest: Branch[], chance: boolean): string {
  const values = rest.map(({ value }) => value);
  const [low, high] = [shortNumber(Math.min(...values)), shortNumber(Math.max(...values))];
  const worth = low === high ? `worth ${low}` : `worth ${low} to ${high}`;
  return `${rest.length} ${chance ? "less likely" : "other"} moves, ${worth}`;
}

/** The least and the largest value of a tree. */
export function rangeOf(branch: Branch): [number, number] {
  const ranges = branch.children.map(rangeOf);
  return [Math.min(branch.value, ...ranges.map(([low]) => low)), Math.max(branch.value, ...ranges.map(([, high]) => high))];
}

function fraction(text: string): number {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}
