// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.play.messages: do not edit.

import type { FactTable, GameSource, Mate, MoveValue } from "./shared";

/**
 * One cell of a board. `piece` is "" for none, or a name that the pages can draw (x, o, black, white, first, second,
 * red, blue, stone, or a chess piece as in wK); `move` is the move that a click makes; `name` is drawn in the cell's corner.
 */
export interface Cell {
  piece: string;
  move: string | null;
  name: string;
}

/**
 * A move from one cell to another; `becomes` is the promotion piece, where several moves share the cells, `via` the
 * cells where the piece lands on its way.
 */
export interface Path {
  move: string;
  start: number;
  end: number;
  becomes: string;
  via: number[];
}

/**
 * A board of cells, row by row from the top. `look` says how to draw it: lines (tic-tac-toe), holes (Connect Four),
 * squares (Othello), chequered (chess), go (stones on the crossings of lines), heaps (nim: stones in columns, no frame), hex
 * (rows of hexagons, each half a cell further to the right). `paths` are the moves from cell to cell, `last` the cells of the
 * last move, `threatened` cells such as that of a king in check.
 */
export interface Board {
  look: "chequered" | "go" | "heaps" | "hex" | "holes" | "lines" | "squares";
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
 * A move that was played in the game's usual notation, with the number before it (empty for Black's moves in chess).
 */
export interface Written {
  number: string;
  move: string;
}

/**
 * A position as the Play page shows it: `board` where the game describes one, else `table` for rule sheets, else `picture`
 * (its own SVG) where it draws itself; `text` always. The page shows legal `moves` that no cell makes as buttons.
 */
export interface Position {
  game: string;
  player: number;
  moves: string[];
  names: string[];
  written: Written[];
  board: Board | null;
  table: FactTable | null;
  picture: string | null;
  text: string;
  notation: string;
  over: boolean;
  verdict: string;
  value: number | null;
  options: Record<string, string>;
}

/**
 * Ask for a game of a text, by its number counted from 0; by default the first that can be read.
 */
export interface Load {
  game: string;
  text: string;
  number?: number | null;
}

/**
 * A move of a game with variations. `written` and `number` are its notation and the number before it, as in `Written`; Save
 * needs neither. `annotations` are PGN's numeric glyphs, `comment` follows the move, and each of the `variations` begins
 * instead of the move.
 */
export interface Turn {
  move: string;
  written?: string;
  number?: string;
  annotations?: number[];
  comment?: string;
  variations?: Turn[][];
}

/**
 * A saved game; `source` and `position` follow the main line, `headers` are PGN's tags. `games` names the games of the text,
 * and the game has this `number` among them.
 */
export interface Loaded {
  source: GameSource;
  headers: Record<string, string>;
  turns: Turn[];
  position: Position;
  games: string[];
  number: number;
}

export interface Save {
  game: string;
  position?: string | null;
  headers?: Record<string, string>;
  turns?: Turn[];
}

/**
 * A game as PGN if the game has it, otherwise its main line in the game's own format; `suffix` is that of a file, as in
 * .pgn.
 */
export interface Saved {
  text: string;
  suffix: string;
}

/**
 * A position set up by hand: the pieces row by row from the top, named as in `Cell.piece`, and the player to move. What
 * `options` leave out has its first choice; `like` is a position on a board of the same size, which the new one is like in all
 * that is not set up, such as the rules of Go or the number of the move.
 */
export interface Compose {
  game: string;
  cells: string[];
  player: number;
  options?: Record<string, string>;
  like?: string | null;
}

/**
 * `position` is the text that `GameSource.position` accepts.
 */
export interface Composed {
  position: string;
  position_shown: Position;
}

/**
 * Ask whose the points of a Go board are after so many random games.
 */
export interface AskOwnership {
  source: GameSource;
  playouts?: number;
}

/**
 * The mean owner of each point, row by row from the top, from -1 for White to 1 for Black, and the mean score for Black.
 */
export interface Ownership {
  points: number[];
  score: number;
}

/**
 * Let a player choose a move: `strength` as its `PlayerInfo` says, or `seconds` on the clock. The best `lines` root moves
 * get values (0: all of them). With `reasons` an engine also says why. The player "analysis" is the engine that searches the
 * `lines` side by side.
 */
export interface Think {
  type: "think";
  id: number;
  source: GameSource;
  player: string;
  strength?: number | null;
  seconds?: number | null;
  lines?: number;
  reasons?: boolean;
}

export interface Section {
  title: string;
  sentences: string[];
}

/**
 * The engine's reasons for a move, by its own search. `options` repeat the search on the Inside page, where it is called
 * engine; None where there is no tree to show.
 */
export interface Reasons {
  sections: Section[];
  options: Record<string, string> | null;
}

/**
 * What a player has found so far; a page gets the latest only.
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
  why: string;
  nodes: number;
  seconds: number;
  moves: MoveValue[];
}

/**
 * A player's move. `sure` is True where the value is proven.
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
  why: string;
  nodes: number;
  seconds: number;
  moves: MoveValue[];
  reasons: Reasons | null;
}

/**
 * Review all moves of a game, with this many seconds for each position; less where the whole game would take too long.
 */
export interface Review {
  type: "review";
  id: number;
  source: GameSource;
  seconds: number;
}

/**
 * A move with what it cost. Values are for MAX; the loss is that of the player who moved, in the game's points, and None
 * where nothing gave a value.
 */
export interface ReviewedMove {
  move: string;
  written: string;
  best: string | null;
  best_written: string;
  line: string[];
  value: number | null;
  after: number | null;
  mate: Mate | null;
  expected: number | null;
  loss: number | null;
  judgement: "" | "blunder" | "inaccuracy" | "mistake";
  says: string;
}

/**
 * A player's moves by judgement, and the mean of their losses.
 */
export interface ReviewedPlayer {
  seat: string;
  moves: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  mean_loss: number | null;
}

/**
 * Move number `at`, counted from 0. The page has to ask for `More` of them, as for steps.
 */
export interface Reviewing {
  type: "reviewing";
  id: number;
  at: number;
  move: ReviewedMove;
}

/**
 * The whole review. It has fewer moves than the game if it was stopped.
 */
export interface Reviewed {
  type: "reviewed";
  id: number;
  moves: ReviewedMove[];
  players: ReviewedPlayer[];
}
