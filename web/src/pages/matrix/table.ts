// A table of payoffs as the page edits it. Every change gives a new table; what was typed stays as it was typed.

import type { MatrixTable } from "../../messages/matrix";

export type Table = Required<MatrixTable>;

const LETTERS = "rc";
/** The payoff of a new cell. */
const NOTHING = ["0", "0"];

export function addAction(table: Table, player: number): Table {
  const names = table.actions[player] ?? [];
  const actions = replaced(table.actions, player, [...names, freshName(names, LETTERS[player] ?? "a")]);
  const width = table.actions[1]?.length ?? 0;
  const payoffs =
    player === 0
      ? [...table.payoffs, Array.from({ length: width }, () => [...NOTHING])]
      : table.payoffs.map((row) => [...row, [...NOTHING]]);
  return { ...table, actions, payoffs };
}

export function removeAction(table: Table, player: number, at: number): Table {
  const without = <Item>(all: Item[]): Item[] => all.filter((_, place) => place !== at);
  const actions = replaced(table.actions, player, without(table.actions[player] ?? []));
  return { ...table, actions, payoffs: player === 0 ? without(table.payoffs) : table.payoffs.map(without) };
}

export function rename(table: Table, player: number, at: number, name: string): Table {
  return { ...table, actions: replaced(table.actions, player, replaced(table.actions[player] ?? [], at, name)) };
}

export function renamePlayer(table: Table, player: number, name: string): Table {
  return { ...table, players: replaced(table.players, player, name) };
}

export function setPayoff(table: Table, row: number, column: number, player: number, text: string): Table {
  const cells = table.payoffs[row] ?? [];
  const cell = replaced(cells[column] ?? NOTHING, player, text);
  return { ...table, payoffs: replaced(table.payoffs, row, replaced(cells, column, cell)) };
}

/** Where a sentence of the server says that something is wrong with a cell. */
export function wrongCell(sentence: string): [number, number] | null {
  const found = /row (\d+), column (\d+)/i.exec(sentence);
  return found ? [Number(found[1]) - 1, Number(found[2]) - 1] : null;
}

/** A table that was stored in the browser, if it is valid. */
export function soundTable(kept: unknown): Table | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { players, actions, payoffs, title } = kept as Record<string, unknown>;
  if (!isTexts(players) || players.length !== 2 || typeof title !== "string") return null;
  if (!Array.isArray(actions) || actions.length !== 2 || !actions.every(isTexts)) return null;
  const [rows, columns] = actions.map((names) => names.length) as [number, number];
  if (!rows || !columns || !Array.isArray(payoffs) || payoffs.length !== rows) return null;
  const sound = payoffs.every(
    (row) => Array.isArray(row) && row.length === columns && row.every((cell) => isTexts(cell) && cell.length === 2),
  );
  return sound ? { players, actions, payoffs, title } : null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function replaced<Item>(all: Item[], at: number, by: Item): Item[] {
  return all.map((each, place) => (place === at ? by : each));
}

function freshName(names: string[], letter: string): string {
  let number = names.length + 1;
  while (names.includes(`${letter}${number}`)) number += 1;
  return `${letter}${number}`;
}
