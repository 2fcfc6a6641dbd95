// Where the nodes of a tree go from left to right: d3's tidy layout, with room for nodes of any width. It runs in a
// worker for large trees (place.worker.ts) and right here for small ones.

import { hierarchy, tree } from "d3-hierarchy";

export interface PlaceRequest {
  id: number;
  parents: Int32Array;
  widths: Float64Array;
  /** All nodes, parents before children, children in the order they are drawn. */
  sequence: Int32Array;
}

export interface PlaceReply {
  id: number;
  /** The middle of each node, from 0 at the leftmost edge. */
  x: Float64Array;
}

interface Item {
  number: number;
  children: Item[];
}

const GAP = 14;

export function place(request: PlaceRequest): PlaceReply {
  const { parents, widths, sequence } = request;
  const items: Item[] = Array.from(parents, (_, number) => ({ number, children: [] }));
  for (const number of sequence) {
    const parent = parents[number]!;
    if (parent >= 0) items[parent]!.children.push(items[number]!);
  }
  const root = hierarchy(items[sequence[0]!]!);
  const tidy = tree<Item>()
    .nodeSize([1, 1])
    .separation((one, other) => (widths[one.data.number]! + widths[other.data.number]!) / 2 + GAP);
  const x = new Float64Array(parents.length);
  let left = Infinity;
  for (const node of tidy(root)) {
    x[node.data.number] = node.x;
    left = Math.min(left, node.x - widths[node.data.number]! / 2);
  }
  for (let number = 0; number < x.length; number++) x[number]! -= left;
  return { id: request.id, x };
}
