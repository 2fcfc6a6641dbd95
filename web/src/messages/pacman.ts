// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.pacman.messages: do not edit.

import type { MoveValue } from "./shared";

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
 * Asks for the lessons.
 */
export interface PacmanMenu {
}

/**
 * Who plays in a lesson; `weights` are those that differ from the usual ones.
 */
export interface PacmanCast {
  title: string;
  pacman: string;
  ghosts: string;
  weights: Record<string, number>;
}

/**
 * A question, the maze to watch it in, and who plays there; `text` is what it shows, in a paragraph.
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
