// The Tree page: a tree, a search over it, step by step.

import type { Page } from "../../app/page";
import Tree from "./Tree.svelte";

export const page: Page = {
  slug: "tree",
  title: "Tree",
  order: 10,
  component: Tree,
  keys: [
    { keys: "Space", does: "play or pause" },
    { keys: "← →", does: "one step back, one step forward" },
    { keys: "Home End", does: "first step, last step" },
    { keys: "+ −", does: "zoom" },
    { keys: "f", does: "fit the tree into the window; a large one, f again: near the current node" },
    { keys: "1 … 9", does: "choose the search" },
    { keys: "c", does: "compare with a second search" },
    { keys: "e", does: "edit the tree; Escape ends it" },
    { keys: "while editing: arrows", does: "walk from node to node" },
    { keys: "Alt+← Alt+→", does: "move the node among its siblings" },
    { keys: "Enter", does: "type the node's value" },
    { keys: "a, Delete", does: "add a child, remove the node" },
    { keys: "Ctrl+Z", does: "take the last edit back" },
  ],
};
