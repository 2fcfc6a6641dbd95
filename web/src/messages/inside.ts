// Written by `python -m zermelo.lab.typescript` from zermelo.lab.topics.inside.messages: do not edit.

import type { GameSource } from "./shared";

/**
 * `paths` are moves from the source's position. A path that is not legal has no picture.
 */
export interface Boards {
  source: GameSource;
  paths: string[][];
}

/**
 * For each path an SVG drawing, or None.
 */
export interface Pictures {
  pictures: (string | null)[];
}
