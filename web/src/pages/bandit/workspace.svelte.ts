// What lies on the workspace of the Bandit page: the question as typed, and the pulls that answer it.

import { address } from "../../app/router.svelte";
import { complain } from "../../app/toasts.svelte";
import { missing } from "../../lib/about";
import { recall, saveSoon } from "../../lib/memory";
import { Player, SPEEDS } from "../../lib/player.svelte";
import { ask, Refusal, sentence } from "../../lib/server";
import type { BanditAsk, BanditReply } from "../../messages/bandit";

const KEY = "bandit";
const USUAL = {
  arms: "0.3 0.5 0.7",
  rule: "ucb1",
  pulls: "200",
  exploration: "1.414",
  epsilon: "0.1",
  seed: "1",
};
type Typed = typeof USUAL;
export type Rule = NonNullable<BanditAsk["rule"]>;

export const RULES: readonly { value: Rule; title: string }[] = [
  { value: "ucb1", title: "UCB1" },
  { value: "epsilon_greedy", title: "ε-greedy" },
  { value: "puct", title: "PUCT" },
];

export class Workspace {
  readonly player = new Player();
  typed = $state<Typed>({ ...USUAL });
  reply = $state.raw<BanditReply | null>(null);
  /** Why what was typed has no answer. */
  problem = $state("");
  /** The pulls of what is typed are on their way; those shown are of the question before. */
  busy = $state(true);
  private asking: AbortController | null = null;

  /** The pull of the current step. */
  pull = $derived(this.reply?.steps[this.player.step - 1] ?? null);

  /** Opens a shared address, else what was stored, else the usual arms. */
  async open(query: URLSearchParams): Promise<void> {
    const kept = recall(KEY, { ...USUAL, step: 0, speed: 1 });
    if (SPEEDS.includes(kept.speed)) this.player.speed = kept.speed;
    const shared = query.get("arms") !== null;
    for (const name of Object.keys(USUAL) as (keyof Typed)[]) {
      this.typed[name] = shared ? (query.get(name) ?? USUAL[name]) : kept[name];
    }
    if (!RULES.some(({ value }) => value === this.typed.rule)) {
      if (shared) complain(missing("rule", this.typed.rule));
      this.typed.rule = USUAL.rule;
    }
    await this.run(shared ? Number(query.get("step") ?? 0) : kept.step);
  }

  /** Asks for the pulls; an answer that is overtaken by another change is not waited for. */
  async run(step = 0): Promise<void> {
    const { arms, rule, pulls, exploration, epsilon, seed } = this.typed;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.busy = true;
    try {
      const numbers = { pulls: whole(pulls), exploration: number(exploration), epsilon: number(epsilon), seed: whole(seed) };
      const reply = await ask("bandit/pull", { arms, rule: rule as Rule, ...numbers }, asking.signal);
      if (asking.signal.aborted) return;
      this.reply = reply;
      this.problem = "";
      this.player.resize(reply.steps.length, false);
      this.player.goTo(Number.isInteger(step) ? step : 0);
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.reply = null;
      this.player.resize(0, false);
      this.problem = sentence(problem);
      if (!(problem instanceof Refusal || problem instanceof RangeError)) complain(problem);
    } finally {
      if (!asking.signal.aborted) this.busy = false;
    }
  }

  nextSeed(): void {
    const seed = Number(this.typed.seed);
    this.typed.seed = String(Number.isSafeInteger(seed) ? seed + 1 : 1);
    void this.run();
  }

  /** Everything that is kept is read here, so that an effect notices any change of it. */
  keep(): void {
    const kept = { ...$state.snapshot(this.typed), step: this.player.step, speed: this.player.speed };
    saveSoon(KEY, () => kept);
  }

  async share(): Promise<string> {
    return address("bandit", { ...$state.snapshot(this.typed), step: this.player.step || "" });
  }

  close(): void {
    this.player.pause();
    this.asking?.abort();
  }
}

function number(text: string): number {
  const value = Number(text);
  if (!text.trim() || !Number.isFinite(value)) throw new RangeError(`“${text}” is not a number.`);
  return value;
}

function whole(text: string): number {
  const value = number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`“${text}” is not a whole number.`);
  return value;
}
