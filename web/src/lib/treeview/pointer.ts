// Wheel, drag and pinch over a drawing, told apart: a click, a drag of a node, or a move of the camera.

import { zoomed, type Camera, type Limits } from "./camera";

export interface Hands {
  camera(): Camera;
  move(camera: Camera): void;
  limits(): Limits;
  /** Whether a turn of the wheel is meant for the camera. */
  zooms(event: WheelEvent): boolean;
  /** The node under an event, or -1. */
  nodeAt(event: PointerEvent | MouseEvent): number;
  canDrag(node: number): boolean;
  click(node: number): void;
  drag(node: number, dx: number): void;
  drop(node: number, dx: number): void;
}

const CLICK_SLOP = 4;
const WHEEL_PACE = 0.0015;

export function handle(element: HTMLElement, hands: Hands): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number; node: number; dragging: boolean; camera: Camera } | null = null;
  let spread = 0;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, place(event));
    const node = hands.nodeAt(event);
    start = { ...place(event), node, dragging: false, camera: hands.camera() };
    spread = 0;
  };

  const move = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId) || !start) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) return pinch();
    const dx = at.x - start.x;
    const dy = at.y - start.y;
    if (!start.dragging && Math.hypot(dx, dy) < CLICK_SLOP) return;
    if (!start.dragging) element.setPointerCapture(event.pointerId);
    start.dragging = true;
    if (start.node >= 0 && hands.canDrag(start.node)) hands.drag(start.node, dx / start.camera.scale);
    else hands.move({ ...start.camera, left: start.camera.left + dx, top: start.camera.top + dy });
  };

  const pinch = (): void => {
    const [one, other] = [...fingers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    const now = Math.hypot(one.x - other.x, one.y - other.y);
    if (spread) {
      const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
      hands.move(zoomed(hands.camera(), now / spread, middle.x, middle.y, hands.limits()));
    }
    spread = now;
    start = { x: one.x, y: one.y, node: -1, dragging: true, camera: hands.camera() };
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || !start) return;
    const { node, dragging } = start;
    const dx = (place(event).x - start.x) / start.camera.scale;
    start = null;
    if (dragging && node >= 0 && hands.canDrag(node)) hands.drop(node, dx);
    else if (!dragging && event.type === "pointerup") hands.click(node);
  };

  const wheel = (event: WheelEvent): void => {
    if (!hands.zooms(event)) return;
    event.preventDefault();
    const { x, y } = place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    hands.move(zoomed(hands.camera(), Math.exp(-event.deltaY * lines * WHEEL_PACE), x, y, hands.limits()));
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("wheel", wheel);
  };
}
