// What both painters of the canvas share: words with a halo, outlines, bars, and lengths that look the same at any scale.

import type { Colours } from "./colours";
import type { Bar } from "./lines";
import type { Scene } from "./scene";

/** The scales from which on a node has its shape, and its words. */
export const SHAPES_FROM = 0.16;
export const WORDS_FROM = 0.5;

export class Brush {
  constructor(
    protected readonly pen: CanvasRenderingContext2D,
    protected readonly scene: Scene,
    protected readonly scale: number,
    protected readonly colours: Colours,
  ) {}

  /** A length that looks the same at any scale. */
  protected px(length: number): number {
    return length * Math.max(1, 0.6 / this.scale);
  }

  protected text(words: string, x: number, y: number, colour: string, halo: boolean, bold = false): void {
    if (!words) return;
    const { pen, colours } = this;
    pen.font = `${bold ? "600 " : ""}${this.scene.layout.sizes.letters}px ${colours.font}`;
    if (halo) {
      pen.strokeStyle = colours.ground;
      pen.lineWidth = 3;
      pen.strokeText(words, x, y);
    }
    pen.fillStyle = colour;
    pen.fillText(words, x, y);
  }

  protected outlined(shape: Path2D, colour: string, width: number): void {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.stroke(shape);
  }

  protected bar(bar: Bar): void {
    const { pen, colours } = this;
    pen.strokeStyle = colours.attentionInk;
    pen.lineWidth = 4;
    pen.beginPath();
    pen.moveTo(bar.x1, bar.y1);
    pen.lineTo(bar.x2, bar.y2);
    pen.stroke();
  }
}
