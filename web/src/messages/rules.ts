// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.rules.messages: do not edit.

import type { FactTable, MoveValue } from "./shared";

/**
 * Asks for the rule sheets of Zermelo.
 */
export interface RulesMenu {
}

/**
 * `name` is that of the file without .kif; `title` is for menus.
 */
export interface RuleSheetInfo {
  name: string;
  title: string;
  text: string;
}

export interface RulesSheets {
  sheets: RuleSheetInfo[];
}

/**
 * `format` asks for the text in one layout, too.
 */
export interface RulesCheck {
  text: string;
  format?: boolean;
}

/**
 * A mistake at a place of the text: lines and columns count characters from 1, and `end_column` is the first column after it.
 * Rules with a `warning` can be played all the same.
 */
export interface RuleMistake {
  line: number;
  column: number;
  end_column: number;
  says: string;
  warning: boolean;
}

/**
 * `formatted` is None where it was not asked for, or where the text cannot be read.
 */
export interface RulesChecked {
  mistakes: RuleMistake[];
  formatted: string | null;
}

/**
 * A position: the text of the rules, and the moves since the start, each one text per role.
 */
export interface RulesSource {
  text: string;
  moves?: string[][];
}

/**
 * A position.
 */
export interface RulesPosition {
  player: number | null;
  table: FactTable;
  legal: string[][];
  goals: number[];
  over: boolean;
  says: string;
}

/**
 * The size of the propositional net, the seconds that making it took, and how many steps a second it makes in 512 random games
 * at once.
 */
export interface RulesNet {
  facts: number;
  moves: number;
  gates: number;
  seconds: number;
  sliced_steps: number;
}

export interface RulesGame {
  roles: string[];
  turns: boolean;
  players: string[];
  steps: number;
  net: RulesNet | null;
  note: string;
  movers: number[];
  position: RulesPosition;
}

/**
 * Let a player choose the move of a role: `strength` as its `PlayerInfo` says, or `seconds` on the clock.
 */
export interface RulesThink {
  source: RulesSource;
  role: number;
  player: string;
  strength?: number | null;
  seconds?: number | null;
}

/**
 * A player's move. The value is the first role's goal, less that of the second where their sum is constant. It is proven where
 * `sure` is True.
 */
export interface RulesChoice {
  move: string;
  value: number | null;
  bound: "estimate" | "exact" | "lower" | "upper";
  sure: boolean;
  moves: MoveValue[];
  nodes: number;
  seconds: number;
  why: string;
}
