// The keys that every page with a player shares.

import type { Keys } from "../app/keyboard";
import { presentation } from "../app/presentation.svelte";
import type { Player } from "./player.svelte";
import type { Run } from "./run.svelte";

const ZOOM = 1.25;

/** Their lines in the help dialog. */
export const STEPPING_HELP = [
  { keys: "Space", does: "play or pause" },
  { keys: "← →", does: "one step back, one step forward; also Page up, Page down of a presenter's remote" },
  { keys: "Home End", does: "first step, last step" },
  { keys: "+ −", does: "zoom" },
  { keys: "f", does: "fit the tree into the window; a large one, f again: near the current node" },
  { keys: "n, p", does: "next cutoff, previous cutoff" },
  { keys: "h", does: "hide the answer: each step first asks what happens next" },
  { keys: "k", does: "in a presentation: the pseudocode beside the tree" },
  { keys: "s, 1 … 9", does: "the menu of searches, choose a search" },
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

/** Playing and pausing, the first step and the last, and the two keys of a presenter's remote. */
export function playingKeys(player: Player): Keys {
  return {
    " ": () => player.toggle(),
    Home: () => player.goTo(0),
    End: () => player.goToEnd(),
    PageUp: () => player.move(-1),
    PageDown: () => player.move(1),
  };
}

/** From cutoff to cutoff of the searches that are shown. */
function cutoffKeys(player: Player, runs: () => Run[]): Keys {
  return {
    n: () => player.jump(Math.min(...runs().map((run) => run.recording.cutoffAfter(player.step) ?? Infinity))),
    p: () => player.jump(Math.max(...runs().map((run) => run.recording.cutoffBefore(player.step) ?? -Infinity))),
  };
}

/** The keys of a page that shows searches of a tree. */
export function playerKeys(player: Player, runs: () => Run[], zoom: (by: number) => void, fit: () => void): Keys {
  return {
    ...playingKeys(player),
    ...arrowKeys(player),
    ...cutoffKeys(player, runs),
    h: () => player.setAsks(!player.asks),
    "+": () => zoom(ZOOM),
    "=": () => zoom(ZOOM),
    "-": () => zoom(1 / ZOOM),
    f: fit,
  };
}

/** The keys of the menu of searches, and of the pseudocode in a presentation. */
export const searchKeys: Keys = {
  s: () => openMenu("search-menu"),
  k: () => (presentation.code = !presentation.code),
};

/** Moves the focus to a menu and opens it, where the browser lets a page do that. */
function openMenu(id: string): void {
  const menu = document.getElementById(id);
  if (!(menu instanceof HTMLSelectElement)) return;
  menu.focus();
  try {
    menu.showPicker();
  } catch {
    // The arrow keys choose from a closed menu too.
  }
}
