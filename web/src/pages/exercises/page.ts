// The Exercises page: questions about drawn trees, graded step by step, and sheets to print.

import type { PageModule } from "../../app/page";
import Exercises from "./Exercises.svelte";

export const page: PageModule = {
  component: Exercises,
  keys: [
    { keys: "Tab, Enter", does: "go to a node of the tree, pick it" },
    { keys: "Enter in the answer", does: "check it" },
    { keys: "n", does: "next question" },
    { keys: "r", does: "another question at random" },
    { keys: "h", does: "hint" },
    { keys: "s", does: "show the solution" },
  ],
};
