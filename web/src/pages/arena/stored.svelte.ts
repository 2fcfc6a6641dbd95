// The tournaments in the store that the lab was started with.

import { recall, saveSoon } from "../../lib/memory";
import { ask, sentence } from "../../lib/server";
import type { ArenaGame, EventInfo, EventReply } from "../../messages/arena";
import type { Pair } from "./words";

const KEY = "arena.stored";

export class StoredEvents {
  /** Whether the lab has a store. */
  available = $state(false);
  events = $state.raw<EventInfo[]>([]);
  /** The number of the event that is shown instead of the page's own tournament. */
  chosen = $state<number | null>(null);
  reply = $state.raw<EventReply | null>(null);
  games = $state.raw<ArenaGame[]>([]);
  total = $state(0);
  problem = $state("");
  busy = $state(false);
  /** What was open here is not forgotten before it is open again. */
  #opened = $state(false);
  #asking: AbortController | null = null;

  /** Opens the event that an address asks for, else the one that was open here, if the store has it. */
  async open(query: URLSearchParams): Promise<void> {
    const asked = Number(query.get("event"));
    const kept = query.size ? null : recall(KEY, { chosen: null as number | null }).chosen;
    await this.list();
    const number = asked || kept;
    this.#opened = true;
    if (number && (asked || this.events.some((each) => each.number === number))) await this.choose(number);
  }

  keep(): void {
    const { chosen } = this;
    if (this.#opened) saveSoon(KEY, () => ({ chosen }));
  }

  /** Lists the events, which another program may add to at any time. */
  async list(): Promise<void> {
    try {
      const { store, events } = await ask("arena/events", {});
      this.available = store;
      this.events = events;
    } catch (problem) {
      this.problem = sentence(problem);
    }
  }

  async choose(number: number | null): Promise<void> {
    this.close();
    this.chosen = number;
    this.reply = null;
    this.games = [];
    this.total = 0;
    this.problem = "";
    if (number === null) return;
    await this.#load(async (signal) => {
      this.reply = await ask("arena/event", { number }, signal);
      await this.#page(number, 0, null, signal);
    });
  }

  /** Reads the games from one on, only those of a pair if there is one. */
  async show(first: number, pair: Pair | null): Promise<void> {
    const number = this.chosen;
    if (number !== null) await this.#load((signal) => this.#page(number, first, pair, signal));
  }

  close(): void {
    this.#asking?.abort();
  }

  async #page(number: number, first: number, pair: Pair | null, signal: AbortSignal): Promise<void> {
    const found = await ask("arena/games", { number, first, player: pair?.player ?? "", against: pair?.against ?? "" }, signal);
    this.games = found.games;
    this.total = found.total;
  }

  async #load(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.busy = true;
    try {
      await work(asking.signal);
    } catch (problem) {
      if (!asking.signal.aborted) this.problem = sentence(problem);
    } finally {
      if (!asking.signal.aborted) this.busy = false;
    }
  }
}
