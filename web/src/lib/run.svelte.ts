// One watched search: its steps arrive over the live connection, are recorded, and are replayed to the step that the page
// shows.

import type { Source, Step } from "../messages/shared";
import type { Finished } from "../messages/tree";
import { live, type Search } from "./live";
import { Recording } from "./replay/recording";
import { Replay } from "./replay/replay";
import type { Shape } from "./replay/shape";
import { sentence } from "./server";

export interface RunRequest {
  source: Source;
  search: string;
  options: Record<string, string>;
}

/** New steps are counted at this pace, slower for larger trees, so that a long search is not drawn for every batch. */
const REFRESH_MS = 150;
const REFRESH_MS_A_NODE = 0.01;

export class Run {
  replay: Replay;
  /** How many steps are known; grows while they come in. */
  known = $state(0);
  finished = $state.raw<Finished | null>(null);
  error = $state("");
  private search: Search | null = null;
  /** Where new steps go: after a lost connection they come again from the first on, and the page shows the old ones until
   * there are as many. */
  private incoming: Recording;
  private refreshing: ReturnType<typeof setTimeout> | undefined;

  /** `makeShape` gives the tree before the search: every start needs a fresh one, since searches name roles anew. */
  constructor(
    private readonly makeShape: () => Shape,
    readonly request: RunRequest,
  ) {
    this.replay = $state.raw(new Replay(new Recording(makeShape())));
    this.incoming = this.replay.recording;
  }

  start(): void {
    this.stop();
    this.search = live.watch(this.request, {
      begin: () => this.begin(),
      steps: (first, steps) => this.take(first, steps),
      finished: (message) => {
        this.finished = message;
        this.adopt();
        this.refresh();
      },
      refused: (error) => {
        this.error = sentence(error);
        this.refresh();
      },
    });
  }

  /** Takes all steps of a search that was recorded elsewhere. */
  fill(steps: Step[]): void {
    this.begin();
    this.take(0, steps);
    this.adopt();
    this.refresh();
  }

  stop(): void {
    this.search?.cancel();
    this.search = null;
    clearTimeout(this.refreshing);
  }

  get recording(): Recording {
    return this.replay.recording;
  }

  get busy(): boolean {
    return !this.finished && !this.error;
  }

  /** Replays to a step, or to the last known one before it, and returns which that is. */
  at(step: number): number {
    const reached = Math.min(step, this.known);
    this.replay.goTo(reached);
    return reached;
  }

  private begin(): void {
    if (this.incoming.length) this.incoming = new Recording(this.makeShape());
    this.finished = null;
    this.error = "";
  }

  private take(first: number, steps: Step[]): void {
    if (first !== this.incoming.length) return;
    for (const step of steps) this.incoming.add(step);
    if (this.incoming.length >= this.known) this.adopt();
    const pause = this.known ? REFRESH_MS + REFRESH_MS_A_NODE * this.recording.shape.nodes.length : 0;
    this.refreshing ??= setTimeout(() => this.refresh(), pause);
  }

  private adopt(): void {
    if (this.incoming !== this.recording) this.replay = new Replay(this.incoming);
  }

  private refresh(): void {
    clearTimeout(this.refreshing);
    this.refreshing = undefined;
    this.known = this.recording.length;
  }
}
