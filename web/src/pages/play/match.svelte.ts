// A game in progress: where it began, the moves since, who plays, and which position is being looked at. Whatever changes any
// of these stops the thinking first; an answer that comes back for an older turn is dropped.

import { ask, sentence } from "../../lib/server";
import type { Chosen, Position, Progress, ReviewedMove, ReviewedPlayer, Saved } from "../../messages/play";
import type { About, GameInfo, GameSource, Mate } from "../../messages/shared";
import { bestWinRate, expectedScore, isProven } from "./analysis";
import { GameClock, type ClockSetting } from "./clock.svelte";
import { EngineRequest, type Purpose, type ThinkAsked } from "./engine_request.svelte";
import { GameLine } from "./game_line.svelte";
import { Marks } from "./marks.svelte";
import { OwnershipMap } from "./ownership.svelte";
import { GameReview, reviewedNode } from "./review.svelte";
import { human, playerInfo, seatOf, titleOf, type Seat } from "../../lib/seats";
import { SetUp } from "./setup.svelte";
import { along, changed, fromTurns, newNode, toKept, toTurns, type KeptTurn } from "./variations";

const ANALYSIS_SECONDS = 20;
const HINT_SECONDS = 1;
/** An analysis of more moves than these gives the best of them a line, and not all. */
const FEW_MOVES = 12;
const USUAL_LINES = 3;
/** The same where all moves have values anyway. */
const SIMULATED_LINES = 5;

/** All that has to be kept of a match to go on with it later. */
export interface Kept {
  start: string | null;
  headers: Record<string, string>;
  turns: KeptTurn[];
  /** The value of the first position. */
  value: number | null;
  reviewed: ReviewedPlayer[];
  moves: string[];
  at: number;
  seats: Seat[];
  clock: ClockSetting | null;
  left: number[];
  paused: boolean;
}

export class Match extends GameLine {
  start = $state<string | null>(null);
  /** What the file of the game says of it, as in White: Carlsen. */
  headers = $state<Record<string, string>>({});
  /** The text that this game was loaded from, where it has several, and the number of this one. */
  collection = $state.raw<{ text: string; games: string[]; number: number } | null>(null);
  seats = $state<Seat[]>([]);
  paused = $state(false);
  analysing = $state(false);
  /** How many moves an analysis gives a line: 0 is all of them, null all of a few and some of many. */
  lines = $state<number | null>(null);
  showLegal = $state(false);
  #turned = $state(false);
  position = $state.raw<Position | null>(null);
  hint = $state.raw<Chosen | null>(null);
  trouble = $state("");
  loading = $state(true);
  readonly engineRequest = new EngineRequest();
  readonly marks = new Marks();
  readonly review = new GameReview();
  readonly ownership = new OwnershipMap();
  /** The position that is being set up by hand. */
  setup = $state.raw<SetUp | null>(null);
  readonly clock = new GameClock(() => this.engineRequest.stop());
  readonly #seen = new Map<string, Position>();
  #turn = 0;

  readonly over = $derived(this.position?.over === true || this.clock.flagged !== null);
  readonly mover = $derived(this.position === null ? undefined : this.seats[this.position.player]);
  readonly playable = $derived(!this.loading && !this.over && this.mover?.player === "human");

  /** The reasons of the hint here, else of the move that led here, and the position they are about. */
  readonly reasoned = $derived.by(() => {
    const last = this.nodes[this.at - 1]?.reasoned;
    if (this.node.reasoned) return { at: this.at, ...this.node.reasoned };
    return last && last.move === this.node.move ? { at: this.at - 1, ...last } : null;
  });

  /** The board is seen from the second seat where only there a person sits, unless one turns it. */
  readonly flipped = $derived(
    this.#turned !==
      (this.seats.length === 2 && this.seats[1]?.player === "human" && this.seats[0]?.player !== "human"),
  );

  constructor(
    readonly about: About,
    readonly game: GameInfo,
  ) {
    super();
    this.seats = game.seats.map((_, seat) => (seat === 0 ? human() : seatOf(about, game.players[0] ?? "human")));
  }

  /** How many lines an analysis of many moves has unless one chooses. */
  get usualLines(): number {
    return this.game.simulated ? SIMULATED_LINES : USUAL_LINES;
  }

  /** The source of the position after some of the moves. */
  source(at: number): GameSource {
    return { type: "game", game: this.game.slug, position: this.start, moves: this.before(at) };
  }

  kept(): Kept {
    const { start, headers, moves, at, seats, paused } = this;
    return $state.snapshot({
      start,
      headers,
      turns: toKept(this.tree),
      value: this.tree.value,
      reviewed: this.review.players,
      moves,
      at,
      seats,
      paused,
      clock: this.clock.setting,
      left: this.clock.left,
    });
  }

