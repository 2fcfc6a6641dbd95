// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.pacman.messages: do not edit.

import type { MoveValue } from "./shared";

/**
 * `layout` is the name of a layout of Zermelo, the text of one, or a position on one line; `ghosts` keeps only the first
 * of them; `moves` are those of all agents in turn.
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
 * A ghost; a slow one may be halfway between two cells. `scared` is the number of moves that it stays scared.
 */
export interface MazeGhost {
  column: number;
  line: number;
  direction: string;
  scared: number;
}

/**
 * The maze between two rounds. The scene has food and capsules; they are gone where Pac-Man has been.
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
 * Pac-Man's move and the value of each move for it; agents that do not search give no values.
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
 * `move` is Pac-Man's, empty if a ghost moved first; `moves` are those of all agents in turn. `choice` is None where a person
 * moved or moves were replayed.
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
 * `pacman` is the spec of a player, as in expectimax:4; `weights` are those that differ from the defaults.
 */
export interface PacmanThink {
  at: PacmanPosition;
  pacman: string;
  weights?: Record<string, number>;
  seed?: number;
}

/**
 * Play up to `rounds` rounds, fewer if the game ends or they take long. With `move` a person moves Pac-Man, in one round.
 * `ghosts` are specs, as in random:2.
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
 * A decision as a tree: `text` and `search` open it on the Tree page; the value of a leaf is what the agent finds below it.
 * `position` opens the first `depth` moves of the same search on the Inside page, which draws the mazes; the agent itself searches
 * `decided` moves deep, so its values may differ. For mcts both are numbers of simulations.
 */
export interface PacmanWhy {
  text: string;
  search: string;
  position: string;
  depth: number;
  decided: number;
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
 * Asks for the lessons.
 */
export interface PacmanMenu {
}

/**
 * The players of a lesson; `weights` are those that differ from the defaults.
 */
export interface PacmanCast {
  title: string;
  pacman: string;
  ghosts: string;
  weights: Record<string, number>;
}

/**
 * A question, the maze that answers it, and the players; `text` explains it in a paragraph.
 */
export interface PacmanLesson {
  slug: string;
  title: string;
  question: string;
  text: string;
  layout: string;
  casts: PacmanCast[];
}

export interface PacmanLessons {
  lessons: PacmanLesson[];
}
