// The Play page: any game of the registry, on a board, against a person or a player.

import type { PageModule } from "../../app/page";
import Play from "./Play.svelte";

export const page: PageModule = {
  component: Play,
  keys: [
    { keys: "b", does: "go to the board; arrows move the cursor there" },
    { keys: "Enter, Escape", does: "play at the cursor, take up a piece or put it down; let it go" },
    { keys: "m", does: "type a move, as in Nf3; Enter plays it" },
    { keys: "← → or [ ]", does: "one move back, one on; also Page up, Page down" },
    { keys: "↑ ↓", does: "the variation before, the next one" },
    { keys: "Home, End", does: "to the start, to the last move" },
    { keys: "Backspace", does: "take back: the move and all that follows it" },
    { keys: "h", does: "hint" },
    { keys: "v", does: "analyse: values of the moves, lines, arrows" },
    { keys: "r", does: "the next mistake that the review found" },
    { keys: "f, l", does: "flip the board; show legal moves" },
    { keys: "o", does: "whose the points of a Go board are, by random games" },
    { keys: "a", does: "begin or end an arrow at the cursor; also with the right mouse button" },
    { keys: "c", does: "clear arrows and rings" },
    { keys: "n", does: "new game" },
  ],
};
