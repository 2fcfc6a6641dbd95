// The Bandit page: arms to pull by UCB1 and other rules, step by step, and the regret of it.

import type { PageModule } from "../../app/page";
import Bandit from "./Bandit.svelte";

export const page: PageModule = {
  component: Bandit,
  keys: [
    { keys: "Space", does: "play or pause" },
    { keys: "← →, Page up, Page down", does: "one pull back, one pull forward" },
    { keys: "Home End", does: "before the first pull, the last pull" },
    { keys: "h", does: "hide the answer: each pull first asks which arm it is" },
    { keys: "n", does: "another run, with the next seed" },
  ],
};