  /** Goes on with a match that was kept, as far as it still makes sense. */
  restore(kept: Kept): void {
    this.start = kept.start;
    this.headers = kept.headers;
    this.replace({ ...fromTurns(kept.turns), value: kept.value }, kept.moves, kept.at);
    this.paused = kept.paused;
    this.review.players = kept.reviewed;
    const known = (seat: Seat): boolean => seat.player === "human" || this.game.players.includes(seat.player);
    if (kept.seats.length === this.seats.length && kept.seats.every(known)) this.seats = kept.seats;
    this.clock.set(kept.clock, this.seats.length);
    if (kept.left.length === this.seats.length) this.clock.left = kept.left;
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
      if (found !== this.position) this.marks.clear();
      this.position = found;
      this.name(this.moves, found.written);
      this.trouble = "";
      this.#loadOwnership();
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
    this.add(move);
    void this.show(this.at + 1);
  }

  /** Shows the position after a line of the tree. */
  goTo(line: string[]): void {
    this.turnTo(line);
    void this.show(line.length);
  }

  /** Goes to the next move that was tried in place of the last one; a negative step goes to the one before. */
  tryOther(step: 1 | -1): void {
    const line = this.sibling(step);
    if (line !== null) this.goTo(line);
  }

  /** Puts a line into the game after so many moves, and shows the position after its first move. */
  enter(line: readonly string[], at = this.at): void {
    this.addLine(at, line);
    const entered = this.moves;
    // All of its moves are written at once.
    const names = this.#look(entered.length).then((last) => this.name(entered, last.written));
    void this.show(at + 1);
    names.catch(() => undefined);
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
    this.remove(to + 1);
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

  /** Goes on from the position shown: what came after it stays as a variation. */
  goOn(): void {
    this.moves = this.before(this.at);
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

  setAnalysing(on: boolean): void {
    this.analysing = on;
    void this.show(this.at);
  }

  setLines(lines: number | null): void {
    this.lines = lines;
    void this.show(this.at);
  }

  toggleOwnership(): void {
    if (!this.game.ownership) return;
    this.ownership.shown = !this.ownership.shown;
    this.#loadOwnership();
  }

  flip(): void {
    this.#turned = !this.#turned;
  }

  /** Begins from a position written as text; throws what is wrong with it. */
  async setUp(text: string): Promise<void> {
    const found = await ask("play/position", { type: "game", game: this.game.slug, position: text, moves: [] });
    this.begin(text, []);
    this.paused = this.seats[found.player]?.player !== "human";
    await this.show(0);
  }

  /** Begins to set up a position by hand, from the one that is shown. */
  beginSetUp(): void {
    const { game, position } = this;
    if (game.setup === null || !position?.board) return;
    this.#halt();
    this.setup = new SetUp(game, game.setup, position.board, position);
  }

  dropSetUp(): void {
    this.setup = null;
    void this.show(this.at);
  }

  /** Begins from the position that was set up, unless something is wrong with it. */
  async endSetUp(): Promise<void> {
    const { setup } = this;
    if (setup === null) return;
    try {
      const { position } = await ask("play/compose", setup.request());
      if (setup === this.setup) await this.setUp(position);
    } catch (error) {
      setup.wrong = sentence(error);
    }
  }

  /** Reads a game of a text in its usual format, by its number or the first that can be read; throws what is wrong with it. */
  async load(text: string, wanted: number | null = null): Promise<void> {
    const { source, headers, turns, games, number } = await ask("play/load", { game: this.game.slug, text, number: wanted });
    this.begin(source.position ?? null, source.moves ?? [], fromTurns(turns));
    this.headers = headers;
    this.collection = games.length > 1 ? { text, games, number } : null;
    this.paused = true;
    await this.show(this.moves.length);
  }

  /** The headers of a game that is played here. */
  usualHeaders(): Record<string, string> {
    const players = this.game.seats.map((seat, at) => [seat, titleOf(this.about, this.seats[at] ?? human())] as const);
    return { Date: today(), ...Object.fromEntries(players) };
  }

  /** The whole game in its usual format. */
  async save(): Promise<Saved> {
    const headers = { ...this.usualHeaders(), ...$state.snapshot(this.headers) };
    return ask("play/save", { game: this.game.slug, position: this.start, headers, turns: toTurns(this.tree) });
  }

  askHint(): void {
    const asked = this.#bestPlayer(this.#lines(), HINT_SECONDS);
    if (asked === null) return;
    this.#think("hint", { ...asked, reasons: true }, (chosen) => {
      this.hint = chosen;
      this.#reason(chosen);
    });
  }

  /** Reviews the line that is shown: the values of its positions, and what each move cost. */
  startReview(): void {
    const line = this.moves;
    const note = (at: number, reviewed: ReviewedMove): void => {
      const node = along(this.tree, line)[at + 1];
      if (node !== undefined) this.tree = changed(this.tree, line.slice(0, at + 1), reviewedNode(node, reviewed));
      if (at === 0) this.#value(0, reviewed.value, false);
    };
    this.review.start(this.source(line.length), note, (error) => (this.trouble = sentence(error)));
  }

