// Written by `python -m zermelo.lab.typescript` from zermelo.events: do not edit.

/**
 * The search arrives at a node with a window, and each end of the window was given by some ancestor.
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
}

/**
 * A leaf's value is asked for: the end of the game, or a static value at the horizon, fresh or remembered.
 */
export interface EvaluateEvent {
  event: "evaluate";
  node: string;
  value: number | number[] | null;
  kind: "cached" | "end" | "static";
}

/**
 * A node takes a child's value as its best so far, and its window shrinks.
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
 * An alpha cutoff happens at a MIN node (a MAX ancestor is responsible), a beta cutoff at a MAX node. It is deep if
 * that ancestor is not the parent. `by` is None when the limit is no ancestor's but a test, as the null windows of
 * scout and MTD(f) are.
 *
 * Among many players the kind is `payoffs`: what the player at the node has leaves nobody else more than the limit, and the
 * player of the parent already has as much; or, where `by` is None, there is nothing better to be had.
 */
export interface CutoffEvent {
  event: "cutoff";
  node: string;
  kind: "alpha" | "beta" | "payoffs";
  value: number | number[] | null;
  limit: number | null;
  by: string | null;
  by_child: string | null;
  deep: boolean;
  skipped: string[];
}

/**
 * A child that is never generated, with the leaves below it where they can be known.
 */
export interface SkipEvent {
  event: "skip";
  node: string;
  parent: string;
  leaves: string[];
}

/**
 * The search is done with a node: its value, exact or a bound.
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
 * The children of a node are put in the order the last pass suggests, each with the value it had there.
 */
export interface ReorderEvent {
  event: "reorder";
  node: string;
  children: string[];
  values: (number | null)[];
}

/**
 * Where moves tie, at a node or below it, several outcomes of it are good play. The first few of them are told, each with
 * the child that leads there; where chance moves there is none.
 */
export interface TieEvent {
  event: "tie";
  node: string;
  outcomes: number;
  values: (number | number[] | null)[];
  children: string[];
}

/**
 * A move is ready: at the end of every pass, and at the end of the search.
 */
export interface AnswerEvent {
  event: "answer";
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  line: string[];
}

/**
 * A position met before: what the table remembers of it is used instead of searching it again.
 */
export interface RecallEvent {
  event: "recall";
  node: string;
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
}

/**
 * A test with a null window said "better than expected", so the node is searched once more for its value.
 */
export interface AgainEvent {
  event: "again";
  node: string;
  value: number | number[] | null;
}

/**
 * The horizon falls on a node that is not quiet, so the search goes on there.
 */
export interface ExtendEvent {
  event: "extend";
  node: string;
  value: number | number[] | null;
}

/**
 * Best-first search puts a node on its list, with the most that a solution through it can be worth.
 */
export interface ReopenEvent {
  event: "reopen";
  node: string;
  merit: number | null;
}

/**
 * Best-first search has settled the best solution tree below a node.
 */
export interface SolveEvent {
  event: "solve";
  node: string;
  merit: number | null;
}

/**
 * Monte-Carlo search adds a node to its tree.
 */
export interface ExpandEvent {
  event: "expand";
  node: string;
  parent: string | null;
  move: string | null;
  role: string;
}

/**
 * A game is played out at random from a node.
 */
export interface SimulateEvent {
  event: "simulate";
  node: string;
  plies: number;
  value: number | number[] | null;
}

/**
 * A playout's payoff is counted at a node on the way back to the root.
 */
export interface BackupEvent {
  event: "backup";
  node: string;
  visits: number;
  mean: number | number[] | null;
}

export type SearchEvent = EnterEvent | EvaluateEvent | ImproveEvent | CutoffEvent | SkipEvent | LeaveEvent | IterationEvent | ReorderEvent | TieEvent | AnswerEvent | RecallEvent | AgainEvent | ExtendEvent | ReopenEvent | SolveEvent | ExpandEvent | SimulateEvent | BackupEvent;
