// Written by `python -m zermelo.lab.typescript` from zermelo.lab.messages; not to be edited by hand.

import type { SearchEvent } from "./events";

/**
 * A textbook search: `options` are those of `SearchOptions` that it has a use for; `summary` is one sentence.
 */
export interface SearchInfo {
  name: string;
  title: string;
  summary: string;
  options: string[];
  chance: boolean;
}

/**
 * A tree of the classroom; `text` is as `TreeReply` writes it.
 */
export interface ExampleInfo {
  name: string;
  text: string;
  description: string;
}

/**
 * A way of playing, for the menus of the Play page: `strength` says what `Think.strength` means for it, if it has one.
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
 * How a piece of chess is drawn: paths in the language of SVG, around the middle of a square of 60 by 60. `lines` lie on
 * the body.
 */
export interface PieceShape {
  body: string;
  lines: string;
}

export interface GameInfo {
  slug: string;
  title: string;
  players: string[];
  searches: string[];
  seats: string[];
  position_help: string;
  chance: boolean;
  decided: number | null;
}

export interface KindInfo {
  slug: string;
  title: string;
  description: string;
  points: number;
  options: string[];
}

/**
 * What a visitor may ask for at most.
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
 * Why a request was refused, as one sentence for a person. `line` and `column` (from 1) name the place in a text.
 */
export interface Problem {
  error: string;
  line: number | null;
  column: number | null;
  retry_after: number | null;
}

/**
 * A node of an explicit tree. Nodes come breadth-first, children in their order; the first is the root.
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
 * What there is to get in a tree, in numbers as trees write them: `total` is the most that all players get together,
 * `least` the least that any of them gets; where one number is MAX's, it lies from `low` to `high`.
 */
export interface Stakes {
  players: number;
  total: string;
  least: string;
  low: string | null;
  high: string | null;
}

export interface TreeReply {
  text: string;
  nodes: TreeNode[];
  leaves: number;
  least: number | null;
  unsuitable: Record<string, string>;
  stakes: Stakes;
}

export interface ReadTree {
  text: string;
  root?: "chance" | "max" | "min";
}

export interface RandomTree {
  seed: number;
  depth?: number;
  branching?: number;
  uneven?: boolean;
  chance?: boolean;
  root?: "max" | "min";
}

/**
 * An explicit tree, as text.
 */
export interface TreeSource {
  type: "tree";
  text: string;
  root?: "chance" | "max" | "min";
}

/**
 * A position of a game: `position` is where play began (None: the start of the game), `moves` what was played.
 */
export interface GameSource {
  type: "game";
  game: string;
  position?: string | null;
  moves?: string[];
}

/**
 * Options of a textbook search; None is the search's own default. One that the search has no use for is refused.
 */
export interface SearchOptions {
  depth?: number | null;
  ties?: "equal" | "strict" | null;
  fail?: "hard" | "soft" | null;
  order?: string | null;
  seed?: number | null;
  simulations?: number | null;
  partners?: number[] | null;
  total?: string | null;
  least?: string | null;
  low?: string | null;
  high?: string | null;
}

/**
 * A picture of a search at one step; `step` None is its end, and without a search the bare tree. `equilibrium` shows the
 * one of that number, counted from 0, in place of the answer of backward induction.
 */
export interface Export {
  source: Source;
  format: "json" | "svg" | "tikz";
  search?: string | null;
  options?: SearchOptions;
  step?: number | null;
  equilibrium?: number | null;
}

export interface Text {
  text: string;
}

/**
 * Asks for the equilibrium of that number, counted from 0, among those that backward induction finds with these options.
 */
export interface AskProfile {
  source: Source;
  number: number;
  options?: SearchOptions;
}

/**
 * What everybody does in an equilibrium, wherever they are: the names of the nodes to which players move, and what each
 * node that is no leaf is then worth, as text.
 */
export interface Profile {
  chosen: string[];
  values: Record<string, string>;
}

/**
 * One place of a board. `piece` is what stands there: "" for nothing, else a name that the pages know how to draw
 * (x, o, black, white, first, second, stone, or a chess piece as in wK); `move` is the move that a click makes.
 */
export interface Cell {
  piece: string;
  move: string | null;
}

/**
 * A move from one cell to another; `becomes` is the piece that tells apart several that lead the same way.
 */
export interface Path {
  move: string;
  start: number;
  end: number;
  becomes: string;
}

