// The score of this visit. A question counts once, and gives its points when it is answered before its solution was
// shown. The streak counts questions right at the first try.

const KEY = "zermelo.score";

type Outcome = "wrong" | "right" | "shown";

interface Tally {
  outcomes: Record<string, Outcome>;
  points: number;
  streak: number;
}

export class Score {
  #tally = $state<Tally>(remembered());

  readonly tried = $derived(Object.keys(this.#tally.outcomes).length);
  readonly right = $derived(Object.values(this.#tally.outcomes).filter((each) => each === "right").length);
  readonly points = $derived(this.#tally.points);
  readonly streak = $derived(this.#tally.streak);

  graded(question: string, correct: boolean, points: number): void {
    const before = this.#tally.outcomes[question];
    if (before === "right" || before === "shown") return;
    this.#tally.outcomes[question] = correct ? "right" : "wrong";
    if (correct) this.#tally.points += points;
    if (!correct) this.#tally.streak = 0;
    else if (before === undefined) this.#tally.streak += 1;
    this.#remember();
  }

  /** A question whose solution was shown gives no points. */
  shown(question: string): void {
    if (this.#tally.outcomes[question] === "right") return;
    this.#tally.outcomes[question] = "shown";
    this.#tally.streak = 0;
    this.#remember();
  }

  reset(): void {
    this.#tally = { outcomes: {}, points: 0, streak: 0 };
    this.#remember();
  }

  #remember(): void {
    sessionStorage.setItem(KEY, JSON.stringify(this.#tally));
  }
}

function remembered(): Tally {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Tally>;
    return { outcomes: kept.outcomes ?? {}, points: kept.points ?? 0, streak: kept.streak ?? 0 };
  } catch {
    return { outcomes: {}, points: 0, streak: 0 };
  }
}
