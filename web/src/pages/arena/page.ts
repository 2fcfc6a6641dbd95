// The Arena page: tournaments of the lab's players, a live cross table and ratings, and games to open on the analysis board.

import type { PageModule } from "../../app/page";
import Arena from "./Arena.svelte";

export const page: PageModule = {
  component: Arena,
  keys: [
    { keys: "Space", does: "start the tournament, stop it, or go on with it" },
    { keys: "n", does: "begin again with the next seed" },
    { keys: "a", does: "add a player" },
    { keys: "g", does: "go to the list of games; Enter opens one on the analysis board" },
  ],
};
