// A game in progress: where it began, the moves since, who plays, and which position is being looked at. Whatever
// changes any of these stops the thinking first; an answer that comes back for an older turn is dropped.

import { ask, sentence } from "../../lib/server";
import type { Chosen, Position, Reasons, Written } from "../../messages/play";
import type { About, GameInfo, GameSource, PlayerInfo } from "../../messages/shared";
import { GameClock, type ClockSetting } from "./clock.svelte";
import { EngineRequest, type Purpose, type ThinkAsked } from "./engine_request.svelte";

const ANALYSIS_SECONDS = 3;
const HINT_SECONDS = 1;
const REVIEW_SECONDS = 0.4;

/** Who sits at a seat: a person ("human"), or a player at a strength or with so many seconds for each move. */
export interface Seat {
  player: string;
  strength: number | null;
  seconds: number | null;
}

/** Why a player chose a move in the position after `at` moves. */
export interface Reasoned {
  at: number;
  move: string | null;
  reasons: Reasons;
}

/** All that has to be kept of a match to go on with it later. */
export interface Kept {
  start: string | null;
  moves: string[];
  at: number;
  seats: Seat[];
  clock: ClockSetting | null;
  left: number[];
  worth: (number | null)[];
  names: Written[];
  paused: boolean;
}

export class Match {
  start = $state<string | null>(null);
  moves = $state<string[]>([]);
  at = $state(0);
  seats = $state<Seat[]>([]);
  paused = $state(false);
  showValues = $state(false);
  worth = $state<(number | null)[]>([]);
  /** The moves as people write them, as far as they are known. */
  names = $state<Written[]>([]);
  position = $state<Position | null>(null);
  hint = $state<Chosen | null>(null);
  /** The engine's reasons in each position where it chose a move. */
  #reasons = $state.raw<(Reasoned | undefined)[]>([]);
  trouble = $state("");
  loading = $state(true);
  readonly engineRequest = new EngineRequest();
  readonly clock = new GameClock(() => this.engineRequest.stop());
  readonly #seen = new Map<string, Position>();
  #turn = 0;

  readonly live = $derived(this.at === this.moves.length);
  readonly over = $derived(this.position?.over === true || this.clock.flagged !== null);
  readonly mover = $derived(this.position === null ? undefined : this.seats[this.position.player]);
  readonly playable = $derived(!this.loading && !this.over && this.mover?.player === "human");

  /** The reasons of the hint here, else of the move that led here. */
  readonly reasoned = $derived.by(() => {
    const last = this.#reasons[this.at - 1];
    return this.#reasons[this.at] ?? (last?.move === this.moves[this.at - 1] ? last : undefined) ?? null;
  });

  /** The board is seen from the second seat where only there a person sits. */
  readonly flipped = $derived(
    this.seats.length === 2 && this.seats[1]?.player === "human" && this.seats[0]?.player !== "human",
  );

  constructor(
    readonly about: About,
    readonly game: GameInfo,
  ) {
    this.seats = game.seats.map((_, seat) => (seat === 0 ? human() : this.seatOf(game.players[0] ?? "human")));
  }

  /** The source of the position after some of the moves. */
  source(at: number): GameSource {
    return { type: "game", game: this.game.slug, position: this.start, moves: this.moves.slice(0, at) };
  }

  kept(): Kept {
    const { start, moves, at, seats, worth, names, paused } = this;
    return $state.snapshot({
      start,
      moves,
      at,
      seats,
      worth,
      names,
      paused,
      clock: this.clock.setting,
      left: this.clock.left,
    });
  }

  /** Goes on with a match that was kept, as far as it still makes sense. */
  restore(kept: Kept): void {
    this.start = kept.start;
    this.moves = kept.moves;
    this.at = Math.min(kept.at, kept.moves.length);
    this.worth = kept.worth;
    this.names = kept.names;
    this.paused = kept.paused;
    const known = (seat: Seat): boolean => seat.player === "human" || this.game.players.includes(seat.player);
    if (kept.seats.length === this.seats.length && kept.seats.every(known)) this.seats = kept.seats;
    this.clock.set(kept.clock, this.seats.length);
    if (kept.left.length === this.seats.length) this.clock.left = kept.left;
  }

  seatOf(player: string): Seat {
    const info = this.playerInfo(player);
    return { player, strength: info?.strength ? info.usual : null, seconds: null };
  }

