// Written by `python -m zermelo.lab.typescript` from zermelo.events: do not edit.

/**
 * The search enters a node with a window; `alpha_from` and `beta_from` are the ancestors that set its ends. Only the engine's
 * nodes have a `visit`. Star2's `probe` looks at one move below the node only. In a search that knows bounds of all leaves
 * (`bounded`, as in star1), ends that no ancestor set are these bounds; elsewhere, they were given to the search.
 *
 * `mover` is the player to move if the search tells values from that player's point of view, as negamax does: then the sentence
 * changes the signs. The numbers of events are MAX's all the same.
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
  probe: boolean;
  mover: "MAX" | "MIN" | null;
  bounded: boolean;
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
 * value that the game knows without a search, or one cached by an earlier pass or probe. `mover` is as in `Enter`.
 */
export interface EvaluateEvent {
  event: "evaluate";
  node: string;
  value: number | number[] | null;
  kind: "cached" | "end" | "known" | "quiescence" | "static";
  mover: "MAX" | "MIN" | null;
}

/**
 * A node takes a child's value, which is exact or a bound, as its best so far; `narrows` if that changes its window.
 *
 * `mover` is as in `Enter`, and `child_mover` the same at the child.
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
  narrows: boolean;
  mover: "MAX" | "MIN" | null;
  child_mover: "MAX" | "MIN" | null;
}

/**
 * A node where chance moves counts a child, whose value may be a bound. `value` is the sum of what is counted so far, and
 * `left` the probability of the children still to come. `low` and `high` bound the average of all, if the search knows bounds of
 * all values.
 */
export interface AverageEvent {
  event: "average";
  node: string;
  child: string;
  probability: number;
  worth: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  value: number | number[] | null;
  left: number;
  low: number | null;
  high: number | null;
}

/**
 * The rest of a node cannot matter: an ancestor already has something at least as good elsewhere.
 *
 * An alpha cutoff happens where the value is at most `limit`, at a MIN node because of a MAX ancestor; a beta cutoff where it is
 * at least `limit`. `role` and `by_role` are who moves at the node and at that ancestor, `by`; the cutoff is deep if that is not
 * the parent. `by_child` is the child of `by` that gives it the limit. The limit may also be
 *
 * - what an average needs: then chance moves at `by`, and `by_child` is the child on the way to the node;
 * - an end of the window that the search was given, or of a null-window test (`test`), as in scout and MTD(f): then `by` is None.
 *
 * Where chance moves at the node, the value is a bound of the average whatever the rest is worth.
 *
 * In max^n the kind is `payoffs`: the payoff of the player at the node leaves nobody else more than the limit, which the
 * player of the parent already has; or, if `by` is None, no payoff can be larger than the limit. The kind is `win` if the player
 * at the node has found a win and the search was told to stop there.
 *
 * `skipped` are the leaves that are not looked at, or the states where the tree is not explicit; `children` are the children
 * of the node that lead there, each of which gets a `Skip`. A cutoff `within` a null-window test or a probe does not last: the
 * search may come back for the node's value. `mover` is as in `Enter`.
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
  role: string;
  by_role: string | null;
  test: boolean;
  within: "probe" | "test" | null;
  mover: "MAX" | "MIN" | null;
}

/**
 * A child is not generated; `leaves` are those below it in an explicit tree.
 */
export interface SkipEvent {
  event: "skip";
  node: string;
  parent: string;
  leaves: string[];
}

/**
 * The search leaves a node with a value, exact or a bound. `mover` is as in `Enter`.
 */
export interface LeaveEvent {
  event: "leave";
  node: string;
  value: number | number[] | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  mover: "MAX" | "MIN" | null;
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
 * The children of a node are sorted by the values that the last pass returned for them.
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
 * A pass or the search has ended with this value. The line is the one that reaches it; it is empty where the game is over,
 * where chance moves first, and where no move is proven to reach a bound.
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
 * Best-first search opens a node. Its merit is the best that the root's player can still hope for through it, for MAX; None
 * while that is infinite, -∞ where MIN moves at the root. `kind` is why: all children are opened where the root's player moves
 * (`all`), elsewhere the `first`, and the `next` when that is solved.
 */
export interface ReopenEvent {
  event: "reopen";
  node: string;
  merit: number | null;
  kind: "all" | "first" | "next";
  best: "least" | "most";
}

/**
 * Best-first search has solved a node with this merit. `kind` is how: it is a `leaf`, its `last` child is solved where the
 * opponent moves, or `any` child where the root's player moves.
 */
export interface SolveEvent {
  event: "solve";
  node: string;
  merit: number | null;
  kind: "any" | "last" | "leaf";
}

/**
 * The list of open nodes after `node` was expanded (`kind` is `expand`) or left it (`remove`): the nodes at its front, and
 * how many there are in all.
 */
export interface OpenListEvent {
  event: "openlist";
  node: string;
  front: string[];
  size: number;
  kind: "expand" | "remove";
}

/**
 * Monte-Carlo tree search goes down from a node to a child: to the one with the largest sum of mean and bonus, or to the one
 * that chance draws, or to which the players' `choices` lead where they move at the same time. `visits` are those of the child.
 *
 * `mean` is that of the player who chooses, scaled to 0..1: it comes from `worth`, and `worst` and `best` are the payoffs so far
 * that count as 0 and 1. These three are as in `Backup`, MAX's where payoffs cancel out, else the player's.
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
  worth: number | null;
  worst: number | null;
  best: number | null;
  choices: ChoiceEvent[];
}

/**
 * How one of the players who move at the same time chose a move: because of its `mean`, scaled to 0..1, and its bonus; or
 * with a probability by its `regret`, a part of all the regret there. With none of them there was no choice, or the move had not
 * been tried.
 */
export interface ChoiceEvent {
  player: string;
  move: string;
  only: boolean;
  mean: number | null;
  bonus: number | null;
  probability: number | null;
  regret: number | null;
  all_regret: number | null;
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
 * The payoff of a simulation is added at a node on the way back to the root. Regret matching also tells the regrets of each
 * player with a choice there.
 */
export interface BackupEvent {
  event: "backup";
  node: string;
  visits: number;
  mean: number | number[] | null;
  regrets: RegretsEvent[];
}

/**
 * What a player regrets at a node not to have played more often, and how much.
 */
export interface RegretsEvent {
  player: string;
  moves: string[];
  regrets: number[];
}

export type SearchEvent = EnterEvent | EvaluateEvent | ImproveEvent | AverageEvent | CutoffEvent | SkipEvent | LeaveEvent | IterationEvent | ReorderEvent | TieEvent | AnswerEvent | RecallEvent | PruneEvent | AgainEvent | ExtendEvent | ReopenEvent | SolveEvent | OpenListEvent | SelectEvent | ExpandEvent | SimulateEvent | BackupEvent;
