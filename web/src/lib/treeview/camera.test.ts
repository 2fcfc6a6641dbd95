// Fitting enlarges small drawings and shrinks large ones; the camera moves no more than it has to.

import { describe, expect, it } from "vitest";
import { fitted, near, showing, type View } from "./camera";

const VIEW: View = { width: 1600, height: 900, headroom: 48 };

describe("fitted", () => {
  it.each([
    { width: 400, height: 240 },
    { width: 400, height: 1200 },
    { width: 9000, height: 500 },
  ])("shows all of a drawing of $width by $height, as large as possible", (drawing) => {
    const { left, top, scale } = fitted(drawing, VIEW, 0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(VIEW.headroom);
    expect(left + scale * drawing.width).toBeLessThanOrEqual(VIEW.width);
    expect(top + scale * drawing.height).toBeLessThanOrEqual(VIEW.height);
    expect(Math.max((scale * drawing.width) / VIEW.width, (scale * drawing.height) / VIEW.height)).toBeGreaterThan(0.9);
  });

  it("does not blow up a single node", () => {
    const { scale } = fitted({ width: 64, height: 58 }, VIEW, 0);
    expect(scale * 58).toBeLessThan(VIEW.height / 3);
  });
});

describe("showing", () => {
  const camera = near(500, 300, 1, VIEW);

  it("leaves the camera where it is if the box is in view", () => {
    expect(showing(camera, { x: 480, y: 280, width: 40, height: 40 }, VIEW)).toEqual(camera);
  });

  it("brings a box into view without changing the scale", () => {
    const moved = showing(camera, { x: 4000, y: 280, width: 40, height: 40 }, VIEW);
    expect(moved.scale).toBe(camera.scale);
    expect(moved.top).toBe(camera.top);
    expect(4000 + moved.left).toBeGreaterThan(0);
    expect(4040 + moved.left).toBeLessThan(VIEW.width);
  });
});