  playerInfo(name: string): PlayerInfo | undefined {
    return this.about.players.find((each) => each.name === name);
  }

  /** Shows the position after some of the moves, and asks the player to move there. */
  async show(at: number): Promise<void> {
    this.#halt();
    this.at = Math.max(0, Math.min(at, this.moves.length));
    const turn = this.#turn;
    this.loading = true;
    try {
      const found = await this.#look(this.at);
      if (turn !== this.#turn) return;
      this.position = found;
      this.names = [...found.written, ...this.names.slice(this.at)];
      this.trouble = "";
    } catch (error) {
      if (turn === this.#turn) this.trouble = sentence(error);
      return;
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
    this.#proceed();
  }

  play(move: string): void {
    if (this.loading || this.over || !this.position?.moves.includes(move)) return;
    if (this.position.player >= 0) this.clock.moved(this.position.player);
    this.moves = [...this.moves.slice(0, this.at), move];
    this.names = this.names.slice(0, this.at);
    this.worth = this.worth.slice(0, this.at + 1);
    this.#reasons = this.#reasons.slice(0, this.at + 1);
    void this.show(this.moves.length);
  }

  /** Takes back moves until a person is to move again; a single move if no person plays. */
  async takeBack(): Promise<void> {
    this.#halt();
    const turn = this.#turn;
    const someone = this.seats.some((seat) => seat.player === "human");
    const to = someone ? await this.#lastTurnOfAPerson() : this.at - 1;
    if (turn !== this.#turn) return;
    if (to < 0) {
      this.#proceed();
      this.trouble = "There is nothing to take back.";
      return;
    }
    if (!someone) this.paused = true;
    this.#cutAt(to);
    void this.show(to);
  }

  newGame(): void {
    this.begin(null, []);
    this.paused = false;
    void this.show(0);
  }

  swap(): void {
    this.seats = [...this.seats.slice(1), ...this.seats.slice(0, 1)];
    void this.show(this.at);
  }

  /** Goes on from the position shown: what came after it is dropped. */
  goOn(): void {
    this.#cutAt(this.at);
    this.paused = false;
    void this.show(this.at);
  }

  pause(): void {
    this.paused = true;
    void this.show(this.at);
  }

  setSeat(at: number, seat: Seat): void {
    this.seats = this.seats.map((old, each) => (each === at ? seat : old));
    void this.show(this.at);
  }

  setClock(setting: ClockSetting | null): void {
    this.clock.set(setting, this.seats.length);
    void this.show(this.at);
  }

  setShowValues(shown: boolean): void {
    this.showValues = shown;
    void this.show(this.at);
  }

  /** Begins from a position written as text; throws what is wrong with it. */
  async setUp(text: string): Promise<void> {
    const found = await ask("play/position", { type: "game", game: this.game.slug, position: text, moves: [] });
    this.begin(text, []);
    this.paused = this.seats[found.player]?.player !== "human";
    await this.show(0);
  }

  /** Reads a whole game in its usual format; throws what is wrong with it. */
  async load(text: string): Promise<void> {
    const { source } = await ask("play/load", { game: this.game.slug, text });
    this.begin(source.position ?? null, source.moves ?? []);
    this.paused = true;
    await this.show(this.moves.length);
  }

  askHint(): void {
    const asked = this.#analysis(this.at, this.showValues ? 0 : 1, HINT_SECONDS);
    if (asked === null) return;
    this.#think("hint", { ...asked, reasons: true }, (chosen) => {
      this.hint = chosen;
      this.#value(this.at, chosen.value);
      this.#reason(chosen);
    });
  }

  /** Values every position of the game that has none yet, one after another; chance's turns are passed over. */
  async review(): Promise<void> {
    this.#halt();
    const turn = this.#turn;
    for (let at = 0; at <= this.moves.length; at += 1) {
      if ((this.worth[at] ?? null) !== null) continue;
      const position = await this.#look(at).catch(() => null);
      if (turn !== this.#turn || position === null) return;
      if (position.over) this.#value(at, position.value);
      else if (position.player >= 0) await this.#valueAt(at);
      if (turn !== this.#turn) return;
    }
    this.#proceed();
  }

  begin(start: string | null, moves: string[]): void {
    this.#halt();
    this.start = start;
    this.moves = moves;
    this.names = [];
    this.worth = [];
    this.#reasons = [];
    this.engineRequest.said = null;
    this.clock.set(this.clock.setting, this.seats.length);
  }

  leave(): void {
    this.#halt();
  }

  #proceed(): void {
    const position = this.position;
    if (position === null || this.over) {
      if (position?.over) this.#value(this.at, position.value);
      return;
    }
    if (this.mover?.player === "human") this.paused = false;
    if (this.live && position.player < 0) {
      this.#think("chance", { source: this.source(this.at), player: "chance" }, (chosen) => this.#answer(chosen));
      return;
    }
    if (this.live && !this.paused && this.moves.length > 0) this.clock.run(position.player);
    if (this.live && !this.paused && this.mover !== undefined && this.mover.player !== "human") {
      const lines = this.showValues ? 0 : 1;
      this.#think("move", { source: this.source(this.at), ...this.#means(this.mover), lines, reasons: true }, (chosen) =>
        this.#answer(chosen),
      );
    } else if (this.showValues && position.player >= 0) {
      const asked = this.#analysis(this.at, 0, ANALYSIS_SECONDS);
      if (asked !== null) this.#think("values", asked, (chosen) => this.#value(this.at, chosen.value));
    }
  }

  #answer(chosen: Chosen): void {
    if (this.position !== null && this.position.player >= 0) this.#value(this.at, chosen.value);
    this.#reason(chosen);
    if (chosen.move !== null) this.play(chosen.move);
  }

  #means(seat: Seat): Omit<ThinkAsked, "source" | "lines"> {
    const share = this.playerInfo(seat.player)?.clock ? this.clock.share(this.position?.player ?? 0) : null;
    const seconds = share ?? seat.seconds;
    if (seconds === null) return { player: seat.player, strength: seat.strength };
    return { player: seat.player, seconds: Math.min(seconds, this.about.caps.seconds) };
  }

