// The equilibria that backward induction reports, and the strategies of one of them: the line it leads to, and the moves
// off that line, which are the reason why nobody deviates.

import type { Profile } from "../messages/tree";
import { formatValue } from "./format";
import type { Value } from "./replay/replay";
import type { ShapeNode } from "./replay/shape";
import type { Run } from "./run.svelte";

export interface Outcome {
  value: Value;
  /** The same with its fractions, where it has some. */
  exact?: string;
  /** The moves that are played; they end where chance moves. */
  moves: string[];
}

export interface Conduct {
  line: ReadonlySet<number>;
  choices: ReadonlySet<number>;
  values: ReadonlyMap<number, string>;
}

export function payoffsOf({ value, exact }: Outcome): string {
  return exact ?? formatValue(value);
}

interface Reported extends Omit<Outcome, "moves"> {
  /** The names of the nodes, from the root on; of a game the moves. */
  path: unknown[];
}

export function outcomesOf(run: Run): Outcome[] {
  const reported = (run.finished?.report["equilibria"] as Reported[] | undefined) ?? [];
  const skipped = run.recording.shape.written ? 1 : 0;
  return reported.map(({ path, ...outcome }) => ({ ...outcome, moves: path.slice(skipped).map(String) }));
}

/** The equilibrium of that number in a sentence. */
export function said(outcomes: readonly Outcome[], number: number): string {
  const outcome = outcomes[number]!;
  const moves = outcome.moves.join(" ");
  const which = outcomes.length === 1 ? "The only equilibrium" : `Equilibrium ${number + 1} of ${outcomes.length}`;
  const pays = `${which} pays ${payoffsOf(outcome)}${moves && ` by ${moves}`}`;
  return `${pays}: nobody gains by another move, wherever they are.`;
}

/** The strategies in a tree; at chance nodes every move is played. */
export function conductOf(nodes: readonly Pick<ShapeNode, "name" | "parent" | "role">[], profile: Profile): Conduct {
  const names = new Set(profile.chosen);
  const told = new Map(Object.entries(profile.values));
  const values = new Map<number, string>();
  const line = new Set([0]);
  const choices = new Set<number>();
  // A node's parent comes before it.
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
