// The equilibria that backward induction reports, and what everybody does in one of them: the play it leads to, and the
// choices off it, which are the reason why nobody leaves it.

import type { Finished, Profile, TreeNode } from "../messages";
import { formatValue } from "./replay/look";
import type { Value } from "./replay/replay";

export interface Outcome {
  value: Value;
  /** The same with its fractions, where it has some. */
  exact?: string;
  /** The names of the nodes that play leads through, from the root on; it ends where chance moves. */
  path: string[];
}

export interface Conduct {
  line: ReadonlySet<number>;
  choices: ReadonlySet<number>;
  values: ReadonlyMap<number, string>;
}

export function payoffsOf({ value, exact }: Outcome): string {
  return exact ?? formatValue(value);
}

export function outcomesOf(finished: Finished | null): Outcome[] {
  return (finished?.report["equilibria"] as Outcome[] | undefined) ?? [];
}

/** The equilibrium of that number in a sentence. */
export function said(outcomes: readonly Outcome[], number: number): string {
  const outcome = outcomes[number]!;
  const moves = outcome.path.slice(1).join(" ");
  const which = outcomes.length === 1 ? "The only equilibrium" : `Equilibrium ${number + 1} of ${outcomes.length}`;
  const pays = `${which} pays ${payoffsOf(outcome)}${moves && ` by ${moves}`}`;
  return `${pays}: nobody gains by another move, wherever they are.`;
}

/** What is done in a tree; chance moves everywhere. */
export function conductOf(nodes: readonly TreeNode[], profile: Profile): Conduct {
  const names = new Set(profile.chosen);
  const told = new Map(Object.entries(profile.values));
  const values = new Map<number, string>();
  const line = new Set([0]);
  const choices = new Set<number>();
  // Nodes come breadth-first: a node's parent is known before it.
  nodes.forEach((node, number) => {
    const value = told.get(node.name);
    if (value !== undefined) values.set(number, value);
    const above = nodes[node.parent];
    if (!above) return;
    const byChance = above.role === "CHANCE";
    if (!byChance && !names.has(node.name)) return;
    if (line.has(node.parent)) line.add(number);
    else if (!byChance) choices.add(number);
  });
  return { line, choices, values };
}
