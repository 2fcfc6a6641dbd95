// The Pac-Man page: a maze, an agent that searches, and ghosts that search, follow or stray.

import type { PageModule } from "../../app/page";
import Pacman from "./Pacman.svelte";

export const page: PageModule = {
  component: Pacman,
  keys: [
    { keys: "Space", does: "play or pause" },
    { keys: "← →", does: "one round back, one on; where you play, they move Pac-Man, with ↑ ↓ or W A S D" },
    { keys: ".", does: "where you play: stay" },
    { keys: "[ and ], Page up, Page down", does: "one round back, one on" },
    { keys: "Home End", does: "to the start; to the end of the game" },
    { keys: "v", does: "values of Pac-Man's moves" },
    { keys: "y", does: "why this move: its tree" },
    { keys: "n", does: "new game" },
  ],
};
