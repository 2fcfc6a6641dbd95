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
