// The keys that every page with a player shares.

import type { Keys } from "../app/keyboard";
import type { Player } from "./player.svelte";

const ZOOM = 1.25;

/** What the help says of them, and of the choice of a search. */
export const STEPPING_HELP = [
  { keys: "Space", does: "play or pause" },
  { keys: "← →", does: "one step back, one step forward" },
  { keys: "Home End", does: "first step, last step" },
  { keys: "+ −", does: "zoom" },
  { keys: "f", does: "fit the tree into the window; a large one, f again: near the current node" },
  { keys: "1 … 9", does: "choose the search" },
];

/** The arrows, which go a step back or forward. */
export function arrowKeys(player: Player): Keys {
  return {
    ArrowLeft: () => player.move(-1),
    ArrowRight: () => player.move(1),
    ArrowUp: () => player.move(-1),
    ArrowDown: () => player.move(1),
  };
}

/** Playing and pausing, the first step and the last. */
export function playingKeys(player: Player): Keys {
  return {
    " ": () => player.toggle(),
    Home: () => player.goTo(0),
    End: () => player.goToEnd(),
  };
}

export function playerKeys(player: Player, zoom: (by: number) => void, fit: () => void): Keys {
  return {
    ...playingKeys(player),
    ...arrowKeys(player),
    "+": () => zoom(ZOOM),
    "=": () => zoom(ZOOM),
    "-": () => zoom(1 / ZOOM),
    f: fit,
  };
}
