// The tournament of the page. The server plays it in requests of limited time and keeps nothing; the page keeps all games, and
// sends their results with the next request, so a tournament that was stopped, or left, goes on where it was.

import { about } from "../../lib/about";
import { live, type Search } from "../../lib/live";
import { recall, saveSoon } from "../../lib/memory";
import { sentence } from "../../lib/server";
import type { ArenaGame, ArenaReport } from "../../messages/arena";
import type { GameInfo } from "../../messages/shared";
import { asked, hasRivals, requestOf, usualSetup, type Setup } from "./setup";

const KEY = "arena";
const RESULTS = "arena.results";

export class Tournament {
  setup = $state<Setup>(usualSetup(about()));
  games = $state.raw<ArenaGame[]>([]);
  report = $state.raw<ArenaReport | null>(null);
  total = $state(0);
  running = $state(false);
  complete = $state(false);
  /** Why it was refused or stopped. */
  problem = $state("");
  /** The setup that the games are of, as text. */
  #of = $state("");
  #search: Search | null = null;

  readonly #now = $derived(JSON.stringify(this.setup));
  readonly game = $derived(about().games.find(({ slug }) => slug === this.setup.game)!);
  /** The game of the results, which another choice in the menu does not change. */
  readonly gamePlayed = $derived(this.#of ? (JSON.parse(this.#of) as Setup).game : this.setup.game);
  readonly canContinue = $derived(!this.running && !this.complete && this.games.length > 0 && this.#of === this.#now);

  /** Opens what an address asks for, else what was left here, else the example. */
  open(query: URLSearchParams): void {
    const { setup: shared, problem } = asked(about(), query);
    this.problem = problem;
    const kept = recall(KEY, { setup: {} as Partial<Setup> }).setup;
    this.setup = shared ?? valid(kept) ?? usualSetup(about());
    const results = recall(RESULTS, { of: "", games: [] as ArenaGame[], report: {} as Partial<ArenaReport>, total: 0, complete: false });
    if (shared || !results.of || !Array.isArray(results.report.standings)) return;
    this.#of = results.of;
    this.games = results.games;
    this.report = results.report as ArenaReport;
    this.total = results.total;
    this.complete = results.complete;
  }

  /** Starts, stops, or goes on, whichever is next. */
  toggle(): void {
    if (this.running) this.stop();
    else if (this.canContinue) this.#play();
    else this.begin();
  }

  /** Begins anew. */
  begin(): void {
    this.stop();
    this.games = [];
    this.report = null;
    this.total = 0;
    this.complete = false;
    this.#of = this.#now;
    this.#play();
  }

  nextSeed(): void {
    this.stop();
    const seed = Number(this.setup.seed);
    this.setup.seed = String(Number.isSafeInteger(seed) ? seed + 1 : 1);
    this.begin();
  }

  stop(): void {
    this.#search?.cancel();
    this.#search = null;
    this.running = false;
  }

  /** Everything that is kept is read here, so that an effect notices any change of it. */
  keep(): void {
    const setup = $state.snapshot(this.setup);
    saveSoon(KEY, () => ({ setup }));
    const { games, report, total, complete } = this;
    const of = this.#of;
    saveSoon(RESULTS, () => ({ of, games, report: report ?? {}, total, complete }));
  }

  #play(): void {
    this.problem = "";
    const before = this.games;
    try {
      const request = requestOf($state.snapshot(this.setup));
      const played = before.map(({ key, players, points, reason, forfeited }) => ({ key, players, points, reason, forfeited }));
      this.running = true;
      this.#search = live.compete({ ...request, played }, {
        // After a lost connection the same games come again.
        begin: () => (this.games = before),
        newGames: ({ games, report, total }) => {
          if (games.length) this.games = joined(this.games, games);
          this.report = report;
          this.total = total;
        },
        competed: ({ complete }) => {
          this.complete = complete;
          if (complete) this.stop();
          else this.#play();
        },
        refused: (error) => this.#fail(error),
      });
    } catch (problem) {
      this.#fail(problem);
    }
  }

  #fail(problem: unknown): void {
    this.stop();
    this.problem = sentence(problem);
  }
}

/** All games; one without a result is played again, and has only its last record. */
function joined(games: ArenaGame[], more: ArenaGame[]): ArenaGame[] {
  const again = new Set(more.map(({ key }) => key));
  return [...games.filter(({ key }) => !again.has(key)), ...more];
}

/** A setup that was kept, if its game and players still exist. */
function valid(kept: Partial<Setup>): Setup | null {
  const game: GameInfo | undefined = about().games.find(({ slug }) => slug === kept.game);
  if (game === undefined || !hasRivals(game) || !Array.isArray(kept.entrants)) return null;
  const usual = usualSetup(about(), game.slug);
  const known = Object.keys(usual).every((name) => typeof kept[name as keyof Setup] === typeof usual[name as keyof Setup]);
  return known && kept.entrants.every((seat) => game.players.includes(seat?.player)) ? (kept as Setup) : null;
}
