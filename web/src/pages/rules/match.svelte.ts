// A game by some rules as the page has it: the moves so far, the positions between them, and who plays. A move is one text per
// role. The player counts moves: at step 3 one sees the position after three of them. A move made there replaces those after it.

import { untrack } from "svelte";
import { about } from "../../lib/about";
import { Player } from "../../lib/player.svelte";
import { human, seatOf, type Seat } from "../../lib/seats";
import { ask, sentence } from "../../lib/server";
import type { RulesChoice, RulesGame, RulesPosition } from "../../messages/rules";

/** Who plays against a person, and gives hints. */
export const USUAL_PLAYER = "mcts";
/** Players that play each other do not move faster than eyes can follow. */
const PACE_MS = 300;

export class Match {
  readonly player = new Player();
  /** The rules that are played. */
  text = $state.raw("");
  game = $state.raw<RulesGame | null>(null);
  moves = $state.raw<string[][]>([]);
  seats = $state<Seat[]>([]);
  /** What persons have chosen so far, by role. */
  picks = $state.raw<ReadonlyMap<number, string>>(new Map());
  hint = $state.raw<RulesChoice | null>(null);
  /** The role whose move or hint is being thought about. */
  thinking = $state<number | null>(null);
  /** A move is being made: the next one must wait for the position after it. */
  private moving = $state(false);
  trouble = $state("");
  private positions = $state.raw<(RulesPosition | undefined)[]>([]);
  /** Why each move was made: a sentence of every player that gave one. */
  private reasons = $state.raw<string[][]>([]);
  /** The role whose turn each move was, where roles take turns. */
  private movers = $state.raw<number[]>([]);
  private asking: AbortController | null = null;
  private shown = 0;

  readonly step = $derived(Math.min(this.player.step, this.moves.length));
  readonly position = $derived<RulesPosition | null>(this.positions[this.step] ?? null);
  readonly why = $derived<string[]>(this.reasons[this.step - 1] ?? []);
  readonly live = $derived(this.step === this.moves.length);
  /** The roles that have something to choose; where nobody has, the first one moves for all. */
  readonly choosers = $derived.by(() => {
    const { position } = this;
    if (!position || position.over) return [];
    if (position.player !== null) return [position.player];
    const found = position.legal.flatMap((moves, role) => (moves.length > 1 ? [role] : []));
    return found.length ? found : [0];
  });
  readonly persons = $derived(this.choosers.filter((role) => this.seats[role]?.player === "human"));
  /** The moves up to here, each of the role whose turn it was; null where roles move at the same time. */
  readonly line = $derived(
    this.game?.turns ? this.moves.slice(0, this.step).map((joint, at) => joint[this.movers[at]!]!) : null,
  );
  readonly ready = $derived(this.persons.every((role) => this.picks.has(role)));
  readonly busy = $derived(this.moving || this.thinking !== null);

  /** Opens a game of some rules; throws what is wrong with them. */
  async open(text: string, moves: string[][] = [], step = moves.length): Promise<void> {
    const asking = this.begin();
    const game = await ask("rules/open", { text, moves }, asking.signal);
    if (asking.signal.aborted) return;
    this.player.pause();
    this.text = text;
    this.game = game;
    this.moves = moves;
    this.movers = game.movers;
    this.reasons = [];
    this.positions = [];
    this.positions[moves.length] = game.position;
    this.seats = game.roles.map((_, role) => this.sound(this.seats[role], role, game));
    this.player.resize(moves.length, false);
    this.player.goTo(step);
  }

  /** Takes part in an effect: asks for the position shown, and lets players move. Everything that this depends on is read here. */
  proceed(): void {
    const { step } = this;
    // What was chosen and thought for another position no longer counts.
    if (step !== this.shown) untrack(() => this.begin());
    this.shown = step;
    const { game, position, trouble, live, persons, choosers, thinking } = this;
    if (!game || trouble) return;
    if (!position) untrack(() => void this.fetch(step));
    else if (live && choosers.length && !persons.length && thinking === null) untrack(() => void this.makeMove());
  }

