// Who plays: the choices of the menus, and the words that stand for them in questions, addresses and records, such as
// expectimax:4:directional or minimax:2:3.

export type PacmanKind = "human" | "reflex" | "minimax" | "alpha_beta" | "expectimax" | "engine" | "mcts" | "random";
export type GhostKind = "random" | "directional" | "minimax";
export type Belief = "random" | "directional";

/** Pac-Man's agent. What the kind has no use for is kept for the kind that has. */
export interface PacmanSeat {
  kind: PacmanKind;
  depth: number;
  belief: Belief;
  seconds: number;
  playouts: number;
}

export interface GhostSeat {
  kind: GhostKind;
  count: number;
  depth: number;
  /** Ghosts of several kinds, as a record wrote them. */
  mixed: string;
}

export const PACMAN_KINDS: readonly { value: PacmanKind; title: string }[] = [
  { value: "human", title: "You" },
  { value: "reflex", title: "Reflex: one look ahead" },
  { value: "minimax", title: "Minimax" },
  { value: "alpha_beta", title: "Alpha-beta" },
  { value: "expectimax", title: "Expectimax" },
  { value: "engine", title: "Engine with a clock" },
  { value: "mcts", title: "Monte-Carlo tree search" },
  { value: "random", title: "Random" },
];

export const GHOST_KINDS: readonly { value: GhostKind; title: string; about: string }[] = [
  { value: "random", title: "Random", about: "any way that is open" },
  { value: "directional", title: "Directional", about: "mostly towards Pac-Man" },
  { value: "minimax", title: "Minimax", about: "they hunt together" },
];

/** A maze to oneself. */
const NOBODY = "none";

export const DEPTHS = { least: 1, most: 10 };
export const GHOST_DEPTHS = { least: 1, most: 6 };
export const SECONDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];
export const PLAYOUTS = { least: 10, most: 20_000 };

export const USUAL_PACMAN: PacmanSeat = {
  kind: "expectimax",
  depth: 4,
  belief: "random",
  seconds: 0.05,
  playouts: 500,
};
export const USUAL_GHOSTS: GhostSeat = { kind: "random", count: 2, depth: 2, mixed: "" };

export function looksAhead(kind: PacmanKind): boolean {
  return kind === "minimax" || kind === "alpha_beta" || kind === "expectimax";
}

/** The agent as text; what stands for a person is understood by records and addresses, and no agent's name. */
export function pacmanSpec(seat: PacmanSeat): string {
  switch (seat.kind) {
    case "minimax":
    case "alpha_beta":
      return `${seat.kind}:${seat.depth}`;
    case "expectimax":
      return `expectimax:${seat.depth}${seat.belief === "directional" ? ":directional" : ""}`;
    case "engine":
      return `engine:${seat.seconds}s`;
    case "mcts":
      return `mcts:${seat.playouts}`;
    default:
      return seat.kind;
  }
}

/** Whoever gives values: the agent itself, and expectimax for a person who asks. */
export function adviser(seat: PacmanSeat): string {
  return pacmanSpec(seat.kind === "human" ? { ...seat, kind: "expectimax" } : seat);
}

export function readPacman(spec: string): PacmanSeat | null {
  const [word, first, second] = spec.split(":");
  const kind = PACMAN_KINDS.find((each) => each.value === word)?.value;
  if (kind === undefined) return null;
  const seat = { ...USUAL_PACMAN, kind };
  if (first === undefined) return seat;
  const number = Number(kind === "engine" ? first.replace(/s$/, "") : first);
  if (!(number > 0)) return null;
  if (kind === "engine") seat.seconds = number;
  else if (kind === "mcts") seat.playouts = Math.round(number);
  else seat.depth = Math.round(number);
  if (second === "directional") seat.belief = second;
  return seat;
}

export function ghostSpec(seat: GhostSeat): string {
  if (seat.mixed) return seat.mixed;
  if (!seat.count) return NOBODY;
  return seat.kind === "minimax" ? `minimax:${seat.count}:${seat.depth}` : `${seat.kind}:${seat.count}`;
}

export function readGhosts(spec: string): GhostSeat | null {
  if (spec === NOBODY) return { ...USUAL_GHOSTS, count: 0 };
  const parts = spec.split(",").map((part) => part.split(":"));
  const kinds = parts.map(([word]) => GHOST_KINDS.find((each) => each.value === word)?.value);
  const counts = parts.map(([, count]) => Number(count ?? 1));
  const [kind] = kinds;
  if (kind === undefined || kinds.includes(undefined)) return null;
  if (!counts.every((each) => Number.isInteger(each) && each >= 0)) return null;
  const count = counts.reduce((sum, each) => sum + each, 0);
  const depth = Number(parts.find(([word]) => word === "minimax")?.[2] ?? USUAL_GHOSTS.depth) || USUAL_GHOSTS.depth;
  return { kind, count, depth, mixed: parts.length > 1 ? spec : "" };
}

/** Weights in an address, as in food_left:-4;score:1; what is no number is left out. */
export function writeWeights(weights: Record<string, number>): string {
  return Object.entries(weights)
    .map(([name, weight]) => `${name}:${weight}`)
    .join(";");
}

export function readWeights(text: string): Record<string, number> {
  const pairs = text.split(";").map((each) => each.split(":"));
  const sound = pairs.filter(([name, weight]) => name && weight?.trim() && Number.isFinite(Number(weight)));
  return Object.fromEntries(sound.map(([name, weight]) => [name!, Number(weight)]));
}

const LETTERS: Record<string, string> = { North: "N", South: "S", East: "E", West: "W", Stop: "X" };
const MOVES = new Map(Object.entries(LETTERS).map(([move, letter]) => [letter, move]));

/** The moves of a whole game as one letter each. */
export function writeMoves(moves: readonly string[]): string {
  return moves.map((move) => LETTERS[move] ?? "?").join("");
}

export function readMoves(text: string): string[] {
  return [...text].map((letter) => MOVES.get(letter) ?? letter);
}
