// Short motion that helps the eye: 120 ms, eased; none where the system asks for less.

import type { Layout } from "./layout";

const DURATION_MS = 120;

/** Calls `draw` with a share from 0 to 1, once a frame, until it is 1 or the returned function is called. */
export function ease(draw: (share: number) => void): () => void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    draw(1);
    return () => undefined;
  }
  const start = performance.now();
  let waiting = requestAnimationFrame(function next(now: number) {
    const share = Math.min(Math.max((now - start) / DURATION_MS, 0), 1);
    if (share < 1) waiting = requestAnimationFrame(next);
    draw(1 - (1 - share) ** 3);
  });
  return () => cancelAnimationFrame(waiting);
}

/** A layout on its way from one to another. */
export function mixed(from: Layout, to: Layout, share: number): Layout {
  if (share >= 1) return to;
  const mix = (one: Float64Array, other: Float64Array): Float64Array =>
    Float64Array.from(other, (end, at) => one[at]! + (end - one[at]!) * share);
  return { ...to, x: mix(from.x, to.x), y: mix(from.y, to.y) };
}
