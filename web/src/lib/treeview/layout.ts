// A tree laid out: where each node is, and the nodes of each level from left to right, so that a renderer finds what is in view
// by binary search. `Placer` requests layouts and drops those that are out of date.

import type { Shape } from "../replay/shape";
import { measure, sizesOf, type Box, type Manner, type Sizes } from "./boxes";
import { place, type PlaceReply, type PlaceRequest } from "./place";

/** The widest gap between levels, compared with the least, and how wide a tree may be for a gap. */
const WIDEST_GAP = 2.5;
const FLATTEST = 16;
const MARGIN = 12;
const AT_ONCE = 400;

export interface Layout {
  shape: Shape;
  /** The middle and the top of each node. */
  x: Float64Array;
  y: Float64Array;
  boxes: Box[];
  sizes: Sizes;
  /** The nodes of each level, from left to right. */
  levels: number[][];
  width: number;
  height: number;
}

/** The same with its levels further apart. */
export function stretched(layout: Layout, by: number): Layout {
  if (by === 1) return layout;
  return { ...layout, y: layout.y.map((top) => top * by), height: layout.height * by };
}

/** The same with some nodes moved to the side. */
export function shifted(layout: Layout, nodes: Iterable<number>, by: number): Layout {
  const x = layout.x.slice();
  for (const node of nodes) x[node]! += by;
  return { ...layout, x };
}

/** The place among its siblings of a node that is moved to the side. */
export function placeAmongSiblings({ shape: { nodes }, x }: Layout, node: number, by: number): number {
  const siblings = nodes[nodes[node]!.parent]!.children;
  return siblings.filter((each) => each !== node && x[each]! < x[node]! + by).length;
}

type Orders = ReadonlyMap<number, number[]>;

export class Placer {
  private worker: Worker | null = null;
  private lastId = 0;
  private waiting: { shape: Shape; boxes: Box[]; sizes: Sizes; sequence: Int32Array; id: number } | null = null;
  private next: (() => void) | null = null;

  constructor(private readonly ready: (layout: Layout) => void) {}

  /** Lays a tree out: at once if it is small, else as soon as the worker has time. Only the latest request counts. */
  ask(shape: Shape, manner: Manner, orders: Orders): void {
    if (!shape.nodes.length) return;
    if (shape.nodes.length <= AT_ONCE) {
      this.next = this.waiting = null;
      this.ready(layOut(shape, manner, orders));
      return;
    }
    if (this.waiting) {
      this.next = () => this.ask(shape, manner, orders);
      return;
    }
    const boxes = shape.nodes.map((node) => measure(node, shape, manner));
    const sequence = drawnSequence(shape, orders);
    this.waiting = { shape, boxes, sizes: sizesOf(manner), sequence, id: ++this.lastId };
    const request = requestOf(shape, boxes, sequence, this.lastId);
    const worker = this.start();
    // Without its script, which a server that is gone cannot send, the page does the work itself.
    worker.onerror = () => {
      this.stop();
      this.take(place(request));
    };
    worker.postMessage(request);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    this.worker = new Worker(new URL("./place.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (message: MessageEvent<PlaceReply>) => this.take(message.data);
    return this.worker;
  }

  private take(reply: PlaceReply): void {
    const asked = this.waiting;
    if (asked?.id !== reply.id) return;
    this.waiting = null;
    this.ready(finish(asked.shape, asked.boxes, asked.sizes, asked.sequence, reply.x));
    const next = this.next;
    this.next = null;
    next?.();
  }
}

function layOut(shape: Shape, manner: Manner, orders: Orders): Layout {
  const boxes = shape.nodes.map((node) => measure(node, shape, manner));
  const sequence = drawnSequence(shape, orders);
  return finish(shape, boxes, sizesOf(manner), sequence, place(requestOf(shape, boxes, sequence, 0)).x);
}

/** The boxes are those at the time of the request; nodes that were added to the tree since then wait for the next layout. */
function requestOf(shape: Shape, boxes: Box[], sequence: Int32Array, id: number): PlaceRequest {
  const parents = Int32Array.from(boxes, (_, number) => shape.nodes[number]!.parent);
  const widths = Float64Array.from(boxes, (box) => box.width);
  return { id, parents, widths, sequence };
}

function drawnSequence(shape: Shape, orders: Orders): Int32Array {
  const sequence = new Int32Array(shape.nodes.length);
  let end = 1;
  for (let at = 0; at < end; at++) {
    const number = sequence[at]!;
    const { children } = shape.nodes[number]!;
    const order = orders.get(number);
    for (const child of order ? inOrder(children, order) : children) sequence[end++] = child;
  }
  return sequence;
}

/** Children that the order does not name come last. */
function inOrder(children: number[], order: number[]): number[] {
  const named = new Set(order);
  return [...order, ...children.filter((child) => !named.has(child))];
}

function finish(shape: Shape, boxes: Box[], sizes: Sizes, sequence: Int32Array, x: Float64Array): Layout {
  const levels: number[][] = [];
  const rooms: number[] = [];
  let width = 0;
  for (const number of sequence) {
    const { depth } = shape.nodes[number]!;
    (levels[depth] ??= []).push(number);
    rooms[depth] = Math.max(rooms[depth] ?? 0, boxes[number]!.room);
    width = Math.max(width, x[number]! + boxes[number]!.width / 2);
  }
  // The edges of a wide tree are flat, and its labels unreadable, unless its levels are further apart.
  const gap = Math.min(Math.max(width / FLATTEST, sizes.gap), WIDEST_GAP * sizes.gap);
  const tops: number[] = [];
  let top = MARGIN;
  for (const room of rooms) {
    tops.push(top);
    top += room + gap;
  }
  const y = Float64Array.from(x, (_, number) => tops[shape.nodes[number]!.depth]!);
  for (let number = 0; number < x.length; number++) x[number]! += MARGIN;
  return { shape, x, y, boxes, sizes, levels, width: width + 2 * MARGIN, height: top - gap + MARGIN };
}
