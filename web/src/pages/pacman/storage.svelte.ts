// What the Pac-Man page keeps over a reload and what its shared addresses say: the layout, who plays, the seed, the
// weights that were changed, and every move.

import { address } from "../../app/router.svelte";
import { complain } from "../../app/toasts.svelte";
import { missing } from "../../lib/about";
import { recall, saveSoon } from "../../lib/memory";
import { pack, unpack } from "../../lib/pack";
import { SPEEDS } from "../../lib/player.svelte";
import { FIRST_LAYOUT, type Game } from "./game.svelte";
import {
  ghostSpec,
  pacmanSpec,
  readGhosts,
  readMoves,
  readPacman,
  readWeights,
  USUAL_GHOSTS,
  USUAL_PACMAN,
  writeMoves,
  writeWeights,
} from "./specs";

const KEY = "pacman";

interface Kept {
  layout: string;
  pacman: string;
  ghosts: string;
  seed: number;
  weights: string;
  moves: string;
  step: number;
  speed: number;
  values: boolean;
  advice: boolean;
}

const USUAL: Kept = {
  layout: FIRST_LAYOUT,
  pacman: pacmanSpec(USUAL_PACMAN),
  ghosts: ghostSpec(USUAL_GHOSTS),
  seed: 1,
  weights: "",
  moves: "",
  step: 0,
  speed: 2,
  values: true,
  advice: false,
};

/** Opens a shared address, else what was stored, else a small maze. */
export async function open(game: Game, query: URLSearchParams): Promise<void> {
  const kept = recall(KEY, USUAL);
  if (SPEEDS.includes(kept.speed)) game.player.speed = kept.speed;
  game.values = kept.values;
  game.advice = kept.advice;
  const layout = query.get("layout");
  if (layout === null) {
    // A stored game may not be playable any more.
    return restore(game, kept).catch(() => restore(game, USUAL));
  }
  const [pacman, ghosts] = [query.get("pacman") ?? USUAL.pacman, query.get("ghosts") ?? USUAL.ghosts];
  if (!readPacman(pacman)) complain(missing("Pac-Man", pacman));
  if (!readGhosts(ghosts)) complain(missing("ghosts", ghosts));
  try {
    await restore(game, {
      ...kept,
      layout: await unpack(layout),
      pacman,
      ghosts,
      seed: Number(query.get("seed") ?? USUAL.seed),
      weights: query.get("weights") ?? "",
      moves: await unpack(query.get("moves") ?? ""),
      step: Number(query.get("step") ?? 0) || 0,
    });
  } catch (problem) {
    await restore(game, kept).catch(() => restore(game, USUAL));
    throw problem;
  }
}

async function restore(game: Game, kept: Kept): Promise<void> {
  game.pacman = readPacman(kept.pacman) ?? { ...USUAL_PACMAN };
  game.ghosts = readGhosts(kept.ghosts) ?? { ...USUAL_GHOSTS };
  game.seed = Number.isSafeInteger(kept.seed) && kept.seed >= 0 ? kept.seed : USUAL.seed;
  game.weights = readWeights(kept.weights);
  const position = { layout: kept.layout, ghosts: game.ghosts.count, moves: readMoves(kept.moves) };
  await game.open(position, kept.step);
}

/** Everything is read here, so that an effect notices any change of it. */
export function keep(game: Game): void {
  const { scene, step, layout, seed } = game;
  const { speed } = game.player;
  if (!scene) return;
  const said = described(game, game.rounds.length);
  const { values, advice } = game;
  saveSoon(KEY, () => ({ ...said, layout, seed, step, speed, values, advice }) satisfies Kept);
}

export async function shareAddress(game: Game): Promise<string> {
  const { layout, seed, step } = game;
  const said = described(game, game.rounds.length);
  return address("pacman", {
    ...said,
    layout: await pack(layout),
    moves: await pack(said.moves),
    seed,
    step: step || "",
  });
}

function described(game: Game, rounds: number): Pick<Kept, "pacman" | "ghosts" | "weights" | "moves"> {
  return {
    pacman: pacmanSpec(game.pacman),
    ghosts: ghostSpec(game.ghosts),
    weights: writeWeights($state.snapshot(game.weights)),
    moves: writeMoves(game.at(rounds).moves ?? []),
  };
}
