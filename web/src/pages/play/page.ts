// The Play page: any game of the registry, on a board, against a person or a player.

import type { PageModule } from "../../app/page";
import Play from "./Play.svelte";

export const page: PageModule = {
  component: Play,
  keys: [
    { keys: "arrows on the board", does: "move the cursor" },
    { keys: "Enter", does: "play at the cursor; take up a piece, put it down" },
    { keys: "Escape", does: "let the piece in hand go" },
    { keys: "[ and ], Page up, Page down", does: "one move back, one on" },
    { keys: "Home, End", does: "to the start, to the last move" },
    { keys: "Backspace", does: "take back" },
    { keys: "h", does: "hint" },
    { keys: "v", does: "values of all moves" },
    { keys: "n", does: "new game" },
  ],
};
