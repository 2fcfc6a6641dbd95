// One question after another: what is asked, the answer so far, its grade, the hints and the solution. A reply to an
// older question is dropped.

import { ask, sentence } from "../../lib/server";
import type { Ask, Graded, Question, Solution } from "../../messages/exercises";
import type { KindInfo } from "../../messages/shared";
import { Score } from "./score.svelte";

const RANDOM_SEEDS = 1_000_000;

/** What a visitor may wish for beside the kind and the seed; "" leaves it to the exercise. */
export interface Wishes {
  ties: string;
  depth: string;
  branching: string;
}

const WISHES = ["ties", "depth", "branching"] as const satisfies (keyof Wishes)[];

export interface Kept {
  kind: string;
  seed: number;
  wishes: Wishes;
  answer: string;
}

/** The nearest allowed seed; 0 if it is not a number. */
function seedOf(number: number): number {
  return Math.min(Math.max(0, Math.trunc(number) || 0), Number.MAX_SAFE_INTEGER);
}

export class Practice {
  kind = $state("");
  seed = $state(1);
  wishes = $state<Wishes>({ ties: "", depth: "", branching: "" });
  question = $state.raw<Question | null>(null);
  answer = $state("");
  grade = $state.raw<Graded | null>(null);
  hints = $state<string[]>([]);
  solution = $state.raw<Solution | null>(null);
  trouble = $state("");
  readonly score = new Score();
  #turn = 0;

  constructor(
    readonly kinds: KindInfo[],
    kept: Kept,
  ) {
    this.kind = kinds.find((each) => each.slug === kept.kind)?.slug ?? kinds[0]?.slug ?? "";
    this.seed = seedOf(kept.seed);
    this.wishes = kept.wishes;
    this.answer = kept.answer;
  }

  get info(): KindInfo | undefined {
    return this.kinds.find((each) => each.slug === this.kind);
  }

  /** The wishes that the kind has a use for. */
  get offered(): (keyof Wishes)[] {
    return WISHES.filter((wish) => this.info?.options.includes(wish));
  }

  /** The node that the grade is about, where it names one. */
  readonly wrongNode = $derived.by(() => {
    if (this.grade === null || this.grade.correct || this.question === null) return null;
    const names = new Set(this.question.tree.nodes.map((node) => node.name));
    return this.grade.first_wrong.match(/\b[A-Z]+\b/g)?.find((word) => names.has(word)) ?? null;
  });

  kept(): Kept {
    const { kind, seed, wishes, answer } = this;
    return $state.snapshot({ kind, seed, wishes, answer });
  }

  /** What the server is asked for. */
  ask(): Ask {
    const options: Record<string, unknown> = {};
    for (const wish of this.offered) {
      const wished = this.wishes[wish];
      if (wished) options[wish] = wish === "ties" ? wished : Number(wished);
    }
    return { kind: this.kind, seed: this.seed, options };
  }

  /** Asks anew; the answer is kept only where the page comes back to the same question. */
  async open(keepAnswer = false): Promise<void> {
    this.#turn += 1;
    this.#clear();
    if (!keepAnswer) this.answer = "";
    await this.#reply(ask("exercises/ask", this.ask()), (question) => (this.question = question));
  }

  choose(kind: string): void {
    this.kind = kind;
    void this.open();
  }

  go(seed: number): void {
    this.seed = seedOf(seed);
    void this.open();
  }

  another(): void {
    this.go(Math.floor(Math.random() * RANDOM_SEEDS));
  }

  wish(wishes: Partial<Wishes>): void {
    Object.assign(this.wishes, wishes);
    void this.open();
  }

  /** The answer changes, so its grade no longer holds. */
  write(answer: string): void {
    this.answer = answer;
    this.grade = null;
  }

  async check(): Promise<void> {
    if (this.question === null) return;
    const points = this.question.points;
    await this.#reply(ask("exercises/grade", { ask: this.ask(), answer: this.answer }), (grade) => {
      this.grade = grade;
      if (grade.understood) this.score.graded(this.#key(), grade.correct, points);
    });
  }

  async hint(): Promise<void> {
    if (this.question === null || this.hints.length >= this.question.hints) return;
    const number = this.hints.length;
    await this.#reply(ask("exercises/hint", { ask: this.ask(), number }), ({ text }) => (this.hints[number] = text));
  }

  async solve(): Promise<void> {
    if (this.question === null) return;
    await this.#reply(ask("exercises/solution", this.ask()), (solution) => {
      this.solution = solution;
      this.score.shown(this.#key());
    });
  }

  #key(): string {
    return JSON.stringify(this.ask());
  }

  #clear(): void {
    this.grade = null;
    this.hints = [];
    this.solution = null;
    this.trouble = "";
  }

  async #reply<Reply>(coming: Promise<Reply>, take: (reply: Reply) => void): Promise<void> {
    const turn = this.#turn;
    try {
      const reply = await coming;
      if (turn === this.#turn) take(reply);
    } catch (problem) {
      if (turn === this.#turn) this.trouble = sentence(problem);
    }
  }
}
