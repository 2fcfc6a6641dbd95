// A search with the options a visitor has set for it. What the search has no use for is kept, so that it is still there
// when another search is chosen, but never sent.

import type { SearchOptions } from "../messages";
import { searchInfo } from "./about";

export interface SearchChoice {
  search: string;
  depth: number | null;
  ties: "equal" | "strict";
  fail: "soft" | "hard";
  order: string;
  seed: number | null;
  iterations: number | null;
}

export const USUAL: SearchChoice = {
  search: "alpha_beta",
  depth: null,
  ties: "equal",
  fail: "soft",
  order: "natural",
  seed: null,
  iterations: null,
};

export function optionsOf(choice: SearchChoice): SearchOptions {
  const uses = new Set(searchInfo(choice.search)?.options);
  const options: SearchOptions = {};
  if (uses.has("depth") && choice.depth !== null) options.depth = choice.depth;
  if (uses.has("ties")) options.ties = choice.ties;
  if (uses.has("fail")) options.fail = choice.fail;
  if (uses.has("order") && choice.order !== "natural") options.order = choice.order;
  if (uses.has("iterations") && choice.iterations !== null) options.iterations = choice.iterations;
  if (uses.has("seed") && choice.seed !== null) options.seed = choice.seed;
  return options;
}

const NUMBERS = ["depth", "seed", "iterations"] as const;

/** The part of an address that describes a choice; names end in `suffix`. */
export function queryOf(choice: SearchChoice, suffix = ""): Record<string, string> {
  const options: Record<string, unknown> = { search: choice.search, ...optionsOf(choice) };
  const usual: Record<string, unknown> = { ...USUAL, search: "" };
  const said = Object.entries(options).filter(([name, value]) => value !== usual[name]);
  return Object.fromEntries(said.map(([name, value]) => [name + suffix, String(value)]));
}

export function choiceFrom(query: URLSearchParams, suffix = ""): SearchChoice | null {
  const search = query.get("search" + suffix);
  if (search === null) return null;
  const said: Record<string, unknown> = { search };
  for (const name of ["ties", "fail", "order"]) said[name] = query.get(name + suffix) ?? undefined;
  for (const name of NUMBERS) said[name] = Number(query.get(name + suffix) ?? NaN);
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
  return choice;
}
