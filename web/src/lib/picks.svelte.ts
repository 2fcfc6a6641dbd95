// The equilibria of backward induction that a visitor has picked, and the strategies in them, as the server sends them.

import { untrack } from "svelte";
import { complain } from "../app/toasts.svelte";
import type { SearchChoice } from "./choice";
import { conductOf, outcomesOf, said, type Conduct } from "./equilibria";
import type { Player } from "./player.svelte";
import type { Run } from "./run.svelte";
import { ask } from "./server";

/** A search that is shown, and its options. */
interface Shown {
  run: Run;
  choice: SearchChoice;
}

interface Known {
  run: Run;
  number: number;
  /** Null until the server has answered. */
  conduct: Conduct | null;
}

export class Picks {
  /** For each search the equilibrium that was asked for last. */
  private known = $state.raw<Record<number, Known>>({});

  constructor(
    private readonly player: Player,
    private readonly shown: () => Shown[],
  ) {}

  /** Shows an equilibrium at the end of the search; null shows the search's answer. */
  pick(choice: SearchChoice, number: number | null): void {
    choice.equilibrium = number;
    if (number !== null) this.player.goToEnd();
  }

  /** The strategies of the equilibrium to show for a search at the player's step, if there is one. */
  conductAt(at: number): Conduct | null {
    const [shown, known] = [this.shown()[at], this.known[at]];
    if (!shown || this.player.step < shown.run.known || known?.run !== shown.run) return null;
    return known.number === shown.choice.equilibrium ? known.conduct : null;
  }

  /** The number of that equilibrium; null if none is shown. */
  numberAt(at: number): number | null {
    return this.conductAt(at) ? this.known[at]!.number : null;
  }

  /** That equilibrium in a sentence; empty if none is shown. */
  saidAt(at: number): string {
    const number = this.numberAt(at);
    return number === null ? "" : said(outcomesOf(this.known[at]!.run), number);
  }

  /** Asks the server for picked equilibria that are not known yet. */
  explain(): void {
    this.shown().forEach(({ run, choice }, at) => {
      const number = choice.equilibrium;
      if (number === null || number >= outcomesOf(run).length) return;
      untrack(() => void this.learn(run, at, number));
    });
  }

  private async learn(run: Run, at: number, number: number): Promise<void> {
    if (this.known[at]?.run === run && this.known[at].number === number) return;
    const asked = { run, number, conduct: null };
    this.known = { ...this.known, [at]: asked };
    try {
      const { source, options } = run.request;
      const profile = await ask("tree/profile", { source, number, options });
      if (this.known[at] !== asked) return;
      this.known = { ...this.known, [at]: { ...asked, conduct: conductOf(run.recording.shape.nodes, profile) } };
    } catch (problem) {
      complain(problem);
    }
  }
}
