// From the chosen node to its neighbour, as the arrow keys walk a tree while editing.

import type { Workspace } from "./workspace.svelte";

export function walk(workspace: Workspace, way: "left" | "right" | "up" | "down"): string {
  const nodes = workspace.tree?.nodes ?? [];
  const at = Math.max(workspace.selected, 0);
  const node = nodes[at];
  if (!node) return "";
  if (way === "up") return nodes[Math.max(node.parent, 0)]!.name;
  if (way === "down") return (nodes.find((each) => each.parent === at) ?? node).name;
  // Nodes come breadth-first, so the neighbour on the same level is the one before or after.
  const depth = depthOf(at);
  const next = at + (way === "left" ? -1 : 1);
  return (nodes[next] && depthOf(next) === depth ? nodes[next] : node).name;

  function depthOf(number: number): number {
    let depth = 0;
    for (let above = nodes[number]!.parent; above >= 0; above = nodes[above]!.parent) depth += 1;
    return depth;
  }
}
