// Whatever a step is about is in view after it, wherever the visitor has moved the camera; what is in view is left where it is.

import { describe, expect, it } from "vitest";
import { Shape } from "../replay/shape";
import { Placer, type Layout } from "./layout";
import { Viewpoint, type Subject } from "./viewpoint.svelte";

const VIEW = { width: 900, height: 600, headroom: 48 };

/** Numbers from 0 to 1 that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let at = seed + 1; ; at = (at * 48271) % 2147483647) yield at / 2147483647;
}

function tree(branching: number, depth: number): Shape {
  const shape = new Shape(true);
  const grow = (name: string, parent: number, left: number): void => {
    const role = left ? (left % 2 ? "MAX" : "MIN") : "LEAF";
    const bare = { title: name, branch: "", odds: "", move: name, fixed: null, noisy: false };
    const node = shape.add({ ...bare, name, parent, role, value: left ? null : "5" });
    for (let at = 0; at < branching && left; at++) grow(`${name}${at}`, node, left - 1);
  };
  grow("N", -1, depth);
  return shape;
}

function layOut(shape: Shape): Layout {
  let found: Layout | null = null;
  const placer = new Placer((next) => (found = next));
  placer.ask(shape, { windows: 3, visits: false, told: true, board: null, projected: false }, new Map());
  return found!;
}

/** Whether a node is in view, as the renderers draw it. */
function isInView({ camera, flat }: Viewpoint, { x, y, boxes }: Layout, node: number): boolean {
  const { width, room } = boxes[node]!;
  const middle = x[node]! * camera.scale + camera.left;
  const top = y[node]! * Math.max(camera.scale, flat) + camera.top;
  const half = (width * camera.scale) / 2;
  const across = middle - half >= -0.1 && middle + half <= VIEW.width + 0.1;
  return across && top >= VIEW.headroom - 0.1 && top + room * camera.scale <= VIEW.height + 0.1;
}

describe.each([
  [3, 2],
  [2, 6],
  [7, 3],
  [18, 2],
])("in a tree of %d branches and %d levels", (branching, depth) => {
  const shape = tree(branching, depth);
  const layout = layOut(shape);
  const count = shape.nodes.length;
  const subject: Subject = { layout, met: count, crowded: false, watched: -1, named: [], lively: false };

  function told(next: () => number): Partial<Subject> {
    const node = Math.floor(next() * count);
    const above = shape.nodes[node]!.parent;
    const by = Math.floor(next() * (node + 1));
    return { watched: node, named: [node, by, ...(next() < 0.5 ? shape.nodes[node]!.children : above < 0 ? [] : [above])] };
  }

  it.each([0, 1, 2])("the nodes of the sentence are in view (%d)", (seed) => {
    const random = numbers(seed);
    const next = (): number => random.next().value;
    let now = subject;
    let moved = false;
    const viewpoint = new Viewpoint(() => now);
    viewpoint.resize(VIEW);
    for (let step = 0; step < 200; step++) {
      if (step > 60 && next() < 0.3) {
        moved = true;
        const scale = 0.05 + 2 * next();
        const [left, top] = [VIEW.width * (0.5 - next() * scale), VIEW.height * (0.5 - next() * scale)];
        viewpoint.move({ scale: Math.max(scale, viewpoint.limits.smallest), left, top });
      }
      now = { ...subject, ...told(next) };
      const before = viewpoint.camera;
      const wasInView = now.named.every((node) => isInView(viewpoint, layout, node));
      viewpoint.accompany();
      for (const node of now.named) expect(isInView(viewpoint, layout, node)).toBe(true);
      if (moved && wasInView) expect(viewpoint.camera).toEqual(before);
    }
  });
});
