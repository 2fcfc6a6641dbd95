// One request to a player at a time: for a move, a throw of chance, a hint or an analysis. A new request cancels the old one,
// and late answers to a cancelled request are ignored.

import { live, type Search } from "../../lib/live";
import type { Chosen, Progress, Think } from "../../messages/play";

export type ThinkAsked = Omit<Think, "type" | "id">;

export type Purpose = "move" | "chance" | "hint" | "analysis";

interface Listener {
  /** What was found so far, or in the end. */
  heard: (told: Progress | Chosen) => void;
  done: (chosen: Chosen) => void;
  failed: (error: string) => void;
}

export class EngineRequest {
  purpose = $state<Purpose | null>(null);
  /** What was found for the position on the board. */
  latest = $state<Progress | Chosen | null>(null);
  /** The last answer, also for an earlier position: it stays until there is another. */
  said = $state<Progress | Chosen | null>(null);
  #thought: Search | null = null;

  start(purpose: Purpose, asked: ThinkAsked, { heard, done, failed }: Listener): void {
    this.stop();
    this.latest = null;
    this.purpose = purpose;
    const current = (): boolean => this.#thought === thought;
    const thought = live.think(asked, {
      progress: (progress) => {
        if (!current()) return;
        this.#hear(progress);
        heard(progress);
      },
      chosen: (chosen) => {
        if (!current()) return;
        this.#hear(chosen);
        heard(chosen);
        this.#end();
        done(chosen);
      },
      refused: (error) => {
        if (!current()) return;
        this.#end();
        failed(error);
      },
    });
    this.#thought = thought;
  }

  stop(): void {
    this.#thought?.cancel();
    this.#end();
  }

  /** Forgets what was found, since the position changes. */
  clear(): void {
    this.stop();
    this.latest = null;
  }

  #hear(told: Progress | Chosen): void {
    if (this.purpose === "chance") return;
    this.said = this.latest = told;
  }

  #end(): void {
    this.#thought = null;
    this.purpose = null;
  }
}
