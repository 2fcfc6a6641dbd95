// The Inside page: the search tree of a position of a game, with little boards in its nodes.

import type { Page } from "../../app/page";
import Inside from "./Inside.svelte";

export const page: Page = {
  slug: "inside",
  title: "Inside",
  order: 30,
  component: Inside,
  keys: [
    { keys: "Space", does: "play or pause" },
    { keys: "← →", does: "one step back, one step forward" },
    { keys: "Home End", does: "first step, last step" },
    { keys: "+ −", does: "zoom" },
    { keys: "f", does: "fit the tree into the window; a large one, f again: near the current node" },
    { keys: "1 … 9", does: "choose the search" },
  ],
};
