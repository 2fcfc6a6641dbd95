// Which of the equilibria of backward induction are picked, and what everybody does in them, as the server tells it.

import { untrack } from "svelte";
import { complain } from "../../app/toasts.svelte";
import { conductOf, outcomesOf, type Conduct } from "../../lib/equilibria";
import type { Run } from "../../lib/run.svelte";
import { ask } from "../../lib/server";
import type { Desk } from "./desk.svelte";

interface Known {
  run: Run;
  number: number;
  /** Null while it is on its way. */
  conduct: Conduct | null;
}

export class Picks {
  /** For each search the last one that was asked for. */
  private known = $state.raw<Record<number, Known>>({});

  constructor(private readonly desk: Desk) {}

  /** Shows an equilibrium, where the search is over; null is the search's own answer. */
  pick(at: number, number: number | null): void {
    this.desk.choices[at]!.equilibrium = number;
    if (number !== null) this.desk.player.goToEnd();
  }

  /** What is done in the equilibrium that is to be shown of a search at a step, if there is one. */
  conductAt(at: number, step: number): Conduct | null {
    const [run, known] = [this.desk.runs[at], this.known[at]];
    if (!run || step < run.known || known?.run !== run) return null;
    return known.number === this.desk.choices[at]!.equilibrium ? known.conduct : null;
  }

  /** Asks for what is picked and not known. */
  explain(): void {
    this.desk.runs.forEach((run, at) => {
      const number = this.desk.choices[at]!.equilibrium;
      if (number === null || number >= outcomesOf(run.finished).length) return;
      untrack(() => void this.learn(run, at, number));
    });
  }

  private async learn(run: Run, at: number, number: number): Promise<void> {
    const { tree, source } = this.desk;
    if (!tree || (this.known[at]?.run === run && this.known[at].number === number)) return;
    const asked = { run, number, conduct: null };
    this.known = { ...this.known, [at]: asked };
    try {
      const profile = await ask("tree/profile", { source, number, ...run.request.options });
      if (this.known[at] !== asked) return;
      this.known = { ...this.known, [at]: { ...asked, conduct: conductOf(tree.nodes, profile) } };
    } catch (problem) {
      complain(problem);
    }
  }
}
