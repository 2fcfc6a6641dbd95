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

/** A part of the drawing. */
export interface Box extends Size {
  x: number;
  y: number;
}

export interface Limits {
  smallest: number;
  flat: number;
}

const LARGEST = 8;
const SMALLEST_FIT = 1e-5;
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

/** A node in the middle of the view. */
export function near(x: number, y: number, scale: number, view: Size): Camera {
  return { left: view.width / 2 - x * scale, top: view.height / 2 - y * scale, scale };
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

/** Moves the camera as little as is needed to have a box of the drawing in view. */
export function showing(camera: Camera, box: Box, view: Size): Camera {
  const left = camera.left + shift(box.x * camera.scale + camera.left, box.width * camera.scale, view.width);
  const top = camera.top + shift(box.y * camera.scale + camera.top, box.height * camera.scale, view.height);
  return { ...camera, left, top };
}

/** How far to move an interval that is out of view; it ends up well inside, so that the next one is likely in view. */
function shift(start: number, length: number, view: number): number {
  const edge = Math.min(PADDING, view / 8);
  const inside = Math.max(edge, Math.min(view / 4, (view - length) / 2));
  if (start < edge) return inside - start;
  if (start + length > view - edge) return view - inside - length - start;
  return 0;
}

export function between(from: Camera, to: Camera, share: number): Camera {
  const mix = (one: number, other: number): number => one + (other - one) * share;
  return { left: mix(from.left, to.left), top: mix(from.top, to.top), scale: mix(from.scale, to.scale) };
}
