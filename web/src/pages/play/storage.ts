// What the Play page keeps in the browser, one match for each game, and how a match is written in an address.

import { recall, save, saveSoon } from "../../lib/memory";
import { joinMoves, splitMoves } from "../../lib/moves";
import type { GameInfo, GameSource } from "../../messages/shared";
import type { Kept, Match } from "./match.svelte";

export function keptGame(): string {
  return recall("play", { game: "" }).game;
}

export function keptMatch(game: string): Kept | null {
  const { match } = recall<{ match: Partial<Kept> }>(`play.${game}`, { match: {} });
  return [match.moves, match.seats, match.turns].every(Array.isArray) ? { ...EMPTY, ...match } : null;
}

export function keep(match: Match): void {
  save("play", { game: match.game.slug });
  const kept = match.kept();
  saveSoon(`play.${match.game.slug}`, () => ({ match: kept }));
}

/** The query of an address that opens a position of a match, here or on the page Inside. */
export function queryOf(source: GameSource): Record<string, string | null | undefined> {
  return { game: source.game, position: source.position, moves: source.moves && joinMoves(source.moves) };
}

/** The game, position and moves an address asks for, if it names a game there is. */
export function asked(
  query: URLSearchParams,
  games: GameInfo[],
): { game: GameInfo; start: string | null; moves: string[] } | null {
  const game = games.find((each) => each.slug === query.get("game"));
  if (game === undefined) return null;
  return { game, start: query.get("position"), moves: splitMoves(query.get("moves")) };
}

const EMPTY: Kept = { start: null, headers: {}, turns: [], value: null, reviewed: [], moves: [], at: 0, seats: [], clock: null, left: [], paused: false };
