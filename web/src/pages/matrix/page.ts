// The Matrix page: a table of payoffs to be changed, and what follows from it, step by step.

import type { PageModule } from "../../app/page";
import Matrix from "./Matrix.svelte";

export const page: PageModule = {
  component: Matrix,
  keys: [
    { keys: "Space", does: "play or pause" },
    { keys: "← →, Page up, Page down", does: "one step back, one step forward" },
    { keys: "Home End", does: "first step, last step" },
    { keys: "h", does: "hide the answer: each step first asks what follows" },
    { keys: "r, c", does: "add a row, add a column" },
    { keys: "Ctrl+V", does: "paste a table; in a cell: cells of a spreadsheet from there on" },
    { keys: "Ctrl+Z", does: "take the last change of the table back" },
    { keys: "in a cell: Enter, Escape", does: "done with typing" },
  ],
};
