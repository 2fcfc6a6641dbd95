// Written by `python -m zermelo.lab.typescript` from zermelo.events: do not edit.

/**
 * The search enters a node with a window; `alpha_from` and `beta_from` are the ancestors that set its ends. Only the engine's
 * nodes have a `visit`.
 */
export interface EnterEvent {
  event: "enter";
  node: string;
  parent: string | null;
  move: string | null;
  role: string;
  ply: number;
  alpha: number | null;
  beta: number | null;
  alpha_from: string | null;
  beta_from: string | null;
  visit: VisitEvent | null;
}

/**
 * How the engine visits a node: `depth` moves ahead, `reduction` fewer than usual (negative for an extension); with a null
 * window it only asks whether the node is worth `more` than alpha or `less` than beta.
 */
export interface VisitEvent {
  depth: number;
  reduction: number;
  asks: "less" | "more" | null;
}

/**
 * A leaf is evaluated: the end of the game, a static value at the horizon, there with captures and the like played out, a
 * value that the game knows without a search, or one cached by an earlier pass.
 */
export interface EvaluateEvent {
  event: "evaluate";
  node: string;
  value: number | number[] | null;
  kind: "cached" | "end" | "known" | "quiescence" | "static";
}

/**
 * A node takes a child's value as its best so far, which narrows its window.
 */
export interface ImproveEvent {
  event: "improve";
  node: string;
  child: string;
  value: number | number[] | null;
  role: string;
  bound: "estimate" | "exact" | "lower" | "upper";
  alpha: number | null;
  beta: number | null;
}

/**
 * The rest of a node cannot matter: an ancestor already has something at least as good elsewhere.
 *
 * An alpha cutoff happens at a MIN node because of a MAX ancestor, a beta cutoff at a MAX node because of a MIN ancestor. It
 * is deep if that ancestor, `by`, is not the parent. `by` is None if the limit is that of a null-window test, as in scout and
 * MTD(f).
 *
 * In max^n the kind is `payoffs`: the payoff of the player at the node leaves nobody else more than the limit, which the
 * player of the parent already has; or, if `by` is None, no payoff can be larger. The kind is `win` if the player at the node
 * has found a win and the search was told to stop there.
 *
 * `skipped` are the leaves that are not looked at, or the states where the tree is not explicit; `children` are the children
 * of the node that lead there, each of which gets a `Skip`.
 */
export interface CutoffEvent {
  event: "cutoff";
  node: string;
  kind: "alpha" | "beta" | "payoffs" | "win";
  value: number | number[] | null;
  limit: number | null;
  by: string | null;
  by_child: string | null;
  deep: boolean;
  skipped: string[];
  children: string[];
}

/**
 * A child is never generated; `leaves` are those below it in an explicit tree.
 */
export interface SkipEvent {
  event: "skip";
  node: string;
  parent: string;
  leaves: string[];
}

/**
 * The search leaves a node with a value, exact or a bound.
 */
export interface LeaveEvent {
  event: "leave";
  node: string;
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
}

/**
 * A pass over the tree begins, to a depth or with a window.
 */
export interface IterationEvent {
  event: "iteration";
  number: number;
  depth: number | null;
  alpha: number | null;
  beta: number | null;
}

/**
 * The children of a node are sorted by their values in the last pass.
 */
export interface ReorderEvent {
  event: "reorder";
  node: string;
  children: string[];
  values: (number | null)[];
}

/**
 * Moves tie at a node or below it, so several outcomes are good play. The first few are listed, each with the child that
 * leads there, unless chance moves.
 */
export interface TieEvent {
  event: "tie";
  node: string;
  outcomes: number;
  values: (number | number[] | null)[];
  children: string[];
}

/**
 * A pass or the search has ended with this value and line.
 */
export interface AnswerEvent {
  event: "answer";
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  line: string[];
}

/**
 * The transposition table knows the value of a position that was searched before.
 */
export interface RecallEvent {
  event: "recall";
  node: string;
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
}

/**
 * The engine leaves a node without searching its moves to the full depth; `by` says what made it sure enough.
 */
export interface PruneEvent {
  event: "prune";
  node: string;
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  by: "futility" | "mate_distance" | "multi_cut" | "null_move" | "probcut";
}

/**
 * A null-window test found the node better than expected, so it is searched again for its value.
 */
export interface AgainEvent {
  event: "again";
  node: string;
  value: number | number[] | null;
}

/**
 * A node at the horizon is not quiet, so the search goes on below it.
 */
export interface ExtendEvent {
  event: "extend";
  node: string;
  value: number | number[] | null;
}

/**
 * Best-first search opens a node; `merit` is an upper bound of the solutions through it.
 */
export interface ReopenEvent {
  event: "reopen";
  node: string;
  merit: number | null;
}

/**
 * Best-first search has solved a node.
 */
export interface SolveEvent {
  event: "solve";
  node: string;
  merit: number | null;
}

/**
 * The list of open nodes after `node` was expanded or left it: the nodes at its front, and how many there are in all.
 */
export interface OpenListEvent {
  event: "openlist";
  node: string;
  front: string[];
  size: number;
}

/**
 * Monte-Carlo tree search goes down from a node to a child: to the one with the largest sum of mean and bonus, or to the one
 * that chance draws, or to which the players' choices lead where they move at the same time. The mean is that of the player who
 * chooses, scaled to 0..1; `visits` are those of the child.
 */
export interface SelectEvent {
  event: "select";
  node: string;
  child: string;
  role: string;
  visits: number;
  node_visits: number;
  mean: number | null;
  bonus: number | null;
}

/**
 * Monte-Carlo tree search adds a node to its tree.
 */
export interface ExpandEvent {
  event: "expand";
  node: string;
  parent: string | null;
  move: string | null;
  role: string;
}

/**
 * A random game is played from a node to its end.
 */
export interface SimulateEvent {
  event: "simulate";
  node: string;
  plies: number;
  value: number | number[] | null;
}

/**
 * The payoff of a simulation is added at a node on the way back to the root.
 */
export interface BackupEvent {
  event: "backup";
  node: string;
  visits: number;
  mean: number | number[] | null;
}

export type SearchEvent = EnterEvent | EvaluateEvent | ImproveEvent | CutoffEvent | SkipEvent | LeaveEvent | IterationEvent | ReorderEvent | TieEvent | AnswerEvent | RecallEvent | PruneEvent | AgainEvent | ExtendEvent | ReopenEvent | SolveEvent | OpenListEvent | SelectEvent | ExpandEvent | SimulateEvent | BackupEvent;