  /** A thought by the best player there is for the game; null where there is none. */
  #analysis(at: number, lines: number, seconds: number): ThinkAsked | null {
    const players = this.game.players.flatMap((name) => this.playerInfo(name) ?? []);
    const best = players.find((player) => player.strength !== "");
    if (best === undefined) return null;
    // Only the engine reports progress; other players should not take long.
    const effort = best.strength === "level" ? { seconds } : { strength: best.usual };
    return { source: this.source(at), player: best.name, lines, ...effort };
  }

  #think(purpose: Purpose, asked: ThinkAsked, done: (chosen: Chosen) => void): void {
    this.engineRequest.start(purpose, asked, done, (error) => (this.trouble = sentence(error)));
  }

  /** Values one position; never ends if it is stopped. */
  #valueAt(at: number): Promise<void> {
    return new Promise((done) => {
      const asked = this.#analysis(at, 1, REVIEW_SECONDS);
      if (asked === null) return done();
      this.#think("review", asked, (chosen) => {
        this.#value(at, chosen.value);
        done();
      });
    });
  }

  /** Stops everything that is under way for the present turn. */
  #halt(): void {
    this.#turn += 1;
    this.engineRequest.clear();
    this.clock.run(null);
    this.hint = null;
    this.trouble = "";
  }

  /** Before the position shown; -1 where no person has moved yet. A move that cannot be read is simply taken back. */
  async #lastTurnOfAPerson(): Promise<number> {
    for (let at = this.at - 1; at >= 0; at -= 1) {
      const position = await this.#look(at).catch(() => null);
      if (position === null || this.seats[position.player]?.player === "human") return at;
    }
    return -1;
  }

  #cutAt(at: number): void {
    this.moves = this.moves.slice(0, at);
    this.names = this.names.slice(0, at);
    this.worth = this.worth.slice(0, at + 1);
    this.#reasons = this.#reasons.slice(0, at + 1);
  }

  #reason({ move, reasons }: Chosen): void {
    const { at } = this;
    const known = [...this.#reasons];
    known[at] = reasons === null ? undefined : { at, move, reasons };
    this.#reasons = known;
  }

  #value(at: number, value: number | null): void {
    const worth = Array.from({ length: Math.max(this.worth.length, at + 1) }, (_, each) => this.worth[each] ?? null);
    worth[at] = value;
    this.worth = worth;
  }

  async #look(at: number): Promise<Position> {
    const source = this.source(at);
    const key = JSON.stringify(source);
    const known = this.#seen.get(key) ?? (await ask("play/position", source));
    this.#seen.set(key, known);
    return known;
  }
}

export function human(): Seat {
  return { player: "human", strength: null, seconds: null };
}
