// The keys that every page with a player shares.

import type { Keys } from "../app/keyboard";
import type { Player } from "./player.svelte";

const ZOOM = 1.25;

export function playerKeys(player: Player, zoom: (by: number) => void, fit: () => void): Keys {
  return {
    " ": () => player.toggle(),
    ArrowLeft: () => player.move(-1),
    ArrowRight: () => player.move(1),
    ArrowUp: () => player.move(-1),
    ArrowDown: () => player.move(1),
    Home: () => player.goTo(0),
    End: () => player.goToEnd(),
    "+": () => zoom(ZOOM),
    "=": () => zoom(ZOOM),
    "-": () => zoom(1 / ZOOM),
    f: fit,
  };
}
