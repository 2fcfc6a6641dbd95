// A game of Pac-Man as the page has it: the maze, the rounds played so far, who plays, and the agent's thoughts. The
// player bar counts rounds: at step 3 one sees the maze after three of them, and what Pac-Man decides next.
//
// The next round is asked for ahead of time, so that its decision can be shown before it is carried out. Whatever is
// changed (an agent, a weight) holds from the position shown on: rounds after it are dropped.

import { untrack } from "svelte";
import { Player } from "../../lib/player.svelte";
import { ask, Refusal, sentence } from "../../lib/server";
import type { PacmanChoice, PacmanFrame, PacmanPosition, PacmanRound, PacmanScene } from "../../messages/pacman";
import type { Problem } from "../../messages/shared";
import { adviser, ghostSpec, pacmanSpec, USUAL_GHOSTS, USUAL_PACMAN, type GhostSeat, type PacmanSeat } from "./specs";

export const FIRST_LAYOUT = "small";
/** A game that goes on for longer goes nowhere. */
export const MOST_ROUNDS = 1000;
const STEPS_A_SECOND = 1.5;
/** Rounds are requested so many seconds ahead, and at most so many at once. */
const AHEAD_SECONDS = 1;
const MOST_AT_ONCE = 40;
/** A slider that is being dragged asks once it rests. */
const REST_MS = 80;
const AGAIN_SECONDS = 3;

export class Game {
  readonly player = new Player();
  layout = $state(FIRST_LAYOUT);
  pacman = $state<PacmanSeat>({ ...USUAL_PACMAN });
  ghosts = $state<GhostSeat>({ ...USUAL_GHOSTS });
  seed = $state(1);
  /** Those that differ from the usual ones. */
  weights = $state<Record<string, number>>({});
  /** Whether values are shown: those that the agent goes by, and to a person those of an adviser. */
  values = $state(true);
  advice = $state(false);
  scene = $state.raw<PacmanScene | null>(null);
  rounds = $state.raw<PacmanRound[]>([]);
  trouble = $state("");
  /** What is wrong with a layout that was typed. */
  problem = $state.raw<Problem | null>(null);
  /** The running request: the next rounds, or the values of the position shown. */
  busy = $state<"" | "rounds" | "values">("");
  /** Choices for positions that were not played on from, by step. */
  private thoughts = $state.raw<ReadonlyMap<number, PacmanChoice>>(new Map());
  private asked: AbortController | null = null;
  private pondered = 0;
  private opening: AbortController | null = null;
  private resting = $state(false);
  /** What was shown before a change, until there is something else to show. */
  private stale = $state.raw<{ step: number; choice: PacmanChoice | null } | null>(null);
  private rest: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private next: string | null = null;

  readonly human = $derived(this.pacman.kind === "human");
  readonly showValues = $derived(this.human ? this.advice : this.values);
  readonly step = $derived(Math.min(this.player.step, this.rounds.length));
  readonly frame = $derived<PacmanFrame | null>(this.frameAt(this.step));
  readonly live = $derived(this.step === this.rounds.length);
  readonly over = $derived((this.frame?.result ?? "") !== "");
  private readonly last = $derived(this.frameAt(this.rounds.length));
  readonly full = $derived(this.rounds.length >= MOST_ROUNDS);
  readonly ended = $derived((this.last?.result ?? "") !== "" || this.full);
  /** What Pac-Man decides in the position shown, or decided; null while that is not known. */
  readonly choice = $derived<PacmanChoice | null>(
    this.rounds[this.step]?.choice ?? this.thoughts.get(this.step) ?? null,
  );

  /** The same to be looked at: what was known before a change stays until more is known. */
  readonly weighed = $derived(this.choice ?? (this.stale?.step === this.step ? this.stale.choice : null));

  frameAt(step: number): PacmanFrame | null {
    return (step ? this.rounds[step - 1]?.after : this.scene?.start) ?? null;
  }

  /** The position after some rounds. */
  at(step: number): PacmanPosition {
    const moves = this.rounds.slice(0, step).flatMap((round) => round.moves);
    return { layout: this.layout, ghosts: this.ghosts.count, moves };
  }

  /** The maze, with the moves that were played in it; throws what is wrong with them. */
  async open(position: PacmanPosition, step = 0): Promise<void> {
    this.halt();
    this.opening?.abort();
    const opening = (this.opening = new AbortController());
    const scene = await ask("pacman/open", position, opening.signal);
    this.player.pause();
    this.layout = position.layout;
    const count = scene.start.ghosts.length;
    if (count !== this.ghosts.count) this.ghosts = { ...this.ghosts, count, mixed: "" };
    this.rounds = scene.rounds;
    this.scene = scene;
    this.trouble = "";
    this.problem = null;
    this.player.resize(scene.rounds.length, false);
    this.player.goTo(step);
  }

  /** Another layout, or another number of ghosts: a new game. */
  async begin(layout: string, ghosts: number): Promise<void> {
    try {
      await this.open({ layout, ghosts });
    } catch (problem) {
      this.refuse(problem);
    }
  }

  /** A layout that was typed, with all its ghosts; says whether it can be used. */
  async use(text: string): Promise<boolean> {
    try {
      await this.open({ layout: text.endsWith("\n") ? text : `${text}\n` });
      return true;
    } catch (problem) {
      const place = problem instanceof Refusal ? problem.problem : null;
      this.problem = place ?? { error: sentence(problem), line: null, column: null, retry_after: null };
      return false;
    }
  }

