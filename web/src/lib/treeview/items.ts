// What SVG draws of each node. An item that has not changed since the step before is the same object, so that a step updates
// only the few nodes that it changes.

import type { Look } from "../replay/look";
import type { ShapeNode } from "../replay/shape";
import type { Box } from "./boxes";
import { edgeTo } from "./lines";
import type { Scene, Words } from "./scene";

export interface Item extends Look, Words {
  number: number;
  node: ShapeNode;
  /** The role of the node, which steps that come in may still change. */
  role: string;
  box: Box;
  x: number;
  y: number;
  /** Where the edge from its parent begins; not a number at the root. */
  fromX: number;
  fromY: number;
  onPath: boolean;
  onTrail: boolean;
  /** The move to it is chosen in an equilibrium, off the path. */
  choice: boolean;
  /** It is responsible for the cutoff that has just happened. */
  blamed: boolean;
  selected: boolean;
  lit: boolean;
  pointed: boolean;
  badge: string;
}

export class Items {
  private kept: Item[] = [];

  of(scene: Scene): Item[] {
    this.kept = Array.from({ length: scene.met }, (_, number) => {
      const item = itemOf(scene, number);
      const before = this.kept[number];
      return before && isSame(before, item) ? before : item;
    });
    return this.kept;
  }
}

/** What SVG draws of one node. */
export function itemOf(scene: Scene, number: number): Item {
  const node = scene.node(number);
  const look = scene.look(number);
  const edge = node.parent < 0 ? null : edgeTo(scene, number);
  return {
    ...look,
    ...scene.words(number, look),
    number,
    node,
    role: node.role,
    box: scene.box(number),
    x: scene.layout.x[number]!,
    y: scene.layout.y[number]!,
    fromX: edge?.x1 ?? NaN,
    fromY: edge?.y1 ?? NaN,
    onPath: scene.path.has(number),
    onTrail: scene.trail.has(number),
    choice: scene.choices.has(number),
    blamed: scene.blamed === number,
    selected: scene.extras.selected === number,
    lit: scene.extras.lit.has(number),
    pointed: scene.extras.pointed === number,
    badge: scene.extras.badges.get(number) ?? "",
  };
}

function isSame(one: Item, other: Item): boolean {
  for (const name in one) {
    if (!Object.is(one[name as keyof Item], other[name as keyof Item])) return false;
  }
  return true;
}
