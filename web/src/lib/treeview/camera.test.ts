// Fitting enlarges small drawings and shrinks large ones; the camera moves no more than it has to.

import { describe, expect, it } from "vitest";
import { centred, fitted, showing, type Box, type View } from "./camera";

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
  const small: Box = { x: 480, y: 280, width: 40, height: 40, low: 40 };
  const camera = centred({ x: 500, y: 300, width: 0, height: 0, low: 0 }, 1, VIEW, 0);

  function isInView({ x, y, width, height, low }: Box, { left, top, scale }: typeof camera, flat: number): boolean {
    const down = Math.max(scale, flat);
    const bottom = (y + height - low) * down + low * scale + top;
    return x * scale + left >= 0 && (x + width) * scale + left <= VIEW.width && y * down + top >= VIEW.headroom && bottom <= VIEW.height;
  }

  it("leaves the camera where it is if the box is in view", () => {
    expect(showing(camera, small, VIEW, 0)).toEqual(camera);
  });

  it("brings a box into view without changing the scale", () => {
    const far = { ...small, x: 4000 };
    const moved = showing(camera, far, VIEW, 0);
    expect(moved.scale).toBe(camera.scale);
    expect(moved.top).toBe(camera.top);
    expect(isInView(far, moved, 0)).toBe(true);
  });

  it.each([0, 0.5, 2])("goes no further away than it has to, where levels are drawn at the scale %d at least", (flat) => {
    for (const box of [
      { x: 200, y: 20, width: 90_000, height: 300, low: 30 },
      { x: 9000, y: 20, width: 50, height: 380, low: 30 },
      { x: 0, y: 0, width: 4000, height: 340, low: 340 },
    ]) {
      const moved = showing(camera, box, VIEW, flat);
      expect(isInView(box, moved, flat)).toBe(true);
      const closer = centred(box, 1.1 * moved.scale, VIEW, flat);
      expect(moved.scale === camera.scale || !isInView(box, closer, flat)).toBe(true);
      expect(showing(moved, box, VIEW, flat)).toEqual(moved);
    }
  });
});