  /** Goes to the next move that the review found wanting, from the first on after the last. */
  nextMistake(): void {
    const { line, plies } = this.mistakes;
    const next = plies.find((at) => at > this.at) ?? plies[0];
    if (next !== undefined) this.goTo(line.slice(0, next));
  }

  /** Plays the move that the review prefers to the last one. */
  playBetter(): void {
    const { reviewed } = this.node;
    if (!reviewed?.best) return;
    this.enter([reviewed.best], this.at - 1);
  }

  begin(start: string | null, moves: string[], tree = newNode()): void {
    this.#halt();
    this.review.clear();
    this.ownership.clear();
    this.setup = null;
    this.start = start;
    this.headers = {};
    this.collection = null;
    this.replace(tree, moves, 0);
    this.engineRequest.said = null;
    this.clock.set(this.clock.setting, this.seats.length);
  }

  leave(): void {
    this.#halt();
    this.review.stop();
  }

  #proceed(): void {
    const position = this.position;
    if (position === null || this.setup !== null) return;
    if (position.over) {
      this.#value(this.at, position.value, true);
      return;
    }
    const turn = this.live && !this.over;
    if (turn && this.mover?.player === "human") this.paused = false;
    if (turn && position.player < 0) {
      this.#think("chance", { source: this.source(this.at), player: "chance" }, (chosen) => this.#answer(chosen));
      return;
    }
    if (turn && !this.paused && this.moves.length > 0) this.clock.run(position.player);
    if (turn && !this.paused && this.mover !== undefined && this.mover.player !== "human") {
      const lines = this.#lines();
      this.#think("move", { source: this.source(this.at), ...this.#means(this.mover), lines, reasons: true }, (chosen) =>
        this.#answer(chosen),
      );
    } else if (this.analysing && position.player >= 0) {
      const asked = this.#bestPlayer(this.#lines(), Math.min(ANALYSIS_SECONDS, this.about.caps.seconds));
      const player = asked?.player === "engine" ? "analysis" : asked?.player;
      if (asked && player) this.#think("analysis", { ...asked, player }, () => undefined);
    }
  }

  #loadOwnership(): void {
    this.ownership.load(this.source(this.at)).catch((error: unknown) => (this.trouble = sentence(error)));
  }

  #answer(chosen: Chosen): void {
    this.#reason(chosen);
    if (chosen.move !== null) this.play(chosen.move);
  }

  #lines(): number {
    const count = this.position?.moves.length ?? 0;
    return this.analysing ? (this.lines ?? (count > FEW_MOVES ? this.usualLines : 0)) : 1;
  }

  #means(seat: Seat): Omit<ThinkAsked, "source" | "lines"> {
    const share = playerInfo(this.about, seat.player)?.clock ? this.clock.share(this.position?.player ?? 0) : null;
    const seconds = share ?? seat.seconds;
    if (seconds === null) return { player: seat.player, strength: seat.strength };
    return { player: seat.player, seconds: Math.min(seconds, this.about.caps.seconds) };
  }

  /** A thought by the best player there is for the game; null where there is none. */
  #bestPlayer(lines: number, seconds: number): ThinkAsked | null {
    const players = this.game.players.flatMap((name) => playerInfo(this.about, name) ?? []);
    const best = players.find((player) => player.strength !== "");
    if (best === undefined) return null;
    // Only the engine reports progress; other players should not take long.
    const effort = best.strength === "level" ? { seconds } : { strength: best.usual };
    return { source: this.source(this.at), player: best.name, lines, ...effort };
  }

  #think(purpose: Purpose, asked: ThinkAsked, done: (chosen: Chosen) => void): void {
    const at = asked.source.moves?.length ?? 0;
    const heard = (told: Progress | Chosen): void => this.#value(at, told.value, isProven(told), told.mate, bestWinRate(told));
    const failed = (error: string): void => void (this.trouble = sentence(error));
    this.engineRequest.start(purpose, asked, { heard: purpose === "chance" ? () => undefined : heard, done, failed });
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

  #reason({ move, reasons }: Chosen): void {
    this.note(this.at, { reasoned: reasons === null ? null : { move, reasons } });
  }

  #value(at: number, value: number | null, proven: boolean, mate: Mate | null = null, winRate: number | null = null): void {
    const expected = expectedScore(this.game, value, proven, winRate);
    if (value !== null) this.note(at, { value, mate: mate?.moves ?? null, expected, winRate });
  }

  async #look(at: number): Promise<Position> {
    const source = this.source(at);
    const key = JSON.stringify(source);
    const known = this.#seen.get(key) ?? (await ask("play/position", source));
    this.#seen.set(key, known);
    return known;
  }
}

/** As PGN writes a date. */
function today(): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}
