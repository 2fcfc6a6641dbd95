// Who plays: a person or a player at each seat of a game.

import type { About, PlayerInfo } from "../messages/shared";

/** Who sits at a seat: a person ("human"), or a player at a strength or with so many seconds for each move. */
export interface Seat {
  player: string;
  strength: number | null;
  seconds: number | null;
}

export function human(): Seat {
  return { player: "human", strength: null, seconds: null };
}

export function playerInfo(about: About, name: string): PlayerInfo | undefined {
  return about.players.find((each) => each.name === name);
}

/** A player at its usual strength. */
export function seatOf(about: About, player: string): Seat {
  const info = playerInfo(about, player);
  return { player, strength: info?.strength ? info.usual : null, seconds: null };
}

/** A player and its strength in words. */
export function titleOf(about: About, { player, strength, seconds }: Seat): string {
  const info = playerInfo(about, player);
  if (info === undefined) return "Human";
  if (seconds !== null) return `${info.title} (${seconds} s a move)`;
  return strength === null ? info.title : `${info.title} (${info.strength} ${strength})`;
}