  /** Something has changed that makes the next decisions other ones. */
  change(): void {
    this.stale = { step: this.step, choice: this.weighed };
    this.halt();
    this.rounds = this.rounds.slice(0, this.step);
    this.trouble = "";
    clearTimeout(this.rest);
    this.resting = true;
    this.rest = setTimeout(() => (this.resting = false), REST_MS);
  }

  setWeight(name: string, weight: number): void {
    const usual = this.scene?.weights[name];
    const { [name]: _, ...others } = this.weights;
    this.weights = weight === usual ? others : { ...others, [name]: weight };
    this.change();
  }

  weight(name: string): number {
    return this.weights[name] ?? this.scene?.weights[name] ?? 0;
  }

  toggleValues(): void {
    if (this.human) this.advice = !this.advice;
    else this.values = !this.values;
  }

  /** The same game once more, or with another seed another one. */
  restart(seed = this.seed): void {
    this.halt();
    this.seed = seed;
    this.rounds = [];
    this.trouble = "";
    this.player.resize(0, false);
    this.player.goTo(0);
  }

  /** Takes the player along, and asks for what will be needed next. Everything that this depends on is read here. */
  proceed(): void {
    const { scene, human, ended, trouble, rounds, resting, busy } = this;
    const { step, speed, playing } = this.player;
    // A person waits only for ghosts that are to move before him.
    const plays = scene !== null && !ended && !trouble && (!human || this.last?.moves.length === 0);
    this.player.resize(rounds.length, plays);
    if (!plays || resting || busy === "rounds") return;
    const ahead = playing ? Math.ceil(AHEAD_SECONDS * STEPS_A_SECOND * speed) + 2 : 2;
    const missing = Math.min(step + ahead - rounds.length, MOST_AT_ONCE, MOST_ROUNDS - rounds.length);
    if (missing > 0) untrack(() => void this.ask(human ? { rounds: 1, move: "Stop" } : { rounds: missing }));
  }

  /** Thinks about the position shown, where no round has a decision for it. */
  ponder(): void {
    const { frame, over, choice, showValues, human, live, resting, trouble, step, busy } = this;
    if (!frame?.moves.length || over || choice || !showValues || resting || trouble || this.player.playing) return;
    if ((live && !human) || busy === "rounds" || (busy === "values" && this.pondered === step)) return;
    untrack(() => void this.think(step));
  }

  /** A person moves Pac-Man. A key that comes while the ghosts still move waits, the latest of them only. */
  move(move: string): void {
    if (!this.human || !this.frame || this.over || this.full) return;
    if (this.busy === "rounds") {
      this.next = move;
      return;
    }
    if (!this.frame.moves.includes(move)) return;
    this.halt();
    this.player.pause();
    this.rounds = this.rounds.slice(0, this.step);
    void this.ask({ rounds: 1, move });
  }

  leave(): void {
    this.player.pause();
    this.opening?.abort();
    clearTimeout(this.rest);
    clearTimeout(this.again);
    this.halt();
  }

  private async ask(wish: { rounds: number; move?: string }): Promise<void> {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    this.busy = "rounds";
    try {
      const { rounds } = await ask(
        "pacman/play",
        {
          at: this.at(this.rounds.length),
          pacman: pacmanSpec(this.pacman),
          ghosts: ghostSpec(this.ghosts),
          weights: $state.snapshot(this.weights),
          seed: this.seed,
          ...wish,
        },
        asked.signal,
      );
      if (asked !== this.asked) return;
      this.settle();
      this.rounds = [...this.rounds, ...rounds];
      if (wish.move !== undefined) this.follow();
    } catch (problem) {
      if (asked !== this.asked) return;
      this.settle();
      this.refuse(problem);
    }
  }

  /** After a person's move: on to the position it led to, and from there with the key that waited. */
  private follow(): void {
    this.player.resize(this.rounds.length, false);
    this.player.goTo(this.rounds.length);
    const { next } = this;
    this.next = null;
    if (next !== null) this.move(next);
  }

  private async think(step: number): Promise<void> {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    this.busy = "values";
    this.pondered = step;
    try {
      const choice = await ask(
        "pacman/choose",
        {
          at: this.at(step),
          pacman: adviser(this.pacman),
          weights: $state.snapshot(this.weights),
          seed: this.seed,
        },
        asked.signal,
      );
      if (asked !== this.asked) return;
      this.settle();
      this.thoughts = new Map([...this.thoughts, [step, choice]]);
    } catch (problem) {
      if (asked !== this.asked) return;
      this.settle();
      this.refuse(problem);
    }
  }

  /** A server that is busy or away is asked again after a while. */
  private refuse(problem: unknown): void {
    if (problem instanceof DOMException && problem.name === "AbortError") return;
    this.trouble = sentence(problem);
    const wait = problem instanceof Refusal ? problem.problem.retry_after : AGAIN_SECONDS;
    if (wait === null) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => (this.trouble = ""), 1000 * wait);
  }

  private settle(): void {
    this.asked = null;
    this.busy = "";
  }

  /** Forgets pending answers and choices, which are about another game. */
  private halt(): void {
    this.asked?.abort();
    this.settle();
    this.next = null;
    this.thoughts = new Map();
  }
}
