// Plays the steps of one search, or of several in parallel: first, back, play, forward, last, at any speed. It only counts
// steps; the components that show a search replay it to `step`.

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];

const STEPS_A_SECOND = 1.5;
/** Faster than this there is no time to see motion. */
const LIVELY_UP_TO = 4;

export class Player {
  step = $state(0);
  total = $state(0);
  /** More steps are still coming in, so the last one known is not the end. */
  growing = $state(false);
  playing = $state(false);
  speed = $state(1);
  lively = $derived(!this.playing || this.speed <= LIVELY_UP_TO);
  /** Every step forward first asks what happens next, and comes at the second press. */
  asks = $state(false);
  /** The question is shown, and the step that answers it is not. */
  asking = $state(false);
  /** The last step was asked for while more were still coming in. */
  private toEnd = false;
  private waiting = 0;
  private owed = 0;
  private last = 0;

  /** At the end it starts over. Where steps ask first, it is a press like any other. */
  toggle(): void {
    if (this.asks) this.move(1);
    else if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (!this.total || this.playing) return;
    this.toEnd = false;
    if (this.step >= this.total && !this.growing) this.step = 0;
    this.playing = true;
    // The first step comes at once: a key that does nothing for a second seems broken.
    this.owed = 1;
    this.last = performance.now();
    this.waiting = requestAnimationFrame((now) => this.tick(now));
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.waiting);
  }

  goTo(step: number): void {
    this.pause();
    this.toEnd = this.asking = false;
    this.step = Math.max(0, Math.min(Math.round(step), this.total));
  }

  /** One step on, or the question before it; a step back while it is asked takes the question back. */
  move(by: number): void {
    if (by > 0) this.jump(this.step + by);
    else this.goTo(this.step + (this.asking ? 0 : by));
  }

  /** Goes to a step, or to the question that it answers. Infinity is no step. */
  jump(step: number): void {
    if (!Number.isFinite(step)) return;
    const asks = this.asks && step > 0 && step <= this.total && !(this.asking && step === this.step + 1);
    this.goTo(asks ? step - 1 : step);
    this.asking = asks;
  }

  setAsks(asks: boolean): void {
    this.pause();
    this.asks = asks;
    this.asking = false;
  }

  goToEnd(): void {
    this.goTo(this.total);
    this.toEnd = this.growing;
  }

  /** Sets the number of steps; `step` stays where it is if possible. */
  resize(total: number, growing: boolean): void {
    this.total = total;
    this.growing = growing;
    if (this.step > total || this.toEnd) this.step = total;
    this.toEnd &&= growing;
  }

  private tick(now: number): void {
    if (!this.playing) return;
    this.owed += (Math.max(now - this.last, 0) / 1000) * STEPS_A_SECOND * this.speed;
    this.last = now;
    const due = Math.floor(this.owed);
    if (due) {
      // Time spent waiting for steps is not made up for later.
      this.owed -= due;
      this.step = Math.min(this.step + due, this.total);
    }
    if (this.step >= this.total && !this.growing) this.pause();
    else this.waiting = requestAnimationFrame((next) => this.tick(next));
  }
}
