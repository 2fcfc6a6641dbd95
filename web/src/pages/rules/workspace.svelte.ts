// What lies on the workspace of the Rules page: the rules as they are typed, their mistakes, and the game by them. Rules are
// checked while they are typed, and once they have no mistakes the game begins anew by them, with the moves that are still legal.

import { address } from "../../app/router.svelte";
import { complain } from "../../app/toasts.svelte";
import { recall, saveSoon } from "../../lib/memory";
import { pack, unpack } from "../../lib/pack";
import { SPEEDS } from "../../lib/player.svelte";
import type { Seat } from "../../lib/seats";
import { ask, Refusal, sentence } from "../../lib/server";
import type { RuleMistake, RuleSheetInfo } from "../../messages/rules";
import { Match } from "./match.svelte";

const KEY = "rules";
const FIRST_SHEET = "tic_tac_toe";
/** Rules are checked once nothing has been typed for so long. */
const PAUSE_MS = 300;

export class Workspace {
  readonly match = new Match();
  sheets = $state.raw<RuleSheetInfo[]>([]);
  text = $state("");
  mistakes = $state.raw<RuleMistake[]>([]);
  /** Why rules without mistakes cannot be played. */
  problem = $state("");
  /** The text is being checked, or its game made. */
  busy = $state(true);
  private pause: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;

  readonly sheet = $derived(this.sheets.find(({ text }) => text === this.text) ?? null);
  readonly errors = $derived(this.mistakes.filter(({ warning }) => !warning));
  /** The game shown is one by these rules. */
  readonly playable = $derived(this.match.game !== null && this.match.text === this.text && !this.problem);

  /** Opens a shared address, else what was stored, else the first sheet. */
  async open(query: URLSearchParams): Promise<void> {
    this.sheets = (await ask("rules/sheets", {})).sheets;
    const kept = recall(KEY, { text: "", moves: [] as unknown[], step: 0, seats: [] as unknown[], speed: 1 });
    if (SPEEDS.includes(kept.speed)) this.match.player.speed = kept.speed;
    this.match.seats = kept.seats.filter(isSeat);
    const [shared, sheet] = [query.get("text"), query.get("sheet")];
    try {
      if (shared !== null || sheet !== null) {
        const text = shared === null ? this.textOf(sheet!) : await unpack(shared);
        const moves = soundMoves(JSON.parse(await unpack(query.get("moves") ?? "[]")));
        this.text = text;
        return await this.refresh(moves, Number(query.get("step") ?? moves.length));
      }
    } catch (problem) {
      complain(`The rules in the address cannot be read: ${sentence(problem)}`);
    }
    this.text = kept.text || this.textOf(FIRST_SHEET);
    await this.refresh(soundMoves(kept.moves), kept.step);
  }

  /** A sheet of Zermelo, or a text from a file, in place of the rules. */
  async use(text: string): Promise<void> {
    this.text = text;
    clearTimeout(this.pause);
    await this.refresh([]);
  }

  choose(name: string): void {
    const found = this.sheets.find((each) => each.name === name);
    if (found) void this.use(found.text);
  }

  edit(text: string): void {
    this.text = text;
    this.busy = true;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.refresh(this.match.moves, this.match.step), PAUSE_MS);
  }

  async format(): Promise<void> {
    try {
      const { formatted } = await ask("rules/check", { text: this.text, format: true });
      if (formatted === null) return complain("These rules cannot be formatted: mend the first mistake.");
      if (formatted !== this.text) this.edit(formatted);
    } catch (problem) {
      complain(problem);
    }
  }

  /** Checks the text and, if it is in order, opens its game. */
  private async refresh(moves: string[][], step = moves.length): Promise<void> {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const { text } = this;
    this.busy = true;
    this.problem = "";
    try {
      const { mistakes } = await ask("rules/check", { text }, asking.signal);
      if (asking.signal.aborted) return;
      this.mistakes = mistakes;
      if (mistakes.every(({ warning }) => warning)) await this.begin(text, moves, step);
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.mistakes = problem instanceof Refusal ? [] : this.mistakes;
      this.problem = sentence(problem);
    } finally {
      if (!asking.signal.aborted) this.busy = false;
    }
  }

  private async begin(text: string, moves: string[][], step: number): Promise<void> {
    try {
      await this.match.open(text, moves, Number.isInteger(step) ? step : moves.length);
    } catch (problem) {
      // Moves that were legal by the rules before need not be so now.
      if (!moves.length || !(problem instanceof Refusal) || text !== this.text) throw problem;
      await this.match.open(text);
    }
  }

  /** Everything that is kept is read here, so that an effect notices any change of it. */
  keep(): void {
    const { match, text } = this;
    const kept = {
      text,
      moves: match.moves,
      step: match.step,
      seats: $state.snapshot(match.seats),
      speed: match.player.speed,
    };
    if (text) saveSoon(KEY, () => kept);
  }

  async share(): Promise<string> {
    const { match, sheet, text } = this;
    return address("rules", {
      ...(sheet ? { sheet: sheet.name } : { text: await pack(text) }),
      moves: match.moves.length ? await pack(JSON.stringify(match.moves)) : "",
      step: match.live ? "" : match.step,
    });
  }

  close(): void {
    clearTimeout(this.pause);
    this.asking?.abort();
    this.match.close();
  }

  private textOf(name: string): string {
    const found = this.sheets.find((each) => each.name === name);
    if (!found) throw new Error(`there is no rule sheet called ${name}`);
    return found.text;
  }
}

function soundMoves(moves: unknown): string[][] {
  const isMove = (move: unknown): move is string[] =>
    Array.isArray(move) && move.every((part) => typeof part === "string");
  return Array.isArray(moves) && moves.every(isMove) ? moves : [];
}

function isSeat(seat: unknown): seat is Seat {
  const from = (typeof seat === "object" && seat !== null ? seat : {}) as Record<string, unknown>;
  const isLimit = (limit: unknown): boolean => limit === null || typeof limit === "number";
  return typeof from["player"] === "string" && isLimit(from["strength"]) && isLimit(from["seconds"]);
}
