// What lies on the workspace of the Matrix page: the table as it was typed, and what the server says of it. Everything that the
// page shows follows from these and from the step that the player has come to.

import { address } from "../../app/router.svelte";
import { complain } from "../../app/toasts.svelte";
import { recall, saveSoon } from "../../lib/memory";
import { pack, unpack } from "../../lib/pack";
import { Player, SPEEDS } from "../../lib/player.svelte";
import { ask, Refusal, sentence } from "../../lib/server";
import type { MatrixExamples, MatrixReply, MatrixStep, MatrixTable } from "../../messages/matrix";
import { blockOf, namedTable, pasted, textOf } from "./paste";
import { soundTable, type Table } from "./table";

const KEY = "matrix";
const MOST_UNDOS = 100;
/** What the kept step says where the player was at the end, however long the next lecture is. */
const AT_END = -1;

export class Workspace {
  readonly player = new Player();
  menu = $state.raw<MatrixExamples | null>(null);
  table = $state.raw<Table | null>(null);
  weak = $state(false);
  reply = $state.raw<MatrixReply | null>(null);
  /** Why the table as it stands has no answer. */
  problem = $state("");
  /** The equilibrium that was chosen from the list, if any. */
  chosen = $state(-1);
  private undos = $state.raw<Table[]>([]);
  private asking: AbortController | null = null;
  /** The step to come to once there is an answer. */
  private place = 0;

  canUndo = $derived(this.undos.length > 0);
  /** The step that is shown; the last one of a changed table is wanted where this is the last. */
  private get reached(): number {
    const { step, total } = this.player;
    return step && step === total ? AT_END : step;
  }
  /** The steps that have been made. */
  told = $derived<MatrixStep[]>(this.reply?.steps.slice(0, this.player.step) ?? []);
  /** The equilibrium to point at: the chosen one, else the one that the step is about. A value has all of them alike. */
  pointed = $derived.by(() => {
    if (this.chosen >= 0) return this.chosen;
    const last = this.told.at(-1);
    if (last?.kind === "value") return 0;
    return last?.kind === "equilibrium" || last?.kind === "better" ? last.number : -1;
  });

  /** Opens a shared address, else what was stored, else the first example. */
  async open(query: URLSearchParams): Promise<void> {
    this.menu = await ask("matrix/examples", {});
    const kept = recall(KEY, { table: {}, weak: false, step: 0, speed: 1 });
    if (SPEEDS.includes(kept.speed)) this.player.speed = kept.speed;
    const text = query.get("text");
    if (text !== null) {
      try {
        this.weak = query.get("weak") === "1";
        const table = await ask("matrix/read", { text: await unpack(text) });
        return await this.show(whole(table), Number(query.get("step")));
      } catch (problem) {
        complain(`The game in the address cannot be read: ${sentence(problem)}`);
      }
    }
    this.weak = kept.weak;
    const table = soundTable(kept.table) ?? this.menu.examples[0]?.table;
    if (table) await this.show(whole(table), kept.step);
  }

  /** The first table of a visit. */
  private async show(table: Table, step: number): Promise<void> {
    this.table = table;
    this.place = step;
    await this.solve();
  }

  choose(name: string): void {
    const found = this.menu?.examples.find((each) => each.name === name);
    if (!found) return;
    this.player.goTo(0);
    this.edit(() => whole(found.table));
  }

  /** Reads a text in place of the table. */
  async read(text: string): Promise<void> {
    try {
      const table = whole(await ask("matrix/read", { text }));
      this.edit(() => table);
    } catch (problem) {
      complain(problem);
    }
  }

  /** Takes cells of a spreadsheet into the table, from a player's field on; false where they are a single one. */
  paste(text: string, row: number, column: number, player: number): boolean {
    const [block, largest] = [blockOf(text), this.menu?.largest ?? 0];
    if (!block) return false;
    try {
      this.edit((table) => namedTable(block, table.players, largest) ?? pasted(table, block, row, column, player, largest));
    } catch (problem) {
      complain(problem);
    }
    return true;
  }

  /** Takes what was pasted next to the table for another one. */
  async pasteWhole(text: string): Promise<void> {
    const block = blockOf(text);
    if (block?.[0]?.[0] === "") this.paste(text, 0, 0, 0);
    else if (text.trim()) await this.read(block?.some((cells) => cells.length > 1) ? textOf(block) : text);
  }

  /** Carries a change out; the one before can be taken back. */
  edit(change: (table: Table) => Table): void {
    if (!this.table) return;
    const changed = change(this.table);
    this.undos = [...this.undos.slice(-MOST_UNDOS), this.table];
    this.table = changed;
    void this.solve();
  }

  undo(): void {
    const before = this.undos.at(-1);
    if (!before) return;
    this.undos = this.undos.slice(0, -1);
    this.table = before;
    void this.solve();
  }

  /** Asks what there is to say of the table; an answer that is overtaken by another change is not waited for. */
  async solve(): Promise<void> {
    const { table, weak } = this;
    if (!table) return;
    if (this.reply) this.place = this.reached;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const reply = await ask("matrix/solve", { table, weak }, asking.signal);
      if (asking.signal.aborted) return;
      this.reply = reply;
      this.problem = "";
      this.chosen = -1;
      this.player.resize(reply.steps.length, false);
      this.player.goTo(this.place === AT_END ? reply.steps.length : this.place || 0);
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.reply = null;
      this.chosen = -1;
      this.player.resize(0, false);
      this.problem = sentence(problem);
      if (!(problem instanceof Refusal)) complain(problem);
    }
  }

  /** Everything that is kept is read here, so that an effect notices any change of it. */
  keep(): void {
    const { table, weak } = this;
    const { speed } = this.player;
    const step = this.reply ? this.reached : this.place;
    if (table) saveSoon(KEY, () => ({ table, weak, step, speed }));
  }

  async share(): Promise<string> {
    if (!this.reply) throw new Error("There is nothing to share yet: correct the table first.");
    return address("matrix", {
      text: await pack(this.reply.text),
      weak: this.weak ? 1 : "",
      step: this.player.step || "",
    });
  }

  close(): void {
    this.player.pause();
    this.asking?.abort();
  }
}

function whole({ players, actions, payoffs, title = "" }: MatrixTable): Table {
  return { players, actions, payoffs, title };
}
