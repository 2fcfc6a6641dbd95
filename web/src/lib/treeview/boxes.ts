// How much room a node takes. Sizes follow from the tree and the kind of search alone, never from the step, so stepping
// moves nothing.

import type { Shape, ShapeNode } from "../replay/shape";

const SMALL = 18;
export const FRAME = 4;
export const TAG = 14;
/** The distance of alpha and beta from a shape, and from one with the ring of the current node. */
const WINDOW_AT = 3;
const WINDOW_AT_RING = 8;
export const LABEL_AT = 0.66;
const VISITED = "-0.000 ×000";
const WIDE_OPEN = "α -∞";
/** The width of a letter compared with its height: an estimate that errs on the wide side, since fonts differ. */
const LETTER = 0.6;
const LONGEST_INSIDE = 2;

/** The sizes of a drawing: of its letters, its shapes, the words under a node, and the least gap between levels. From the
 * scale `readable` on its words can be read; at the scale `reading` this is comfortable. */
export interface Sizes {
  letters: number;
  triangle: Size;
  circle: number;
  square: number;
  caption: number;
  gap: number;
  readable: number;
  reading: number;
}

const USUAL: Sizes = {
  ...{ letters: 12, caption: 20, gap: 40, readable: 0.6, reading: 1 },
  ...{ triangle: { width: 40, height: 34 }, circle: 34, square: 28 },
};
/** For a projector: the letters are larger compared with the shapes and the gaps. */
const PROJECTED: Sizes = {
  ...{ letters: 19, caption: 28, gap: 32, readable: 0.9, reading: 1.5 },
  ...{ triangle: { width: 52, height: 44 }, circle: 42, square: 38 },
};

export interface Size {
  width: number;
  height: number;
}

/** How the drawing is made: with room for alpha and beta of so many letters, for counts of visits and for values; `board` is the
 * size of the small boards of a game, null where there are none; `projected` has larger letters. */
export interface Manner {
  windows: number;
  visits: boolean;
  told: boolean;
  board: Size | null;
  projected: boolean;
}

export function sizesOf({ projected }: Manner): Sizes {
  return projected ? PROJECTED : USUAL;
}

/** The room of one node: `width` is what the layout keeps free, `bodyWidth` and `body` its shape, `room` all of it. */
export interface Box {
  width: number;
  bodyWidth: number;
  body: number;
  room: number;
  /** Its name stands in the shape; else under it. */
  titled: boolean;
  /** It is drawn as a frame around a board. */
  framed: boolean;
}

/** The baselines of a node's words, from its top: in the shape, under it, and of alpha and beta beside it. */
export function baselines(role: string, { body }: Box, letters: number): { inside: number; below: number; beside: number } {
  const inside = role === "MAX" ? 0.82 * body : role === "MIN" ? 0.47 * body : body / 2 + 0.375 * letters;
  return { inside, below: body + 1.25 * letters, beside: body / 2 + 0.67 * letters };
}

export function windowAt(current: boolean): number {
  return current ? WINDOW_AT_RING : WINDOW_AT;
}

/** The words beside a board that say who moves. Games of many players need a number, which does not fit into a shape there. */
export function tagWords(role: string): string {
  return /^P\d+$/.test(role) ? role : "";
}

export function textWidth(text: string, letters: number): number {
  return text.length * LETTER * letters;
}

export function measure(node: ShapeNode, shape: Shape, manner: Manner): Box {
  const { letters, caption } = sizesOf(manner);
  const framed = manner.board !== null && node.role !== "";
  const [bodyWidth, body] = framed ? framedBody(manner.board!) : plainBody(node, shape, manner);
  const titled = node.role !== "LEAF" && node.title.length <= LONGEST_INSIDE;
  const inner = node.children.length > 0;
  const below = shape.written ? wordsBelow(node, titled) : "";
  const label = [node.branch, node.odds].filter(Boolean).join(" ");
  let beside = 0;
  if (manner.windows && inner) beside = 2 * (Math.max(textWidth(WIDE_OPEN, letters), manner.windows * letters * LETTER) + 6);
  else if (framed && node.role !== "LEAF") beside = 2 * TAG;
  const words = Math.max(
    textWidth(below, letters),
    manner.visits && node.role !== "LEAF" ? textWidth(VISITED, letters) : 0,
  );
  const width = Math.max(bodyWidth + beside, words + 6, textWidth(label, letters) / LABEL_AT + 6);
  const waits = manner.told && node.role !== "LEAF" && node.role !== "";
  const room = body + (below || waits || framed || node.role === "" ? caption : 0);
  return { width, bodyWidth, body, room, titled, framed };
}

/** The words under a node before any search. */
function wordsBelow(node: ShapeNode, titled: boolean): string {
  const fixed = node.fixed === null ? "" : `static ${node.fixed}`;
  return [titled ? "" : node.title, fixed].filter(Boolean).join(" ");
}

function framedBody(board: Size): [number, number] {
  return [board.width + 2 * FRAME, board.height + 2 * FRAME];
}

function plainBody(node: ShapeNode, shape: Shape, manner: Manner): [number, number] {
  const { letters, triangle, circle, square } = sizesOf(manner);
  if (node.role === "LEAF") {
    const side = shape.written || node.value ? square : SMALL;
    const visits = manner.visits ? " ×000" : "";
    return [Math.max(side, textWidth((node.value ?? "") + visits, letters) + 10), side];
  }
  if (node.role === "") return [SMALL, SMALL];
  return node.role === "MAX" || node.role === "MIN" ? [triangle.width, triangle.height] : [circle, circle];
}
