// The Rules page: a rule sheet in the Game Description Language, its mistakes, and the game that it describes.

import type { PageModule } from "../../app/page";
import Rules from "./Rules.svelte";

export const page: PageModule = {
  component: Rules,
  keys: [
    { keys: "← →, Page up, Page down", does: "one move back, one move on" },
    { keys: "Home End", does: "to the start, to the last move" },
    { keys: "Space", does: "replay the moves, or pause" },
    { keys: "h", does: "hint: a good move, and why" },
    { keys: "n", does: "new game" },
    { keys: "e, Escape", does: "go to the rules; leave them" },
    { keys: "m", does: "go to the next mistake" },
  ],
};
