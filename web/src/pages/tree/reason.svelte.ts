// Why a leaf was not pruned: the leaf that a visitor has clicked, and the server's answer.

import type { TreeSource } from "../../messages/shared";
import type { Run } from "../../lib/run.svelte";
import { ask, sentence } from "../../lib/server";

interface Asked {
  run: Run;
  node: number;
  /** Empty until the server has answered. */
  text: string;
}

export class Reason {
  private asked = $state.raw<Asked | null>(null);

  constructor(private readonly runs: () => Run[]) {}

  /** The question, until its search is no longer shown. */
  private get current(): Asked | null {
    return this.asked && this.runs().includes(this.asked.run) ? this.asked : null;
  }

  get text(): string {
    return this.current?.text ?? "";
  }

  /** The node in a search's drawing that the question is about, or -1. */
  nodeIn(run: Run): number {
    return this.current?.run === run ? this.current.node : -1;
  }

  close(): void {
    this.asked = null;
  }

  /** Asks about a leaf of a search. The same leaf again, and what is no leaf, closes the answer. */
  async ask(run: Run, node: number): Promise<void> {
    const { name, role } = run.recording.shape.nodes[node] ?? { name: "", role: "" };
    const evaluated = run.recording.steps.some(({ event }) => event.event === "evaluate" && event.node === name);
    if ((role !== "LEAF" && !evaluated) || this.nodeIn(run) === node) return this.close();
    this.asked = { run, node, text: "" };
    const { search, options } = run.request;
    const source = run.request.source as TreeSource;
    const text = await ask("tree/why", { source, search, options, leaf: name }).then((reply) => reply.text, sentence);
    if (this.nodeIn(run) === node) this.asked = { run, node, text };
  }
}
