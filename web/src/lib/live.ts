// Searches over one WebSocket. The server sends a batch only when the page has room for it; the page asks for more as it
// processes batches, several at a time, since the number of messages is limited. When the connection breaks, the page
// reconnects and restarts every unfinished search.

import type { Chosen, Progress, Think } from "../messages/play";
import type { Received, Sent } from "../messages/questions";
import type { Cancel, More, Step } from "../messages/shared";
import type { Finished, Watch } from "../messages/tree";

export interface WatchListener {
  /** The search starts, or restarts after the connection was lost: forget what came before. */
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

/** A running search; its listener is not called again once it is cancelled. */
export interface Search {
  cancel(): void;
}

type Running = ({ request: Watch; to: WatchListener } | { request: Think; to: ThinkListener }) & { taken: number };

/** Batches to ask for at first, and how many to process before asking for as many more. */
const ROOM = 32;
const ASKED_AT_ONCE = 16;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const TRIES = 6;
const LOST = "The connection to the server was lost: check that `zermelo lab` is still running.";

export class Live {
  private socket: WebSocket | null = null;
  private running = new Map<number, Running>();
  private lastId = 0;
  private failures = 0;

  watch(request: Omit<Watch, "type" | "id">, to: WatchListener): Search {
    return this.start({ request: { type: "watch", id: ++this.lastId, ...request }, to, taken: 0 });
  }

  think(request: Omit<Think, "type" | "id">, to: ThinkListener): Search {
    return this.start({ request: { type: "think", id: ++this.lastId, ...request }, to, taken: 0 });
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
    if (search.request.type === "watch") this.askMore(search.request.id, ROOM);
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
      this.failures = 0;
      for (const search of this.running.values()) this.begin(search);
    };
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as Received);
    socket.onclose = () => {
      this.socket = null;
      if (this.running.size) this.tryAgain();
    };
  }

  private tryAgain(): void {
    this.failures += 1;
    const waiting = [...this.running.values()];
    if (this.failures > TRIES) {
      this.failures = 0;
      this.running.clear();
      for (const { to } of waiting) to.refused(LOST);
      return;
    }
    for (const { to } of waiting) to.begin?.();
    setTimeout(() => this.connect(), Math.min(FIRST_WAIT_MS * 2 ** (this.failures - 1), LONGEST_WAIT_MS));
  }

  private receive(message: Received): void {
    const search = this.running.get(message.id);
    if (!search) return;
    const to = search.to;
    if (message.type === "steps") {
      if ("steps" in to) to.steps(message.first, message.steps);
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
    else if (message.type === "refused") to.refused(message.error);
    else if (message.type === "cancelled") to.cancelled?.();
  }
}

export const live = new Live();