/**
 * A board of cells, row by row from the top. `look` says how it is drawn: lines (tic-tac-toe), holes (Connect Four),
 * squares (Othello), chequered (chess), heaps (nim: stones in columns, no frame). `paths` are the moves of a game
 * that go from cell to cell. `last` are the cells of the last move, `threatened` such as that of a king in check.
 */
export interface Board {
  look: "chequered" | "heaps" | "holes" | "lines" | "squares";
  columns: number;
  rows: number;
  cells: Cell[];
  column_labels: string[];
  row_labels: string[];
  last: number[];
  paths: Path[];
  threatened: number[];
}

/**
 * A move that was played, as people write it, with the number that stands before it: none where chess has none.
 */
export interface Written {
  number: string;
  move: string;
}

/**
 * A position as the Play page shows it. `board` where the game describes one; else `picture` (its own SVG) where it
 * draws itself; `text` always. `moves` are all legal moves; those without a cell of the board are shown as buttons.
 */
export interface Position {
  game: string;
  player: number;
  moves: string[];
  names: string[];
  written: Written[];
  board: Board | null;
  picture: string | null;
  text: string;
  notation: string;
  record: string;
  over: boolean;
  verdict: string;
  value: number | null;
}

export interface Load {
  game: string;
  text: string;
}

export interface Loaded {
  source: GameSource;
  position: Position;
}

/**
 * `paths` are moves from the source's position, as texts. A path that cannot be played has no picture.
 */
export interface Boards {
  source: GameSource;
  paths: string[][];
}

/**
 * For each path an SVG drawing, or None.
 */
export interface Pictures {
  pictures: (string | null)[];
}

/**
 * Run a textbook search and send its steps. `id` is the page's own number for it, from 1 up, and comes back in every
 * answer; it can be used again once the search has ended.
 */
export interface Watch {
  type: "watch";
  id: number;
  source: Source;
  search: string;
  options?: SearchOptions;
}

/**
 * Let a player choose a move: `strength` as its PlayerInfo says, or `seconds` for a clock. `lines` root moves get values
 * (0: all of them).
 */
export interface Think {
  type: "think";
  id: number;
  source: GameSource;
  player: string;
  strength?: number | null;
  seconds?: number | null;
  lines?: number;
}

/**
 * The page is ready for so many more batches of this search. A search starts with room for a few; `Finished` comes
 * after the last of them.
 */
export interface More {
  type: "more";
  id: number;
  batches?: number;
}

/**
 * The search is not wanted any more. It is answered by `Cancelled`, or by nothing if the search was over already.
 */
export interface Cancel {
  type: "cancel";
  id: number;
}

export interface Step {
  event: SearchEvent;
  says: string;
}

/**
 * Some steps of a search, in order; `first` is the number of the first of them, from 0.
 */
export interface Steps {
  type: "steps";
  id: number;
  first: number;
  steps: Step[];
}

/**
 * A watched search is over: `report` is what `zermelo tree --json` prints; `steps` how many there were.
 */
export interface Finished {
  type: "finished";
  id: number;
  steps: number;
  report: Record<string, unknown>;
}

/**
 * A win that was seen to its end: in so many moves, negative where MIN wins; `says` has who wins, in words.
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
}

/**
 * How far a player has thought: the latest only.
 */
export interface Progress {
  type: "progress";
  id: number;
  depth: number | null;
  value: number | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  line: string[];
  written: string[];
  mate: Mate | null;
  nodes: number;
  seconds: number;
  moves: MoveValue[];
}

/**
 * A player has decided. `sure` is True where the value is proven.
 */
export interface Chosen {
  type: "chosen";
  id: number;
  move: string | null;
  sure: boolean;
  depth: number | null;
  value: number | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  line: string[];
  written: string[];
  mate: Mate | null;
  nodes: number;
  seconds: number;
  moves: MoveValue[];
}

export interface Cancelled {
  type: "cancelled";
  id: number;
}

/**
 * A request that was not carried out, or not to its end; id 0 where the message could not be read at all.
 */
export interface Refused {
  type: "refused";
  id: number;
  error: string;
  retry_after: number | null;
}

export type Source = TreeSource | GameSource;

export type Sent = Watch | Think | More | Cancel;

export type Received = Steps | Finished | Progress | Chosen | Cancelled | Refused;
