// Searches over one WebSocket. The server sends a batch only when the page has room for it; the page asks for more as it
// processes batches, several at a time, since the number of messages is limited. When the connection breaks, the page
// waits for the server, reconnects and restarts every unfinished search.

import type { Compete, Competed, NewGames } from "../messages/arena";
import type { Chosen, Progress, Review, Reviewed, Reviewing, Think } from "../messages/play";
import type { Received, Sent } from "../messages/questions";
import type { Cancel, More, Step } from "../messages/shared";
import type { Finished, Watch } from "../messages/tree";
import { connection } from "./connection.svelte";

export interface WatchListener {
  /** The search starts, or restarts after the connection was lost: its steps come from the first on. */
  begin?(): void;
  steps(first: number, steps: Step[]): void;
  finished(message: Finished): void;
  refused(error: string): void;
  cancelled?(): void;
}

export interface ThinkListener {
  begin?(): void;
  progress(message: Progress): void;
  chosen(message: Chosen): void;
  refused(error: string): void;
  cancelled?(): void;
}

export interface ReviewListener {
  begin?(): void;
  reviewing(message: Reviewing): void;
  reviewed(message: Reviewed): void;
  refused(error: string): void;
  cancelled?(): void;
}

export interface CompeteListener {
  begin?(): void;
  newGames(message: NewGames): void;
  competed(message: Competed): void;
  refused(error: string): void;
  cancelled?(): void;
}

/** A running search; its listener is not called again once it is cancelled. */
export interface Search {
  cancel(): void;
}

type Running = (
  | { request: Watch; to: WatchListener }
  | { request: Think; to: ThinkListener }
  | { request: Review; to: ReviewListener }
  | { request: Compete; to: CompeteListener }
) & { taken: number };

/** Batches to ask for at first, and how many to process before asking for as many more. */
const ROOM = 32;
const ASKED_AT_ONCE = 16;
const FIRST_WAIT_MS = 250;
const TRIES = 6;
const FULL = "The server has too many visitors: try again in a moment.";
/** A server that says nothing for so long while a search is running may be gone without a word. */
const SILENCE_MS = 10_000;

export class Live {
  private socket: WebSocket | null = null;
  private running = new Map<number, Running>();
  private lastId = 0;
  private failures = 0;
  private listening: ReturnType<typeof setTimeout> | undefined;

  watch(request: Omit<Watch, "type" | "id">, to: WatchListener): Search {
    return this.start({ request: { type: "watch", id: ++this.lastId, ...request }, to, taken: 0 });
  }

  think(request: Omit<Think, "type" | "id">, to: ThinkListener): Search {
    return this.start({ request: { type: "think", id: ++this.lastId, ...request }, to, taken: 0 });
  }

  review(request: Omit<Review, "type" | "id">, to: ReviewListener): Search {
    return this.start({ request: { type: "review", id: ++this.lastId, ...request }, to, taken: 0 });
  }

  compete(request: Omit<Compete, "type" | "id">, to: CompeteListener): Search {
    return this.start({ request: { type: "compete", id: ++this.lastId, ...request }, to, taken: 0 });
  }

  private start(search: Running): Search {
    const id = search.request.id;
    this.running.set(id, search);
    if (this.isOpen) this.begin(search);
    else this.connect();
    search.to.begin?.();
    return {
      cancel: () => {
        if (this.running.delete(id) && this.isOpen) this.send({ type: "cancel", id } satisfies Cancel);
      },
    };
  }

  private begin(search: Running): void {
    search.taken = 0;
    this.send(search.request);
    if (search.request.type !== "think") this.askMore(search.request.id, ROOM);
  }

  private askMore(id: number, batches: number): void {
    this.send({ type: "more", id, batches } satisfies More);
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private send(message: Sent): void {
    this.socket?.send(JSON.stringify(message));
  }

  private connect(): void {
    if (this.socket) return;
    const at = new URL("api/live", location.href.split("#")[0]);
    at.protocol = at.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(at);
    this.socket = socket;
    socket.onopen = () => {
      for (const search of this.running.values()) this.begin(search);
      this.listen(socket);
    };
    socket.onmessage = (message) => {
      this.failures = 0;
      this.listen(socket);
      this.receive(JSON.parse(String(message.data)) as Received);
    };
    socket.onclose = () => this.closed(socket);
  }

  private closed(socket: WebSocket): void {
    if (socket !== this.socket) return;
    clearTimeout(this.listening);
    this.socket = null;
    if (this.running.size) void this.reconnect();
  }

  /** The first attempt comes at once; later ones once the server answers, and after a while, since it may be full. */
  private async reconnect(): Promise<void> {
    for (const { to } of this.running.values()) to.begin?.();
    if (this.failures++) {
      await connection.lost();
      await new Promise((done) => setTimeout(done, FIRST_WAIT_MS * 2 ** (this.failures - 2)));
    }
    if (this.failures <= TRIES) {
      this.connect();
      return;
    }
    this.failures = 0;
    const waiting = [...this.running.values()];
    this.running.clear();
    for (const { to } of waiting) to.refused(FULL);
  }

  private listen(socket: WebSocket): void {
    clearTimeout(this.listening);
    this.listening = setTimeout(() => void this.checkSilence(socket), SILENCE_MS);
  }

  private async checkSilence(socket: WebSocket): Promise<void> {
    if (socket !== this.socket) return;
    if (!this.running.size || (await connection.answers())) {
      this.listen(socket);
      return;
    }
    socket.close();
    this.closed(socket);
  }

  private receive(message: Received): void {
    const search = this.running.get(message.id);
    if (!search) return;
    const to = search.to;
    if (message.type === "steps" || message.type === "reviewing" || message.type === "new_games") {
      if (message.type === "steps" && "steps" in to) to.steps(message.first, message.steps);
      else if (message.type === "reviewing" && "reviewing" in to) to.reviewing(message);
      else if (message.type === "new_games" && "newGames" in to) to.newGames(message);
      search.taken += 1;
      if (search.taken % ASKED_AT_ONCE === 0) this.askMore(message.id, ASKED_AT_ONCE);
      return;
    }
    if (message.type === "progress") {
      if ("progress" in to) to.progress(message);
      return;
    }
    this.running.delete(message.id);
    if (message.type === "finished" && "finished" in to) to.finished(message);
    else if (message.type === "chosen" && "chosen" in to) to.chosen(message);
    else if (message.type === "reviewed" && "reviewed" in to) to.reviewed(message);
    else if (message.type === "competed" && "competed" in to) to.competed(message);
    else if (message.type === "refused") to.refused(message.error);
    else if (message.type === "cancelled") to.cancelled?.();
  }
}

export const live = new Live();
