// How much room a node takes. Sizes follow from the tree and the kind of search alone, never from the step, so stepping
// moves nothing.

import type { Shape, ShapeNode } from "../replay/shape";

const TRIANGLE_WIDTH = 40;
const TRIANGLE_HEIGHT = 34;
const CIRCLE = 34;
const SQUARE = 28;
const SMALL = 18;
export const FRAME = 4;
export const CAPTION = 20;
export const TAG = 14;
/** How far alpha and beta stand from a shape, and from one that wears the ring. */
const WINDOW_AT = 3;
const WINDOW_AT_RING = 8;
export const LABEL_AT = 0.66;
const VISITED = "-0.000 ×000";
const LONGEST_INSIDE = 2;
const FONT_SIZE = 12;

export interface Size {
  width: number;
  height: number;
}

/** How the drawing is made: `board` is the size of the small boards of a game, null where there are none. */
export interface Manner {
  windows: boolean;
  visits: boolean;
  told: boolean;
  board: Size | null;
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

export function windowAt(current: boolean): number {
  return current ? WINDOW_AT_RING : WINDOW_AT;
}

/** The players of larger games are told apart by their numbers: beside a board there is no room for these in a shape. */
export function tagWords(role: string): string {
  return /^P\d+$/.test(role) ? role : "";
}

/** A fair guess at the width of a text, on the wide side: browsers do not all have the same letters. */
export function textWidth(text: string, size = FONT_SIZE): number {
  return text.length * 0.6 * size;
}

export function measure(node: ShapeNode, shape: Shape, manner: Manner): Box {
  const framed = manner.board !== null && node.role !== "";
  const [bodyWidth, body] = framed ? framedBody(manner.board!) : plainBody(node, shape, manner);
  const titled = node.role !== "LEAF" && node.title.length <= LONGEST_INSIDE;
  const inner = node.children.length > 0;
  const below = shape.written ? caption(node, titled) : "";
  const label = [node.branch, node.odds].filter(Boolean).join(" ");
  let beside = 0;
  if (manner.windows && inner) beside = 2 * (textWidth("α -∞") + 6);
  else if (framed && node.role !== "LEAF") beside = 2 * TAG;
  const words = Math.max(textWidth(below), manner.visits && node.role !== "LEAF" ? textWidth(VISITED) : 0);
  const width = Math.max(bodyWidth + beside, words + 6, textWidth(label) / LABEL_AT + 6);
  const waits = manner.told && node.role !== "LEAF" && node.role !== "";
  const room = body + (below || waits || framed || node.role === "" ? CAPTION : 0);
  return { width, bodyWidth, body, room, titled, framed };
}

/** The words under a node before any search. */
function caption(node: ShapeNode, titled: boolean): string {
  const fixed = node.fixed === null ? "" : `static ${node.fixed}`;
  return [titled ? "" : node.title, fixed].filter(Boolean).join(" ");
}

function framedBody(board: Size): [number, number] {
  return [board.width + 2 * FRAME, board.height + 2 * FRAME];
}

function plainBody(node: ShapeNode, shape: Shape, manner: Manner): [number, number] {
  if (node.role === "LEAF") {
    const side = shape.written || node.value ? SQUARE : SMALL;
    const visits = manner.visits ? " ×000" : "";
    return [Math.max(side, textWidth((node.value ?? "") + visits) + 10), side];
  }
  if (node.role === "") return [SMALL, SMALL];
  return node.role === "MAX" || node.role === "MIN" ? [TRIANGLE_WIDTH, TRIANGLE_HEIGHT] : [CIRCLE, CIRCLE];
}
