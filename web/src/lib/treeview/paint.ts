// A large tree on a canvas: only what is in view, and only as much of it as can be seen at that size. Here are its lines;
// its nodes are in paintNodes.ts.

import type { Boards } from "./boards.svelte";
import { LABEL_AT, type Size } from "./boxes";
import { Brush, SHAPES_FROM, WORDS_FROM } from "./brush";
import type { Camera } from "./camera";
import type { Colours } from "./colours";
import { barAcross, blameBars, deepArcs, edgeTo, type Edge } from "./lines";
import { NodePainter } from "./paintNodes";
import type { Scene } from "./scene";
import { visibleBands } from "./visible";

export interface Canvas {
  pen: CanvasRenderingContext2D;
  view: Size;
  /** Pixels of the screen for a pixel of the page. */
  density: number;
}

export function paint(canvas: Canvas, scene: Scene, camera: Camera, colours: Colours, boards: Boards | null): void {
  const { pen, view, density } = canvas;
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, view.width, view.height);
  const scale = density * camera.scale;
  pen.setTransform(scale, 0, 0, scale, density * camera.left, density * camera.top);
  pen.textAlign = "center";
  pen.lineJoin = "round";
  const lines = new LinePainter(pen, scene, camera.scale, colours);
  const nodes = new NodePainter(pen, scene, camera.scale, colours, boards);
  const bands = visibleBands(scene, camera, view);
  for (const band of bands) lines.edges(band.edges);
  lines.path();
  for (const band of bands) nodes.nodes(band.nodes);
  lines.blame();
  nodes.always();
}

class LinePainter extends Brush {
  edges(children: number[]): void {
    const { pen, scene, colours } = this;
    const seen: Edge[] = [];
    const skipped: Edge[] = [];
    const cut: Edge[] = [];
    for (const child of children) {
      const look = scene.look(child);
      const edge = this.scale >= WORDS_FROM ? edgeTo(scene, child) : this.quickEdge(child);
      (look.status === "skipped" ? skipped : seen).push(edge);
      if (look.cut) cut.push(edge);
    }
    this.strokeAll(seen, colours.edge, 1.3, []);
    this.strokeAll(skipped, colours.pale, 1.2, this.scale >= SHAPES_FROM ? [3, 4] : []);
    if (this.scale < SHAPES_FROM) return;
    for (const edge of cut) this.bar(barAcross(edge, ""));
    if (this.scale < WORDS_FROM) return;
    for (const edge of [...seen, ...skipped]) {
      const label = scene.words(edge.child, scene.look(edge.child)).edge;
      const x = edge.x1 + LABEL_AT * (edge.x2 - edge.x1);
      const y = edge.y1 + LABEL_AT * (edge.y2 - edge.y1);
      this.text(label, x, y + 4, colours.quiet, true);
    }
    pen.setLineDash([]);
  }

  private quickEdge(child: number): Edge {
    const { x, y, boxes } = this.scene.layout;
    const parent = this.scene.node(child).parent;
    return { child, x1: x[parent]!, y1: y[parent]! + boxes[parent]!.body, x2: x[child]!, y2: y[child]! };
  }

  private strokeAll(edges: Edge[], colour: string, width: number, dash: number[]): void {
    const { pen } = this;
    pen.beginPath();
    for (const edge of edges) {
      pen.moveTo(edge.x1, edge.y1);
      pen.lineTo(edge.x2, edge.y2);
    }
    pen.setLineDash(dash);
    pen.strokeStyle = colour;
    pen.lineWidth = this.px(width);
    pen.stroke();
    pen.setLineDash([]);
  }

  path(): void {
    const { scene, colours } = this;
    const edges = (nodes: ReadonlySet<number>): Edge[] =>
      [...nodes].filter((node) => node > 0 && node < scene.met).map((node) => edgeTo(scene, node));
    this.strokeAll(edges(scene.choices), colours.answerInk, 2, []);
    this.pen.lineCap = "round";
    this.strokeAll(edges(scene.trail), colours.attention, 3.5, []);
    this.strokeAll(edges(scene.path), colours.answer, 4.5, []);
    this.pen.lineCap = "butt";
  }

  blame(): void {
    const { pen, scene, colours } = this;
    if (this.scale >= SHAPES_FROM) for (const bar of blameBars(scene)) this.bar(bar);
    for (const { points, x, y } of deepArcs(scene)) {
      const [x1, y1, x2, y2, x3, y3, x4, y4] = points;
      pen.strokeStyle = colours.attentionInk;
      pen.lineWidth = this.px(1.6);
      pen.setLineDash([this.px(3), this.px(4)]);
      pen.beginPath();
      pen.moveTo(x1, y1);
      pen.bezierCurveTo(x2, y2, x3, y3, x4, y4);
      pen.stroke();
      pen.setLineDash([]);
      if (this.scale >= WORDS_FROM) this.text("deep", x, y + 4, colours.quiet, true);
    }
  }
}
