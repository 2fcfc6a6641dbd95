// What the server offers. It is requested once, before the first page is shown.

import type { About, GameInfo, SearchInfo } from "../messages/shared";
import { fetchAbout } from "./server";

let known: About | null = null;

export async function loadAbout(): Promise<About> {
  known ??= await fetchAbout();
  return known;
}

/** Pages are shown only after `loadAbout`, so they may call this freely. */
export function about(): About {
  if (!known) throw new Error("about() was called before loadAbout()");
  return known;
}

export function searchInfo(name: string): SearchInfo | undefined {
  return about().searches.find((each) => each.name === name);
}

export function gameInfo(slug: string): GameInfo | undefined {
  return about().games.find((each) => each.slug === slug);
}

/** What to say of an address that names something which this lab does not have, such as a search. */
export function missing(what: string, name: string): string {
  return `This lab has no ${what} called ${name}.`;
}

/** What to say of an address that names a search which suits something else. */
export function unsuitable(search: string, instead = ""): string {
  const title = (name: string): string => searchInfo(name)?.title ?? name;
  return `${title(search)} does not suit this: it is searched by ${title(instead)}.`;
}

/** The same of a game, which may be a visitor's own. */
export function missingGame(slug: string): string {
  return `${missing("game", slug)} For a game of your own, start the lab with it, as in: zermelo lab my_game.py:Game.`;
}
