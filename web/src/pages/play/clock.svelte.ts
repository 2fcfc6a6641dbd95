// The clock of a whole game: so many minutes for each side, and some seconds more after every move. It stands still while
// the server does not answer.

import { connection } from "../../lib/connection.svelte";

const TICK_MS = 100;

export interface ClockSetting {
  minutes: number;
  increment: number;
}

export class GameClock {
  setting = $state<ClockSetting | null>(null);
  left = $state<number[]>([]);
  flagged = $state<number | null>(null);
  #running: number | null = null;
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #onflag: () => void;

  constructor(onflag: () => void) {
    this.#onflag = onflag;
  }

  set(setting: ClockSetting | null, seats: number): void {
    this.run(null);
    this.setting = setting;
    this.flagged = null;
    this.left = setting === null ? [] : Array.from({ length: seats }, () => setting.minutes * 60);
  }

  /** Lets the time of one seat run, and nobody else's. */
  run(seat: number | null): void {
    this.#count();
    clearInterval(this.#timer);
    this.#running = this.setting === null || this.flagged !== null ? null : seat;
    if (this.#running === null) return;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#count(), TICK_MS);
  }

  /** A seat has moved: its clock stops, and it gets its increment. */
  moved(seat: number): void {
    this.run(null);
    if (this.setting !== null && this.flagged === null) this.#add(seat, this.setting.increment);
  }

  /** How long a player may think now: a share of what is left. */
  share(seat: number): number | null {
    if (this.setting === null) return null;
    return Math.max(0.05, (this.left[seat] ?? 0) / 25 + this.setting.increment * 0.8);
  }

  #count(): void {
    if (this.#running === null) return;
    const now = performance.now();
    if (!connection.away) this.#add(this.#running, (this.#since - now) / 1000);
    this.#since = now;
    if ((this.left[this.#running] ?? 0) > 0) return;
    this.flagged = this.#running;
    this.#running = null;
    clearInterval(this.#timer);
    this.#onflag();
  }

  #add(seat: number, seconds: number): void {
    this.left = this.left.map((left, at) => (at === seat ? Math.max(left + seconds, 0) : left));
  }
}
