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

/** What to say of an address that names a game which this lab does not have. */
export function missingGame(slug: string): string {
  return `This lab has no game called ${slug}. For a game of your own, start the lab with it, as in: zermelo lab my_game.py:Game.`;
}
