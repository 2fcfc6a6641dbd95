// The Play page: any game of the registry, on a board, against a person or a player.

import type { PageModule } from "../../app/page";
import Play from "./Play.svelte";

export const page: PageModule = {
  component: Play,
  keys: [
    { keys: "b", does: "go to the board" },
    { keys: "arrows on the board", does: "move the cursor" },
    { keys: "Enter", does: "play at the cursor; take up a piece, put it down" },
    { keys: "Escape", does: "let the piece in hand go" },
    { keys: "[ and ], Page up, Page down", does: "one move back, one on" },
    { keys: "← → outside the board", does: "the same" },
    { keys: "↑ ↓ outside the board", does: "the variation before, the next one" },
    { keys: "Home, End", does: "to the start, to the last move" },
    { keys: "Backspace", does: "take back: the move and all that follows it" },
    { keys: "h", does: "hint" },
    { keys: "v", does: "analyse: values of the moves, lines, arrows" },
    { keys: "f", does: "flip the board" },
    { keys: "l", does: "legal moves shown" },
    { keys: "a on the board, twice", does: "an arrow from cell to cell, or a ring; also with the right button" },
    { keys: "c", does: "clear arrows and rings" },
    { keys: "r", does: "the next mistake that the review found" },
    { keys: "m", does: "type a move, as in Nf3; Enter plays it" },
    { keys: "n", does: "new game" },
  ],
};
