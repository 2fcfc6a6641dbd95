// A search with the options a visitor has set for it. What the search has no use for is kept, so that it is still there
// when another search is chosen, but never sent.

import type { SearchOptions } from "../messages/shared";
import { searchInfo } from "./about";

export interface SearchChoice {
  search: string;
  depth: number | null;
  ties: "equal" | "strict";
  fail: "soft" | "hard";
  order: string;
  seed: number | null;
  simulations: number | null;
  /** Who plays together, counted from 0; null is the player to move alone. */
  partners: number[] | null;
  /** Numbers as trees write them; an empty text is none. */
  total: string;
  least: string;
  low: string;
  high: string;
  /** Which of the equilibria is shown; no matter of the search's. */
  equilibrium: number | null;
}

export const USUAL: SearchChoice = {
  search: "alpha_beta",
  depth: null,
  ties: "equal",
  fail: "soft",
  order: "natural",
  seed: null,
  simulations: null,
  partners: null,
  total: "",
  least: "",
  low: "",
  high: "",
  equilibrium: null,
};

export function optionsOf(choice: SearchChoice): SearchOptions {
  const uses = new Set(searchInfo(choice.search)?.options);
  const options: SearchOptions = {};
  if (uses.has("depth") && choice.depth !== null) options.depth = choice.depth;
  if (uses.has("ties")) options.ties = choice.ties;
  if (uses.has("fail")) options.fail = choice.fail;
  if (uses.has("order") && choice.order !== "natural") options.order = choice.order;
  if (uses.has("simulations") && choice.simulations !== null) options.simulations = choice.simulations;
  if (uses.has("seed") && choice.seed !== null) options.seed = choice.seed;
  if (uses.has("partners") && choice.partners) options.partners = [...choice.partners];
  for (const name of STAKES) {
    // What nobody gets less than is of use only beside the total.
    if (uses.has(name) && choice[name] && (name !== "least" || choice.total)) options[name] = choice[name];
  }
  return options;
}

const NUMBERS = ["depth", "seed", "simulations", "equilibrium"] as const;
const STAKES = ["total", "least", "low", "high"] as const;
const LONGEST_NUMBER = 300;
const MOST_PLAYERS = 99;

/** The part of an address that describes a choice; names end in `suffix`. */
export function queryOf(choice: SearchChoice, suffix = ""): Record<string, string> {
  const { partners, ...others } = optionsOf(choice);
  const options: Record<string, unknown> = {
    search: choice.search,
    ...others,
    partners: partners?.map((player) => `p${player + 1}`).join(",") ?? null,
    equilibrium: choice.equilibrium,
  };
  const usual: Record<string, unknown> = { ...USUAL, search: "" };
  const said = Object.entries(options).filter(([name, value]) => value !== usual[name]);
  return Object.fromEntries(said.map(([name, value]) => [name + suffix, String(value)]));
}

export function choiceFrom(query: URLSearchParams, suffix = ""): SearchChoice | null {
  const search = query.get("search" + suffix);
  if (search === null) return null;
  const said: Record<string, unknown> = { search };
  for (const name of ["ties", "fail", "order", ...STAKES]) said[name] = query.get(name + suffix) ?? undefined;
  for (const name of NUMBERS) said[name] = Number(query.get(name + suffix) ?? NaN);
  said["partners"] = query
    .get("partners" + suffix)
    ?.split(",")
    .map((word) => Number(/^p(\d+)$/.exec(word)?.[1]) - 1);
  return soundChoice(said);
}

/** A choice out of what was kept or shared, which may be anything. */
export function soundChoice(said: unknown): SearchChoice {
  const from = (typeof said === "object" && said !== null ? said : {}) as Record<string, unknown>;
  const choice = { ...USUAL };
  if (typeof from["search"] === "string" && searchInfo(from["search"])) choice.search = from["search"];
  if (from["ties"] === "strict") choice.ties = "strict";
  if (from["fail"] === "hard") choice.fail = "hard";
  if (typeof from["order"] === "string" && from["order"]) choice.order = from["order"];
  for (const name of NUMBERS) {
    const number = from[name];
    if (typeof number === "number" && Number.isInteger(number) && number >= 0) choice[name] = number;
  }
  for (const name of STAKES) {
    const text = from[name];
    if (typeof text === "string" && text.length <= LONGEST_NUMBER) choice[name] = text;
  }
  const { partners } = from;
  if (Array.isArray(partners) && partners.length && partners.every(isPlayer)) choice.partners = [...new Set(partners)];
  return choice;
}

function isPlayer(said: unknown): said is number {
  return typeof said === "number" && Number.isInteger(said) && said >= 0 && said < MOST_PLAYERS;
}
