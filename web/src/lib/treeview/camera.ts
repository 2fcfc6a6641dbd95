// Which part of the drawing is seen: a point of the drawing at (x, y) is on the screen at (x * scale + left,
// y * scale + top). A wide tree, seen whole, would be a line: its levels are never drawn closer together than at the scale
// `flat`, however small the scale across is.

import type { Size } from "./boxes";

export interface Camera {
  left: number;
  top: number;
  scale: number;
}

/** The element that shows the drawing; its upper edge, `headroom`, is for the buttons over it. */
export interface View extends Size {
  headroom: number;
}

/** A part of the drawing; `low` is the height of its lowest nodes. */
export interface Box extends Size {
  x: number;
  y: number;
  low: number;
}

export interface Limits {
  smallest: number;
  flat: number;
}

const LARGEST = 8;
const SMALLEST_FIT = 1e-5;
/** Pixels. */
const ROUNDING = 0.01;
export const PADDING = 16;
/** A drawing of a few nodes is not enlarged further than this: as if it were so many pixels high. */
const LEAST_HEIGHT = 180;

/** All of the drawing, in the middle, as large as the view allows. */
export function fitted(drawing: Size, view: View, flat: number): Camera {
  const across = (view.width - 2 * PADDING) / drawing.width;
  const down = (view.height - view.headroom - PADDING) / Math.max(drawing.height, LEAST_HEIGHT);
  const scale = Math.max(Math.min(across, down, LARGEST), SMALLEST_FIT);
  return {
    left: (view.width - drawing.width * scale) / 2,
    top: Math.max((view.height - drawing.height * Math.max(scale, flat)) / 2, view.headroom),
    scale,
  };
}

/** Closer or further, so that the point of the drawing at (x, y) on the screen stays where it is. */
export function zoomed(camera: Camera, by: number, x: number, y: number, limits: Limits): Camera {
  const scale = Math.min(Math.max(camera.scale * by, limits.smallest), LARGEST);
  const across = scale / camera.scale;
  const down = Math.max(scale, limits.flat) / Math.max(camera.scale, limits.flat);
  return { scale, left: x - (x - camera.left) * across, top: y - (y - camera.top) * down };
}

/** How far the levels of a drawing are drawn apart to be as far apart on the screen as `flat` demands. */
export function stretch(camera: Camera, flat: number): number {
  return Math.max(1, flat / camera.scale);
}

/** The scale at which levels fill the height of the view. */
export function flatScale(drawing: Size, view: View): number {
  return Math.min((view.height - view.headroom - PADDING) / drawing.height, 1);
}

/** Moves the camera as little as is needed to have a box in view, and further away only if the box is too large for the view. */
export function showing(camera: Camera, box: Box, view: View, flat: number): Camera {
  const near = closest(box, view, flat);
  const { scale, left, top } = near < camera.scale ? centred(box, near, view, flat) : camera;
  const down = Math.max(scale, flat);
  return {
    scale,
    left: left + shift(box.x * scale + left, box.width * scale, 0, view.width),
    top: top + shift(box.y * down + top, heightOf(box, scale, flat), view.headroom, view.height),
  };
}

/** A box in the middle of the view. */
export function centred(box: Box, scale: number, view: View, flat: number): Camera {
  const left = view.width / 2 - (box.x + box.width / 2) * scale;
  const middle = (view.headroom + view.height) / 2;
  return { scale, left, top: middle - box.y * Math.max(scale, flat) - heightOf(box, scale, flat) / 2 };
}

/** The largest scale at which a box is in view. */
export function closest(box: Box, view: View, flat: number): number {
  const across = (view.width - 2 * PADDING) / box.width;
  const room = view.height - view.headroom - 2 * PADDING;
  const down = room / box.height;
  // Below `flat` only the nodes become smaller, and no longer the distances between levels.
  const low = (room - (box.height - box.low) * flat) / box.low;
  return Math.max(Math.min(across, down >= flat ? down : low, LARGEST), SMALLEST_FIT);
}

/** The height of a box on the screen. */
function heightOf(box: Box, scale: number, flat: number): number {
  return (box.height - box.low) * Math.max(scale, flat) + box.low * scale;
}

/** How far to move an interval that is not between two ends; it ends up well inside, so that the next one is likely in view. */
function shift(start: number, length: number, low: number, high: number): number {
  const view = high - low;
  const inside = Math.max(0, Math.min(view / 4, (view - length) / 2));
  if (start < low - ROUNDING) return low + inside - start;
  if (start + length > high + ROUNDING) return high - inside - length - start;
  return 0;
}

export function between(from: Camera, to: Camera, share: number): Camera {
  const mix = (one: number, other: number): number => one + (other - one) * share;
  return { left: mix(from.left, to.left), top: mix(from.top, to.top), scale: mix(from.scale, to.scale) };
}
