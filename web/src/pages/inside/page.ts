// The Inside page: the search tree of a position of a game, with small boards in its nodes.

import type { PageModule } from "../../app/page";
import { STEPPING_HELP } from "../../lib/keys";
import Inside from "./Inside.svelte";

export const page: PageModule = {
  component: Inside,
  keys: STEPPING_HELP,
};
