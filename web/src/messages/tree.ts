// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.tree.messages: do not edit.

import type { Source, Step, TreeSource } from "./shared";

/**
 * `root` is the player at the root, where the text does not say.
 */
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
 * A picture of a search after `step` steps (None: at its end), or of the bare tree without a search. `equilibrium`, from
 * 0, shows one of the equilibria that backward induction finds instead of its answer.
 */
export interface Export {
  source: Source;
  format: "json" | "svg" | "tikz";
  search?: string | null;
  options?: Record<string, string | number | boolean>;
  step?: number | null;
  equilibrium?: number | null;
}

/**
 * Asks for equilibrium `number`, from 0, of those that backward induction finds with these options.
 */
export interface AskProfile {
  source: Source;
  number: number;
  options?: Record<string, string | number | boolean>;
}

/**
 * A strategy profile: the names of the nodes that players move to, and the value of each inner node, as text.
 */
export interface Profile {
  chosen: string[];
  values: Record<string, string>;
}

/**
 * Asks why a search evaluates a leaf of a tree, or what prunes it.
 */
export interface AskWhy {
  source: TreeSource;
  search: string;
  leaf: string;
  options?: Record<string, string | number | boolean>;
}

/**
 * Run a search and send its steps.
 */
export interface Watch {
  type: "watch";
  id: number;
  source: Source;
  search: string;
  options?: Record<string, string | number | boolean>;
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
 * A watched search is over: `report` is what `zermelo tree --json` prints, `steps` the number of steps.
 */
export interface Finished {
  type: "finished";
  id: number;
  steps: number;
  report: Record<string, unknown>;
}