  /** A person chooses the move of a role. Where others choose at the same time, `makeMove` follows once all have. */
  pick(role: number, move: string): void {
    if (!this.persons.includes(role)) return;
    this.picks = new Map(this.picks).set(role, move);
    if (this.persons.length === 1) void this.makeMove();
  }

  /** Makes the moves that persons have chosen, after players have chosen theirs. */
  async makeMove(): Promise<void> {
    const { position, step, choosers, persons, picks, moves, ready } = this;
    if (!position || !choosers.length || !ready) return;
    const asking = this.begin();
    this.moving = true;
    const started = performance.now();
    try {
      const joint = position.legal.map((legal, role) => picks.get(role) ?? legal[0]!);
      const why: string[] = [];
      for (const role of choosers.filter((each) => !persons.includes(each))) {
        const choice = await this.think(role, this.seats[role]!, asking);
        if (asking.signal.aborted) return;
        joint[role] = choice.move;
        why.push(choice.why);
      }
      const wait = persons.length ? 0 : PACE_MS - (performance.now() - started);
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      if (asking.signal.aborted) return;
      const made = [...moves.slice(0, step), joint];
      const next = await ask("rules/position", { text: this.text, moves: made }, asking.signal);
      if (asking.signal.aborted) return;
      this.moving = false;
      this.thinking = null;
      this.picks = new Map();
      this.hint = null;
      this.positions = [...this.positions.slice(0, step + 1), next];
      this.reasons = [...Array.from({ length: step }, (_, at) => this.reasons[at] ?? []), why];
      this.movers = [...this.movers.slice(0, step), ...(position.player === null ? [] : [position.player])];
      this.moves = made;
      this.player.resize(made.length, false);
      this.player.goTo(made.length);
    } catch (problem) {
      this.fail(problem, asking);
    }
  }

  /** Asks for a good move of the first person who is to choose. */
  async askHint(): Promise<void> {
    const role = this.persons[0];
    if (role === undefined || this.thinking !== null) return;
    const asking = this.begin();
    try {
      const hint = await this.think(role, seatOf(about(), USUAL_PLAYER), asking);
      if (asking.signal.aborted) return;
      this.hint = hint;
      this.thinking = null;
    } catch (problem) {
      this.fail(problem, asking);
    }
  }

  setSeat(role: number, seat: Seat): void {
    this.begin();
    this.seats[role] = seat;
  }

  newGame(): void {
    this.begin();
    this.moves = [];
    this.reasons = [];
    this.positions = this.positions.slice(0, 1);
    this.player.resize(0, false);
    this.player.goTo(0);
  }

  close(): void {
    this.player.pause();
    this.asking?.abort();
  }

  private async think(role: number, seat: Seat, asking: AbortController): Promise<RulesChoice> {
    this.thinking = role;
    const source = { text: this.text, moves: this.moves.slice(0, this.step) };
    const { player, strength, seconds } = seat;
    return ask("rules/think", { source, role, player, strength, seconds }, asking.signal);
  }

  private async fetch(step: number): Promise<void> {
    const asking = this.begin();
    try {
      const found = await ask("rules/position", { text: this.text, moves: this.moves.slice(0, step) }, asking.signal);
      if (asking.signal.aborted) return;
      const positions = [...this.positions];
      positions[step] = found;
      this.positions = positions;
    } catch (problem) {
      this.fail(problem, asking);
    }
  }

  /** Ends what is being asked, and begins something else. */
  private begin(): AbortController {
    this.asking?.abort();
    this.picks = new Map();
    this.thinking = null;
    this.moving = false;
    this.trouble = "";
    this.hint = null;
    return (this.asking = new AbortController());
  }

  private fail(problem: unknown, asking: AbortController): void {
    if (asking.signal.aborted) return;
    this.thinking = null;
    this.moving = false;
    this.picks = new Map();
    this.trouble = sentence(problem);
  }

  /** Who sits at a role: as before where that is possible, else a person at the first role and a player at the others. */
  private sound(seat: Seat | undefined, role: number, game: RulesGame): Seat {
    if (seat && (seat.player === "human" || game.players.includes(seat.player))) return seat;
    return role === 0 ? human() : seatOf(about(), USUAL_PLAYER);
  }
}
