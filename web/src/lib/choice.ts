// A search and the options that a visitor has set for it. Options are texts, and what they are is declared by the server
// (OptionInfo). Options that another search had stay, so that they are there when it is chosen again, but are not sent.

import type { OptionInfo } from "../messages/shared";
import { complain } from "../app/toasts.svelte";
import { about, missing, searchInfo } from "./about";

export interface SearchChoice {
  search: string;
  /** The options that are set, by name; all others have their defaults. */
  options: Record<string, string>;
  /** Which of the equilibria is shown; not an option of the search. */
  equilibrium: number | null;
}

const FIRST_SEARCH = "alpha_beta";
const LONGEST = 300;

export function firstChoice(options: Record<string, string> = {}, search = FIRST_SEARCH): SearchChoice {
  return { search, options, equilibrium: null };
}

/** The options to send: those that the search has and that differ from their defaults. */
export function optionsOf({ search, options }: SearchChoice): Record<string, string> {
  const declared = searchInfo(search)?.options ?? [];
  const set = declared.filter(({ name, default: usual }) => options[name] && options[name] !== usual);
  return Object.fromEntries(set.map(({ name }) => [name, options[name]!]));
}

/** Sets an option, or clears it where the text is empty. */
export function setOption(choice: SearchChoice, name: string, text: string): void {
  const { [name]: _, ...others } = choice.options;
  choice.options = text.trim() ? { ...others, [name]: text.trim() } : others;
}

/** Clears numbers and ranges, which are about the values of one tree or game. */
export function clearValues(choice: SearchChoice): void {
  for (const { name, kind } of allOptions()) if (kind === "number" || kind === "range") setOption(choice, name, "");
}

/** The players named in an option, counted from 0. */
export function playersIn(text: string): number[] {
  return text.split(",").flatMap((word) => (/^p[1-9]\d?$/.test(word) ? [Number(word.slice(1)) - 1] : []));
}

export function playersText(players: readonly number[]): string {
  return players.map((player) => `p${player + 1}`).join(",");
}

/** The part of an address that describes a choice; names end in `suffix`. */
export function queryOf(choice: SearchChoice, suffix = ""): Record<string, string> {
  const said = { search: choice.search, ...optionsOf(choice), equilibrium: String(choice.equilibrium ?? "") };
  const set = Object.entries(said).filter(([, text]) => text !== "");
  return Object.fromEntries(set.map(([name, text]) => [name + suffix, text]));
}

/** The choice that an address describes, null if it names no search; says what this lab does not have of it. */
export function choiceFrom(query: URLSearchParams, suffix = ""): SearchChoice | null {
  const search = query.get("search" + suffix);
  if (search === null) return null;
  const options = Object.fromEntries(allOptions().map(({ name }) => [name, query.get(name + suffix)]));
  const choice = validChoice({ search, options, equilibrium: Number(query.get("equilibrium" + suffix) ?? NaN) });
  if (choice.search !== search) complain(missing("search", search));
  for (const [name, text] of Object.entries(options)) {
    if (text?.trim() && choice.options[name] !== text.trim()) complain(`The address has a wrong option: ${name}=${text}.`);
  }
  return choice;
}

/** A choice made from what was stored or shared, which may be anything. */
export function validChoice(stored: unknown): SearchChoice {
  const from = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const choice = firstChoice();
  if (typeof from["search"] === "string" && searchInfo(from["search"])) choice.search = from["search"];
  const options = (typeof from["options"] === "object" && from["options"] !== null ? from["options"] : {}) as Record<string, unknown>;
  for (const { name, kind, choices } of allOptions()) {
    const text = options[name];
    if (typeof text !== "string" || text.length > LONGEST) continue;
    if (kind === "choice" && !choices.includes(text)) continue;
    if (kind === "integer" && !/^\d+$/.test(text)) continue;
    setOption(choice, name, text);
  }
  const { equilibrium } = from;
  if (typeof equilibrium === "number" && Number.isInteger(equilibrium) && equilibrium >= 0) choice.equilibrium = equilibrium;
  return choice;
}

/** The options of all searches, each once. */
function allOptions(): OptionInfo[] {
  const declared = about().searches.flatMap((search) => search.options);
  return [...new Map(declared.map((option) => [option.name, option])).values()];
}
