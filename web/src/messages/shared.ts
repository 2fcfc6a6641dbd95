// Written by `python -m zermelo.lab.typescript` from zermelo.lab.messages: do not edit.

import type { SearchEvent } from "./events";

/**
 * An option of a textbook search as `zermelo.registry.Option` declares it; `default` is text, empty for none.
 */
export interface OptionInfo {
  name: string;
  kind: "choice" | "depths" | "flag" | "integer" | "number" | "order" | "parts" | "players" | "range" | "text";
  help: string;
  default: string;
  choices: string[];
  required: boolean;
}

/**
 * The pseudocode of a search; `running` has the number of the line that runs at each event, counted from 0. An event is
 * named as in JSON, with its role, kind or bound after it where these have lines of their own.
 */
export interface PseudocodeInfo {
  lines: string[];
  running: Record<string, number>;
}

/**
 * A search that pages watch; `summary` is one sentence.
 */
export interface SearchInfo {
  name: string;
  title: string;
  summary: string;
  options: OptionInfo[];
  chance: boolean;
  pseudocode: PseudocodeInfo | null;
}

/**
 * A classroom tree; `text` is in the format of `TreeReply.text`.
 */
export interface ExampleInfo {
  name: string;
  text: string;
  description: string;
}

/**
 * A way of playing, for the menus of the Play page; `strength` says what `Think.strength` means for it, if anything.
 */
export interface PlayerInfo {
  name: string;
  title: string;
  strength: string;
  least: number;
  most: number;
  usual: number;
  clock: boolean;
}

/**
 * A chess piece as SVG paths, centred in a square of 60 by 60; `lines` are drawn over the body.
 */
export interface PieceShape {
  body: string;
  lines: string;
}

/**
 * Something to choose when a position is set up, such as castling rights; the first choice is the usual one.
 */
export interface SetUpChoice {
  name: string;
  title: string;
  choices: string[];
}

/**
 * How positions are set up by hand: the pieces to place, named as in `Cell.piece`, and what else there is to choose.
 */
export interface SetUpInfo {
  pieces: string[];
  options: SetUpChoice[];
}

export interface GameInfo {
  slug: string;
  title: string;
  players: string[];
  searches: string[];
  seats: string[];
  position_help: string;
  values_help: string;
  chance: boolean;
  decided: number | null;
  symmetric: boolean;
  setup: SetUpInfo | null;
  headers: string[];
  expected_scale: number | null;
  simulated: boolean;
  ownership: boolean;
}

export interface KindInfo {
  slug: string;
  title: string;
  description: string;
  points: number;
  options: string[];
}

/**
 * The most that a visitor may ask for: characters of a text, nodes and seconds of a search, searches at once.
 */
export interface Caps {
  text: number;
  nodes: number;
  seconds: number;
  searches: number;
}

export interface About {
  version: string;
  searches: SearchInfo[];
  examples: ExampleInfo[];
  players: PlayerInfo[];
  games: GameInfo[];
  kinds: KindInfo[];
  pieces: Record<string, PieceShape>;
  caps: Caps;
}

/**
 * Why a request was refused, in one sentence. `line` and `column` (from 1) give the place in a text.
 */
export interface Problem {
  error: string;
  line: number | null;
  column: number | null;
  retry_after: number | null;
}

export interface Text {
  text: string;
}

/**
 * A node of an explicit tree. Nodes come breadth-first, children in order; the first is the root.
 */
export interface TreeNode {
  name: string;
  parent: number;
  role: string;
  value: string | null;
  odds: string | null;
  action: string | null;
  noisy: boolean;
}

/**
 * The range of a tree's payoffs, written as trees write numbers: `total` is the largest sum over all players, `least`
 * the smallest payoff of any player; where payoffs are MAX's alone, they lie from `low` to `high`.
 */
export interface Stakes {
  players: number;
  total: string;
  least: string;
  low: string | null;
  high: string | null;
}

/**
 * The search that a course's test file asks for, and the sentence that says so.
 */
export interface FileSearch {
  search: string;
  options: Record<string, string>;
  says: string;
}

export interface TreeReply {
  text: string;
  nodes: TreeNode[];
  leaves: number;
  least: number | null;
  unsuitable: Record<string, string>;
  stakes: Stakes;
  test: FileSearch | null;
}

/**
 * An explicit tree, as text; `root` is the player at its root, where the text does not say.
 */
export interface TreeSource {
  type: "tree";
  text: string;
  root?: "chance" | "max" | "min";
}

/**
 * A position of a game: `position` is where play began (None: the start of the game), `moves` the moves since. A search
 * of it counts moves to symmetric positions as one if they are `merged`.
 */
export interface GameSource {
  type: "game";
  game: string;
  position?: string | null;
  moves?: string[];
  merged?: boolean;
}

/**
 * The board in the facts of a rule sheet: what is in each cell, row by row from the top, the rows named from the top too.
 * `marks` has a short text for each content, empty for those that mean an empty cell; `changed` are the cells that the last move
 * has changed.
 */
export interface FactGrid {
  relation: string;
  columns: string[];
  rows: string[];
  cells: string[];
  marks: Record<string, string>;
  changed: number[];
}

/**
 * The facts of a state of a rule sheet: a board if there is one in them, the `facts` that are not on it, and those of these
 * that the last move has made true.
 */
export interface FactTable {
  grid: FactGrid | null;
  facts: string[];
  changed: string[];
}

/**
 * A search event and its sentence.
 */
export interface Step {
  event: SearchEvent;
  says: string;
}

/**
 * A proven win in `moves` moves, negative where MIN wins; `says` names the winner.
 */
export interface Mate {
  moves: number;
  says: string;
}

/**
 * A root move with its value for MAX.
 */
export interface MoveValue {
  move: string;
  value: number | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  line: string[];
  mate: Mate | null;
  written: string[];
  in_tables: boolean;
  visits: number | null;
  win_rate: number | null;
}

/**
 * The page has room for `batches` more batches of this search. A search starts with room for a few; the last message
 * comes after all batches.
 */
export interface More {
  type: "more";
  id: number;
  batches?: number;
}

/**
 * Stop the search. The server answers `Cancelled`, or nothing if the search was over already.
 */
export interface Cancel {
  type: "cancel";
  id: number;
}

export interface Cancelled {
  type: "cancelled";
  id: number;
}

/**
 * A request that was refused or stopped before its end; `id` is 0 where the message could not be read.
 */
export interface Refused {
  type: "refused";
  id: number;
  error: string;
  retry_after: number | null;
}

export type Source = TreeSource | GameSource;
