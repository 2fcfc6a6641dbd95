// The Tree page: a tree, a search over it, step by step.

import type { PageModule } from "../../app/page";
import { STEPPING_HELP } from "../../lib/keys";
import Tree from "./Tree.svelte";

export const page: PageModule = {
  component: Tree,
  keys: [
    ...STEPPING_HELP,
    { keys: "c", does: "compare with a second search" },
    { keys: "w, or a click on a leaf", does: "why it was not pruned; Escape closes the answer" },
    { keys: "e", does: "edit the tree; Escape ends it" },
    { keys: "while editing: arrows", does: "walk from node to node" },
    { keys: "Alt+← Alt+→", does: "move the node among its siblings" },
    { keys: "Enter, digits, −", does: "type the node's value" },
    { keys: "a, Delete", does: "add a child, remove the node" },
    { keys: "Ctrl+Z", does: "take the last edit back" },
  ],
};
