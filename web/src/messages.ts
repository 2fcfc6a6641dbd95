// Written by `python -m zermelo.lab.typescript` from the server's message types; not to be edited by hand.

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
  strength: "" | "depth" | "level" | "playouts";
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

export interface TreeReply {
  text: string;
  nodes: TreeNode[];
  leaves: number;
  least: number | null;
  unsuitable: Record<string, string>;
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
  iterations?: number | null;
}

/**
 * A picture of a search at one step; `step` None is its end, and without a search the bare tree.
 */
export interface Export {
  source: Source;
  format: "json" | "svg" | "tikz";
  search?: string | null;
  options?: SearchOptions;
  step?: number | null;
}

export interface Text {
  text: string;
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

export interface Ask {
  kind: string;
  seed: number;
  options?: Record<string, unknown>;
}

/**
 * `form` says how the page lets one answer: click leaves in order, click a set of leaves, type a number, a window
 * (alpha and beta), intervals, an order of children, or values for several nodes. Whatever the form, the answer is
 * sent as text, and may be typed.
 */
export interface Question {
  kind: string;
  title: string;
  seed: number;
  question: string;
  rule: string;
  points: number;
  tree: TreeReply;
  unknown: string | null;
  form: "interval" | "number" | "orders" | "sequence" | "set" | "values" | "window";
  example: string;
  hints: number;
}

export interface Answer {
  ask: Ask;
  answer: string;
}

export interface Graded {
  correct: boolean;
  message: string;
  first_wrong: string;
  understood: boolean;
}

/**
 * Asks for one of the hints, counted from 0.
 */
export interface Hint {
  ask: Ask;
  number: number;
}

/**
 * The answer with its steps; `source`, `search` and `options` replay it on the Tree page, where a search shows it.
 */
export interface Solution {
  answer: string;
  steps: string[];
  source: TreeSource | null;
  search: string | null;
  options: SearchOptions;
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

/**
 * `layout` is the name of one that ships, a layout's own text, or a position as one line; `ghosts` keeps the first so
 * many of them; `moves` are those of all agents in turn.
 */
export interface PacmanPosition {
  layout: string;
  ghosts?: number | null;
  moves?: string[];
}

/**
 * A place in the maze: column and line, from 1 at the top left.
 */
export interface Spot {
  column: number;
  line: number;
}

/**
 * Where a ghost is; a slow one may be halfway between two cells. `scared` is for how many more moves.
 */
export interface MazeGhost {
  column: number;
  line: number;
  direction: string;
  scared: number;
}

/**
 * The maze between two rounds. Food and capsules are told once, in the scene: they are gone where Pac-Man has been.
 */
export interface PacmanFrame {
  pacman: Spot;
  ghosts: MazeGhost[];
  score: number;
  food: number;
  moves: string[];
  features: number[];
  result: "" | "lost" | "won";
}

/**
 * What Pac-Man does, and what each of its moves is worth to it; an agent that does not look ahead gives no values.
 */
export interface PacmanChoice {
  move: string;
  value: number | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  depth: number | null;
  nodes: number;
  seconds: number;
  moves: MoveValue[];
}

/**
 * `move` is Pac-Man's; `moves` are those of all, in turn. Only a position in which a ghost is to move begins with a round
 * without one of Pac-Man. `choice` is missing where a person moved, or the moves were only played again.
 */
export interface PacmanRound {
  move: string;
  moves: string[];
  after: PacmanFrame;
  choice: PacmanChoice | null;
}

/**
 * `rows` is the maze at the start: % a wall, . food, o a capsule.
 */
export interface PacmanScene {
  layouts: Record<string, string>;
  text: string;
  rows: string[];
  homes: number;
  features: string[];
  weights: Record<string, number>;
  start: PacmanFrame;
  rounds: PacmanRound[];
}

/**
 * `pacman` is an agent, as in expectimax:4; `weights` are those that differ from the usual ones.
 */
export interface PacmanThink {
  at: PacmanPosition;
  pacman: string;
  weights?: Record<string, number>;
  seed?: number;
}

/**
 * Plays up to so many rounds, fewer where the game ends or that takes long. With `move` a person moves Pac-Man, in one
 * round. `ghosts` is who they are, as in random:2.
 */
export interface PacmanPlay {
  at: PacmanPosition;
  ghosts: string;
  pacman?: string;
  weights?: Record<string, number>;
  seed?: number;
  rounds?: number;
  move?: string | null;
}

export interface PacmanRounds {
  rounds: PacmanRound[];
}

/**
 * A decision as a tree: `text` and `search` open it on the Tree page. Its leaves have what the agent finds below them.
 * `position` opens the first moves of the same search on the Inside page, which draws the mazes: `depth` of them, or after
 * so many playouts where the search is mcts, which has no other tree than that.
 */
export interface PacmanWhy {
  text: string;
  search: string;
  position: string;
  depth: number;
}

export interface PacmanSave {
  at: PacmanPosition;
  pacman: string;
  ghosts: string;
  weights?: Record<string, number>;
  seed?: number;
}

export interface PacmanLoad {
  text: string;
}

export interface PacmanLoaded {
  at: PacmanPosition;
  pacman: string;
  ghosts: string;
  weights: Record<string, number>;
  seed: number;
}

/**
 * A game of two players: `payoffs` has the two payoffs of each cell, row by row, as they were typed.
 */
export interface MatrixTable {
  players: string[];
  actions: string[][];
  payoffs: string[][][];
  title?: string;
}

/**
 * Asks for the examples.
 */
export interface MatrixMenu {
}

export interface MatrixExample {
  name: string;
  description: string;
  table: MatrixTable;
}

export interface MatrixExamples {
  examples: MatrixExample[];
  largest: number;
}

export interface MatrixText {
  text: string;
}

export interface MatrixAsk {
  table: MatrixTable;
  weak?: boolean;
}

/**
 * One sentence of the lecture. A reply is about `player`'s payoffs in `cells`; an elimination takes `player`'s `action`
 * away; `number` says which equilibrium one is about; -1 is none.
 */
export interface MatrixStep {
  kind: "better" | "component" | "eliminate" | "equilibrium" | "left" | "reply" | "value";
  says: string;
  player: number;
  action: number;
  cells: number[][];
  number: number;
}

/**
 * The chance of every action of each player as text and as number, and what it pays; `cell` where nobody mixes.
 */
export interface MatrixEquilibrium {
  name: string;
  mixes: string[][];
  shares: number[][];
  payoffs: string[];
  cell: number[] | null;
}

/**
 * A line of the panel, as in value: 1/7.
 */
export interface MatrixFact {
  name: string;
  says: string;
}

/**
 * A straight part of the picture of best replies: Row's chance of the first action from `left` to `right`, Column's from
 * `bottom` to `top`.
 */
export interface MatrixPiece {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export interface MatrixReply {
  text: string;
  steps: MatrixStep[];
  equilibria: MatrixEquilibrium[];
  continuum: boolean;
  facts: MatrixFact[];
  pareto: number[][];
  curves: MatrixPiece[][] | null;
  continua: MatrixPiece[];
}

export type SearchEvent = EnterEvent | EvaluateEvent | ImproveEvent | CutoffEvent | SkipEvent | LeaveEvent | IterationEvent | ReorderEvent | AnswerEvent | RecallEvent | AgainEvent | ExtendEvent | ReopenEvent | SolveEvent | ExpandEvent | SimulateEvent | BackupEvent;

export type Source = TreeSource | GameSource;

export type Sent = Watch | Think | More | Cancel;

export type Received = Steps | Finished | Progress | Chosen | Cancelled | Refused;
