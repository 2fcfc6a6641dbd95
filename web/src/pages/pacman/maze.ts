// How the maze is drawn, in cells: the middle of the cell in column 3 and line 2 is at (3, 2).

import type { PacmanFrame, PacmanRound, PacmanScene, Spot } from "../../messages/pacman";

export interface Point {
  x: number;
  y: number;
}

/** How near a ghost has to be to have caught Pac-Man. */
const CATCH = 0.7;
const LOW = 0.4;
/** Tags up to so high fit into a cell. */
const ROOMY = 0.45;
const STEPS: Record<string, Point> = {
  North: { x: 0, y: -1 },
  South: { x: 0, y: 1 },
  East: { x: 1, y: 0 },
  West: { x: -1, y: 0 },
};

export function stepOf(move: string): Point {
  return STEPS[move] ?? { x: 0, y: 0 };
}

/** Where a tag that high and wide is written for a move of Pac-Man: low in the cell that the move leads to, so that
    whoever is there can be seen. Where cells are smaller than that, tags stand around Pac-Man, that of Stop below. */
export function tagPlace(from: Spot, move: string, high: number, wide: number): Point {
  const step = stepOf(move);
  if (high <= ROOMY) return { x: from.column + step.x, y: from.line + step.y + LOW };
  const below = 0.5 + high / 2;
  const down = { North: -below, South: below + high, Stop: below }[move] ?? 0;
  return { x: from.column + step.x * (0.5 + wide / 2), y: from.line + down };
}

/** The walls as one path along the middles of their cells, to be drawn with a broad round stroke: neighbours join, and
    where four cells meet the hole between them is filled. */
export function wallPath(rows: readonly string[]): string {
  const wall = (line: number, column: number): boolean => rows[line]?.[column] === "%";
  let path = "";
  rows.forEach((row, line) => {
    [...row].forEach((_, column) => {
      if (!wall(line, column)) return;
      const [x, y] = [column + 1, line + 1];
      const [right, below] = [wall(line, column + 1), wall(line + 1, column)];
      if (right) path += `M${x} ${y}h1`;
      if (below) path += `M${x} ${y}v1`;
      if (right && below && wall(line + 1, column + 1)) path += `M${x} ${y}h1v1h-1z`;
      const alone = !right && !below && !wall(line, column - 1) && !wall(line - 1, column);
      if (alone) path += `M${x} ${y}h0`;
    });
  });
  return path;
}

export interface Pellet {
  x: number;
  y: number;
  capsule: boolean;
}

export function pellets(rows: readonly string[]): Pellet[] {
  return rows.flatMap((row, line) =>
    [...row].flatMap((each, column) =>
      each === "." || each === "o" ? [{ x: column + 1, y: line + 1, capsule: each === "o" }] : [],
    ),
  );
}

/** For every cell that Pac-Man has been in, after how many rounds it first was. */
export function visits(scene: PacmanScene, rounds: readonly PacmanRound[]): Map<string, number> {
  const first = new Map<string, number>();
  [scene.start, ...rounds.map((round) => round.after)].forEach(({ pacman }, step) => {
    const key = `${pacman.column},${pacman.line}`;
    if (!first.has(key)) first.set(key, step);
  });
  return first;
}

/** The move that Pac-Man looks along after some rounds: its last one that was no stop. */
export function facing(rounds: readonly PacmanRound[], step: number): string {
  for (let at = Math.min(step, rounds.length) - 1; at >= 0; at -= 1) {
    const { move } = rounds[at]!;
    if (move && move !== "Stop") return move;
  }
  return "East";
}

/** Whether a ghost went further than it can walk: it was eaten, and is at home again. */
export function jumped(before: PacmanFrame | null, after: PacmanFrame, ghost: number): boolean {
  const [was, is] = [before?.ghosts[ghost], after.ghosts[ghost]];
  return !was || !is || Math.abs(was.column - is.column) + Math.abs(was.line - is.line) > 1;
}

/** The ghost that has Pac-Man, counted from 1; 0 if none has. */
export function catcher(frame: PacmanFrame): number {
  const { pacman } = frame;
  return (
    1 +
    frame.ghosts.findIndex(
      (ghost) => Math.abs(ghost.column - pacman.column) + Math.abs(ghost.line - pacman.line) <= CATCH,
    )
  );
}

/** A disc without a mouth of so many degrees, looking east. */
export function mouthPath(radius: number, degrees: number): string {
  const half = (degrees * Math.PI) / 360;
  const [x, y] = [radius * Math.cos(half), radius * Math.sin(half)].map((each) => each.toFixed(3));
  return `M0 0L${x} -${y}A${radius} ${radius} 0 1 0 ${x} ${y}z`;
}
