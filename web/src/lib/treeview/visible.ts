// What of a large tree is in view. Nodes of a level stand in order, and so do the edges to them, since no two edges of a
// tidy tree cross: both ends of the part in view are found by halving. Where there are more nodes than the screen has
// room to show apart, only every n-th is drawn.

import type { Camera } from "./camera";
import type { Size } from "./boxes";
import type { Scene } from "./scene";

export interface Band {
  nodes: number[];
  edges: number[];
}

/** Marks closer together than this many pixels cannot be told apart. */
const APART = 2.5;
const LEVEL_SLACK = 160;

export function visibleBands(scene: Scene, camera: Camera, view: Size): Band[] {
  const { layout } = scene;
  const left = -camera.left / camera.scale;
  const right = (view.width - camera.left) / camera.scale;
  const top = -camera.top / camera.scale - LEVEL_SLACK;
  const bottom = (view.height - camera.top) / camera.scale + LEVEL_SLACK;
  const most = Math.ceil(view.width / APART);
  const bands: Band[] = [];
  layout.levels.forEach((level, depth) => {
    const first = level[0]!;
    const above = depth ? layout.y[layout.levels[depth - 1]![0]!]! : layout.y[first]!;
    if (layout.y[first]! < top || above > bottom) return;
    const x = (number: number): number => layout.x[number]!;
    const half = (number: number): number => layout.boxes[number]!.width / 2;
    const over = (number: number): number => x(Math.max(scene.node(number).parent, 0));
    bands.push({
      nodes: stretch(
        level,
        scene.met,
        most,
        (n) => x(n) + half(n) >= left,
        (n) => x(n) - half(n) > right,
      ),
      edges: depth
        ? stretch(
            level,
            scene.met,
            most,
            (n) => Math.max(x(n), over(n)) >= left,
            (n) => Math.min(x(n), over(n)) > right,
          )
        : [],
    });
  });
  return bands;
}

function stretch(
  level: number[],
  met: number,
  most: number,
  begins: (node: number) => boolean,
  ends: (node: number) => boolean,
): number[] {
  const from = firstThat(level, begins);
  const to = firstThat(level, ends);
  const every = Math.max(1, Math.ceil((to - from) / most));
  const found: number[] = [];
  // The same nodes are drawn wherever the view begins, so that panning does not flicker.
  for (let at = every === 1 ? from : from - (from % every); at < to; at += every) {
    if (level[at]! < met) found.push(level[at]!);
  }
  return found;
}

/** The first place where `test` holds, if it holds for all after it. */
function firstThat(level: number[], test: (node: number) => boolean): number {
  let low = 0;
  let high = level.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(level[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The node at a point of the canvas, or -1. */
export function nodeUnder(scene: Scene, camera: Camera, left: number, top: number): number {
  return nodeAt(scene, (left - camera.left) / camera.scale, (top - camera.top) / camera.scale);
}

/** The node at a point of the drawing, or -1. */
function nodeAt(scene: Scene, x: number, y: number): number {
  const { layout } = scene;
  for (const level of layout.levels) {
    const top = layout.y[level[0]!]!;
    if (y < top || y > top + layout.boxes[level[0]!]!.room + 24) continue;
    const at = firstThat(level, (number) => layout.x[number]! + layout.boxes[number]!.bodyWidth / 2 >= x);
    const number = level[at];
    if (number !== undefined && number < scene.met && layout.x[number]! - layout.boxes[number]!.bodyWidth / 2 <= x) {
      return number;
    }
  }
  return -1;
}
