// The camera over one drawing: it shows the whole to begin with, goes where the visitor moves it, and follows the node
// that is watched.

import type { Size } from "./boxes";
import { between, fitted, flatScale, showing, stretch, zoomed, type Camera, type Limits } from "./camera";
import type { Layout } from "./layout";
import { ease } from "./tween";

/** Words can be read from the one scale on, and comfortably at the other. */
const READABLE = 0.3;
const READING = 0.7;
/** The parts of a larger tree lie too far apart to make sense of alone. */
const MOST_NEAR = 3000;
const HEADROOM = 40;

/** What is looked at: `crowded` is a tree too large for SVG, `watched` a node or -1. */
export interface Subject {
  layout: Layout | null;
  crowded: boolean;
  watched: number;
  lively: boolean;
}

export class Viewpoint {
  view = $state.raw<Size>({ width: 0, height: 0 });
  camera = $state.raw<Camera>({ left: 0, top: 0, scale: 1 });
  /** Where the camera is or glides to. */
  private target: Camera = this.camera;
  private moved = false;
  private stopGlide = (): void => undefined;

  constructor(private readonly subject: () => Subject) {}

  get flat(): number {
    const { layout, crowded } = this.subject();
    return layout && crowded ? Math.min(flatScale(layout, this.view), READING) : 0;
  }

  get limits(): Limits {
    const { layout } = this.subject();
    return { smallest: layout ? Math.min(fitted(layout, this.view, this.flat).scale / 2, 0.5) : 0.1, flat: this.flat };
  }

  resize(view: Size): void {
    this.view = view;
    this.settle();
  }

  /** Something else is shown: the visitor has not moved the camera over that yet. */
  reset(): void {
    this.moved = false;
  }

  /** Where the visitor has not moved the camera, shows the whole tree, or of one too large to be read the top. */
  settle(): void {
    const { layout } = this.subject();
    if (this.moved || !layout || !this.view.width) return;
    const whole = fitted(layout, this.view, this.flat);
    const near = { scale: READING, left: this.view.width / 2 - layout.x[0]! * READING, top: HEADROOM };
    this.jump(whole.scale >= READABLE || layout.boxes.length > MOST_NEAR ? whole : near);
    this.follow();
  }

  /** Shows all of the tree; a large tree that is shown whole already is shown near the watched node instead. */
  fit(): void {
    const { layout, crowded } = this.subject();
    if (!layout) return;
    this.moved = true;
    const whole = fitted(layout, this.view, this.flat);
    const again = crowded && Math.abs(this.target.scale / whole.scale - 1) < 0.01;
    if (again) this.zoom(READING / this.target.scale);
    else this.glide(whole);
  }

  zoom(by: number): void {
    this.moved = true;
    const { x, y } = this.pivot();
    this.glide(zoomed(this.target, by, x, y, this.limits));
  }

  /** The visitor's own hand. */
  move(to: Camera): void {
    this.moved = true;
    this.jump(to);
  }

  /** Moves the camera to the watched node, if it is out of view. */
  follow(): void {
    const { layout, watched } = this.subject();
    const box = layout?.boxes[watched];
    if (!layout || !box || !this.view.width) return;
    const y = layout.y[watched]! * stretch(this.target, this.flat);
    const at = { x: layout.x[watched]! - box.width / 2, y, width: box.width, height: box.room };
    const to = showing(this.target, at, this.view);
    if (to.left !== this.target.left || to.top !== this.target.top) this.glide(to);
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
