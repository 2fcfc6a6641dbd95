// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.exercises.messages: do not edit.

import type { TreeReply, TreeSource } from "./shared";

export interface Ask {
  kind: string;
  seed: number;
  options?: Record<string, unknown>;
}

/**
 * `form` says how the page takes the answer: by clicking leaves in order or a set of leaves, or typing a number, a window
 * (alpha and beta), intervals, an order of children, or values of several nodes. The answer is always sent as text.
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
 * Asks for a hint; `number` counts from 0.
 */
export interface Hint {
  ask: Ask;
  number: number;
}

/**
 * The answer with its steps; `source`, `search` and `options` replay it on the Tree page, if a search shows it.
 */
export interface Solution {
  answer: string;
  steps: string[];
  source: TreeSource | null;
  search: string | null;
  options: Record<string, string>;
}
