// What players are called in words: the server names them by their specs, as in mcts:50.

import { playerInfo } from "../../lib/seats";
import type { About } from "../../messages/shared";
import { readSeat } from "./setup";

/** A player's title, and with it how strong it is where several have that title. */
export type Naming = (spec: string) => string;

/** The title of a player and its strength, as in Alpha-beta and depth 4; a player that the lab does not have keeps its spec. */
export function parts(about: About, spec: string): { title: string; strength: string } {
  const seat = readSeat(about, spec);
  const info = seat && playerInfo(about, seat.player);
  if (!seat || !info) return { title: spec, strength: "" };
  if (seat.seconds !== null) return { title: info.title, strength: `${seat.seconds} s a move` };
  if (seat.strength === null) return { title: info.title, strength: "" };
  // A count is written before its noun.
  const counted = info.strength.endsWith("s");
  return { title: info.title, strength: counted ? `${seat.strength} ${info.strength}` : `${info.strength} ${seat.strength}` };
}

export function naming(about: About, specs: readonly string[]): Naming {
  const titles = specs.map((spec) => parts(about, spec).title);
  return (spec) => {
    const { title, strength } = parts(about, spec);
    return strength && titles.filter((each) => each === title).length > 1 ? `${title}, ${strength}` : title;
  };
}
