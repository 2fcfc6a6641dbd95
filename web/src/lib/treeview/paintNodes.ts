// The nodes of a large tree on a canvas. At a small scale a node is a dot in the colour of its role, at a larger one it has its
// shape, then its words and its board.

import type { Look } from "../replay/look";
import type { Boards } from "./boards.svelte";
import { baselines, FRAME, TAG, tagWords, windowAt } from "./boxes";
import { Brush, SHAPES_FROM, WORDS_FROM } from "./brush";
import { pensOf, type Colours } from "./colours";
import { outline } from "./lines";
import type { Scene } from "./scene";

/** The sides of dots in pixels; from SHAPED_DOT on they have the shape of their role. */
const SMALLEST_DOT = 3;
const SHAPED_DOT = 6;
const LARGEST_DOT = 12;
const BOARDS_FROM = 0.25;

export class NodePainter extends Brush {
  constructor(
    pen: CanvasRenderingContext2D,
    scene: Scene,
    scale: number,
    colours: Colours,
    private readonly boards: Boards | null,
  ) {
    super(pen, scene, scale, colours);
  }

  nodes(numbers: number[]): void {
    if (this.scale < SHAPES_FROM) this.dots(numbers);
    else for (const number of numbers) this.node(number);
  }

  private dots(numbers: number[]): void {
    const { pen, scene, colours } = this;
    const { x, y } = scene.layout;
    const spread = numbers.length > 1 ? (x[numbers.at(-1)!]! - x[numbers[0]!]!) / (numbers.length - 1) : Infinity;
    const side = Math.min(Math.max(spread / 2, SMALLEST_DOT / this.scale), LARGEST_DOT / this.scale);
    for (const number of numbers) {
      const look = scene.look(number);
      const { role } = scene.node(number);
      const pens = pensOf(role, colours);
      const top = y[number]! + scene.box(number).body / 2 - side / 2;
      pen.fillStyle = look.status === "skipped" ? colours.pale : look.status === "unseen" ? pens.tint : pens.pen;
      if (side * this.scale < SHAPED_DOT) pen.fillRect(x[number]! - side / 2, top, side, side);
      else pen.fill(new Path2D(outline(role, x[number]!, top, side, side)));
    }
  }

  private node(number: number): void {
    const { pen, scene, colours } = this;
    const node = scene.node(number);
    const box = scene.box(number);
    const look = scene.look(number);
    const x = scene.layout.x[number]!;
    const y = scene.layout.y[number]!;
    const skipped = look.status === "skipped";
    const pens = pensOf(node.role, colours);
    const shape = new Path2D(outline(box.framed ? "LEAF" : node.role, x, y, box.bodyWidth, box.body));
    if (look.current) this.outlined(shape, colours.attention, 11);
    if (scene.blamed === number) this.outlined(shape, colours.attention, 7);
    if (scene.extras.lit.has(number)) this.outlined(shape, colours.answer, 8);
    if (scene.extras.pointed === number) this.outlined(shape, colours.accent, 8);
    const bare = skipped || (look.status === "unseen" && !box.framed);
    pen.fillStyle = bare ? colours.ground : box.framed ? pens.plate : pens.tint;
    pen.fill(shape);
    if (skipped) pen.setLineDash([3, 3]);
    this.outlined(shape, skipped ? colours.pale : pens.pen, skipped ? 1.3 : 2);
    pen.setLineDash([]);
    if (box.framed && !skipped) this.board(number, x, y);
    if (scene.extras.selected === number) {
      pen.strokeStyle = colours.accent;
      pen.lineWidth = 1.5;
      pen.strokeRect(x - box.bodyWidth / 2 - 6, y - 6, box.bodyWidth + 12, box.body + 12);
    }
    if (this.scale >= WORDS_FROM) this.words(number, look, x, y);
  }

  private board(number: number, x: number, y: number): void {
    const { pen, colours, scene } = this;
    const box = scene.box(number);
    const node = scene.node(number);
    const image = this.scale >= BOARDS_FROM ? this.boards?.image(number) : null;
    if (image) {
      pen.drawImage(image, x - box.bodyWidth / 2 + FRAME, y + FRAME, box.bodyWidth - 2 * FRAME, box.body - 2 * FRAME);
    }
    if (node.role === "LEAF") return;
    if (tagWords(node.role)) {
      pen.textAlign = "end";
      this.text(node.role, x - box.bodyWidth / 2 - 4, y + 9, colours.quiet, true);
      pen.textAlign = "center";
      return;
    }
    const pens = pensOf(node.role, colours);
    const tag = new Path2D(outline(node.role, x - box.bodyWidth / 2 - TAG / 2 - 1, y, TAG - 4, TAG - 4));
    pen.fillStyle = pens.plate;
    pen.fill(tag);
    this.outlined(tag, pens.pen, 2);
  }

  private words(number: number, look: Look, x: number, y: number): void {
    const { scene, colours, pen } = this;
    const node = scene.node(number);
    const box = scene.box(number);
    const words = scene.words(number, look);
    const ink = look.status === "skipped" ? colours.quiet : colours.ink;
    const lines = baselines(node.role, box, scene.layout.sizes.letters);
    this.text(words.inside, x, y + lines.inside, ink, false, node.role === "LEAF");
    this.text(words.below, x, y + lines.below, ink, true, words.strong);
    if (look.windowed) {
      const beside = box.bodyWidth / 2 + windowAt(look.current);
      pen.textAlign = "end";
      this.text(look.alpha, x - beside, y + lines.beside, colours.quiet, true);
      pen.textAlign = "start";
      this.text(look.beta, x + beside, y + lines.beside, colours.quiet, true);
      pen.textAlign = "center";
    }
    const badge = scene.extras.badges.get(number);
    if (badge) {
      pen.fillStyle = colours.accent;
      pen.beginPath();
      pen.arc(x + box.bodyWidth / 2, y, 9, 0, 7);
      pen.fill();
      this.text(badge, x + box.bodyWidth / 2, y + 4, colours.onAccent, false, true);
    }
  }

  /** Rings the current node where nodes are dots, and it would be hard to find. */
  always(): void {
    const { pen, scene, colours } = this;
    const { current } = scene;
    if (current < 0 || current >= scene.met || this.scale >= SHAPES_FROM) return;
    const y = scene.layout.y[current]! + scene.box(current).body / 2;
    pen.strokeStyle = colours.attention;
    pen.lineWidth = 4 / this.scale;
    pen.beginPath();
    pen.arc(scene.layout.x[current]!, y, 8 / this.scale, 0, 7);
    pen.stroke();
  }
}
