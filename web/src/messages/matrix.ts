// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.matrix.messages: do not edit.

/**
 * A game of two players: `payoffs` has the two payoffs of each cell as typed, row by row.
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
 * One sentence of the analysis. A reply is about `player`'s payoffs in `cells`; an elimination removes `player`'s `action`;
 * `number` is that of an equilibrium; -1 is none.
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
 * The probability of every action of each player, as text and as float, and the payoffs; `cell` if it is pure.
 */
export interface MatrixEquilibrium {
  name: string;
  mixes: string[][];
  shares: number[][];
  payoffs: string[];
  cell: number[] | null;
}

/**
 * A line of the panel, as in Value: 1/7.
 */
export interface MatrixFact {
  name: string;
  says: string;
}

/**
 * A segment in the plot of best replies: Row's probability of the first action from `left` to `right`, Column's from
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
