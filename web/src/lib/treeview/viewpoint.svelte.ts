// The camera over one drawing. It shows the whole tree; while the search runs in a tree too large to be read whole, it stays
// near the nodes that the sentence names. Once the visitor has moved it, it only keeps those in view.

import { between, centred, closest, fitted, flatScale, showing, zoomed, type Box, type Camera, type Limits, type View } from "./camera";
import type { Layout } from "./layout";
import { ease } from "./tween";

/** In a larger tree, what is near a node is too small a part of it to make sense. */
const MOST_NEAR = 3000;
/** How much larger a part has to be than the whole to be shown instead of it. */
const NEARLY_WHOLE = 2;

/** What is looked at: `met` is the number of nodes drawn, `crowded` a tree too large for SVG, `watched` a node or -1, `named` the
 * nodes that the sentence is about. */
export interface Subject {
  layout: Layout | null;
  met: number;
  crowded: boolean;
  watched: number;
  named: number[];
  lively: boolean;
}

export class Viewpoint {
  view = $state.raw<View>({ width: 0, height: 0, headroom: 0 });
  camera = $state.raw<Camera>({ left: 0, top: 0, scale: 1 });
  /** Where the camera is, or where it is gliding to. */
  private target: Camera = this.camera;
  private moved = false;
  private stopGlide = (): void => undefined;

  constructor(private readonly subject: () => Subject) {}

  get flat(): number {
    const { layout } = this.subject();
    return layout ? Math.min(flatScale(layout, this.view), layout.sizes.reading) : 0;
  }

  get limits(): Limits {
    const { layout } = this.subject();
    return { smallest: layout ? Math.min(fitted(layout, this.view, this.flat).scale / 2, 0.5) : 0.1, flat: this.flat };
  }

  resize(view: View): void {
    this.view = view;
    this.settle();
  }

  /** Forgets that the visitor has moved the camera, since another tree is shown. */
  reset(): void {
    this.moved = false;
  }

  /** Shows what there is to see, unless the visitor has moved the camera. */
  settle(): void {
    const { layout } = this.subject();
    if (this.moved || !layout || !this.view.width) return;
    this.jump(this.overview(layout));
  }

  /** Goes along with a step of the search. */
  accompany(): void {
    const { layout } = this.subject();
    if (!layout || !this.view.width) return;
    const to = this.overview(layout);
    if (this.moved) this.follow();
    else if (!isSame(to, this.target)) this.glide(to);
  }

  /** The whole tree; before the first step of a game only its root; in a tree too large to be read, near the nodes that the
   * sentence names. */
  private overview(layout: Layout): Camera {
    const { met, watched, named } = this.subject();
    const { view, flat } = this;
    const { readable, reading } = layout.sizes;
    if (met === 1 && layout.boxes.length > 1) return this.rootOnly(layout);
    const whole = fitted(layout, view, flat);
    if (whole.scale >= readable || layout.boxes.length > MOST_NEAR || !layout.boxes[watched]) return whole;
    // Once there, the camera moves no more than it has to, and not at all between the children of a node.
    const here = boxAround(layout, [watched, ...named]);
    const family = boxAround(layout, [...familyOf(layout, watched), ...named]);
    const box = closest(family, view, flat) >= reading ? family : here;
    const scale = Math.min(reading, closest(box, view, flat));
    // Where words cannot be read anyway, a little more of the tree says more.
    if (scale < readable && scale < NEARLY_WHOLE * whole.scale) return whole;
    return this.target.scale === scale ? showing(this.target, box, view, flat) : centred(box, scale, view, flat);
  }

  private rootOnly(layout: Layout): Camera {
    const { width, room } = layout.boxes[0]!;
    const { scale } = fitted({ width, height: room }, this.view, 0);
    return centred(boxAround(layout, [0]), scale, this.view, 0);
  }

  /** Shows all of the tree; a large tree that is shown whole already is shown near the watched node instead. */
  fit(): void {
    const { layout, crowded } = this.subject();
    if (!layout) return;
    this.moved = true;
    const whole = fitted(layout, this.view, this.flat);
    const again = crowded && Math.abs(this.target.scale / whole.scale - 1) < 0.01;
    if (again) this.zoom(layout.sizes.reading / this.target.scale);
    else this.glide(whole);
  }

  zoom(by: number): void {
    this.moved = true;
    const { x, y } = this.pivot();
    this.glide(zoomed(this.target, by, x, y, this.limits));
  }

  /** Moves the camera as the visitor drags or zooms it. */
  move(to: Camera): void {
    this.moved = true;
    this.jump(to);
  }

  /** Moves the camera to the watched node and those that the sentence names, if they are out of view. */
  follow(): void {
    const { layout, watched, named } = this.subject();
    const nodes = [watched, ...named].filter((node) => layout?.boxes[node]);
    if (!layout || !nodes.length || !this.view.width) return;
    const to = showing(this.target, boxAround(layout, nodes), this.view, this.flat);
    if (!isSame(to, this.target)) this.glide(to);
  }

  stop(): void {
    this.stopGlide();
  }

  /** The point of the screen that stays where it is when keys zoom: the watched node, if it is in view. */
  private pivot(): { x: number; y: number } {
    const { layout, watched } = this.subject();
    const { width, height } = this.view;
    const { left, top, scale } = this.target;
    const x = (layout?.x[watched] ?? NaN) * scale + left;
    const y = (layout?.y[watched] ?? NaN) * Math.max(scale, this.flat) + top;
    return x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : { x: width / 2, y: height / 2 };
  }

  private jump(to: Camera): void {
    this.stopGlide();
    this.camera = this.target = to;
  }

  private glide(to: Camera): void {
    if (!this.subject().lively) {
      this.jump(to);
      return;
    }
    this.stopGlide();
    this.target = to;
    const from = this.camera;
    this.stopGlide = ease((share) => (this.camera = between(from, to, share)));
  }
}

/** A node and its children; of a node without children its parent and its siblings. */
function familyOf({ shape: { nodes } }: Layout, node: number): number[] {
  const { children, parent } = nodes[node]!;
  const head = children.length || parent < 0 ? node : parent;
  return [head, ...nodes[head]!.children];
}

/** The part of the drawing that some nodes take. */
function boxAround({ x, y, boxes }: Layout, nodes: number[]): Box {
  // Nodes that came in after the layout was asked for have no place yet.
  const placed = nodes.filter((node) => boxes[node]);
  const left = Math.min(...placed.map((node) => x[node]! - boxes[node]!.width / 2));
  const right = Math.max(...placed.map((node) => x[node]! + boxes[node]!.width / 2));
  const top = Math.min(...placed.map((node) => y[node]!));
  const bottom = Math.max(...placed.map((node) => y[node]! + boxes[node]!.room));
  const low = Math.max(...placed.map((node) => (y[node]! + boxes[node]!.room === bottom ? boxes[node]!.room : 0)));
  return { x: left, y: top, width: right - left, height: bottom - top, low };
}

function isSame(one: Camera, other: Camera): boolean {
  return one.left === other.left && one.top === other.top && one.scale === other.scale;
}
