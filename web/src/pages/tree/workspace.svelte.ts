// The state of the Tree page: a tree as text and as the server read it, one or two searches over it, and the edits made so far.

import { complain, say } from "../../app/toasts.svelte";
import type { Problem, FileSearch, TreeReply, TreeSource } from "../../messages/shared";
import type { RandomTree } from "../../messages/tree";
import { about, searchInfo } from "../../lib/about";
import { clearValues, firstChoice, optionsOf, playersIn, playersText, setOption, type SearchChoice } from "../../lib/choice";
import { Player } from "../../lib/player.svelte";
import { shapeOf } from "../../lib/replay/shape";
import { Run } from "../../lib/run.svelte";
import { ask, Refusal, sentence } from "../../lib/server";

export type Root = NonNullable<TreeSource["root"]>;

const MOST_UNDOS = 100;

export class Workspace {
  readonly player = new Player();
  /** The tree as the server read it last, and who moves first where its text does not say. */
  tree = $state.raw<TreeReply | null>(null);
  root = $state<Root>("max");
  /** The content of the text field, and its error. */
  draft = $state("");
  problem = $state.raw<Problem | null>(null);
  choices = $state<SearchChoice[]>([firstChoice(), firstChoice({}, "minimax")]);
  comparing = $state(false);
  runs = $state.raw<Run[]>([]);
  /** The number of trees opened, without edits. */
  opened = $state(0);
  /** Some search has windows: the drawings of all keep room for them. */
  roomy = $state(0);
  editing = $state(false);
  /** The node chosen while editing, by its name, which edits keep. */
  chosen = $state("");
  private undos = $state.raw<string[]>([]);
  private wantedStep = 0;
  private lastEdit = Promise.resolve();
  /** Grows with every question: only the answer to the latest counts. */
  private turn = 0;

  selected = $derived(this.tree?.nodes.findIndex((node) => node.name === this.chosen) ?? -1);
  canUndo = $derived(this.undos.length > 0);
  /** What the players are called where each has a payoff, and which of them moves first. */
  players = $derived.by(() => {
    const { players, low } = this.tree?.stakes ?? { players: 0, low: null };
    return low === null ? Array.from({ length: players }, (_, player) => `P${player + 1}`) : [];
  });
  mover = $derived(this.players.indexOf(this.tree?.nodes[0]?.role ?? ""));

  get source(): TreeSource {
    return { type: "tree", text: this.tree?.text ?? "", root: this.root };
  }

  /** Reads a tree; the searches start over and go to `step`. False for a text that cannot be read. */
  async read(text: string, root: Root = this.root, step = 0): Promise<boolean> {
    const turn = ++this.turn;
    try {
      const draft = this.draft;
      const tree = await ask("tree/read", { text, root });
      if (turn !== this.turn) return true;
      this.root = root;
      this.take(tree, step, draft);
      return true;
    } catch (problem) {
      if (turn !== this.turn) return true;
      this.problem = problem instanceof Refusal ? problem.problem : { ...NO_PLACE, error: sentence(problem) };
      return false;
    }
  }

  async random(wish: RandomTree): Promise<void> {
    const turn = ++this.turn;
    try {
      const draft = this.draft;
      const tree = await ask("tree/random", wish);
      if (turn === this.turn) this.take(tree, 0, draft);
    } catch (problem) {
      complain(problem);
    }
  }

  /** `draft` is what the text field held when the tree was asked for; what was typed since then stays. */
  private take(tree: TreeReply, step: number, draft: string): void {
    if (!this.editing) this.opened += 1;
    if (this.tree && !this.editing) for (const choice of this.choices) clearValues(choice);
    this.tree = tree;
    if (this.draft === draft) this.draft = tree.text;
    this.problem = null;
    for (const choice of this.choices) this.suit(choice);
    if (tree.test) this.searchAs(tree.test);
    this.search(step);
  }

  /** A course's test file says how its tree is to be searched. */
  private searchAs({ search, options, says }: FileSearch): void {
    const [first] = this.choices as [SearchChoice];
    first.search = search;
    for (const [name, value] of Object.entries(options)) setOption(first, name, value);
    say(says);
  }

  /** Shows a second search beside the first, or no longer. It starts as a search that differs from the first. */
  compare(): void {
    this.comparing = !this.comparing;
    const [first, second] = this.choices as [SearchChoice, SearchChoice];
    if (this.comparing && sameSearch(first, second)) second.search = this.suitable(first.search) ?? second.search;
    this.search(this.player.step);
  }

  /** The search to take for this tree, if it is not `other`. */
  private suitable(other = ""): string | undefined {
    const unsuitable = this.tree?.unsuitable ?? {};
    const preferred = this.players.length === 2 ? ["backward_induction"] : PREFERRED;
    const names = [...preferred, ...about().searches.map((each) => each.name)];
    return names.find((name) => name !== other && searchInfo(name) && !(name in unsuitable));
  }

  /** Replaces a search that cannot search the tree by one that can, and drops partners that are no players of it. */
  private suit(choice: SearchChoice): void {
    const partners = playersIn(choice.options["partners"] ?? "").filter((player) => player < this.players.length);
    setOption(choice, "partners", playersText(partners));
    if (!(choice.search in (this.tree?.unsuitable ?? {})) && searchInfo(choice.search)) return;
    const [first, second] = this.choices;
    choice.search = this.suitable(choice === second ? first?.search : "") ?? choice.search;
  }

  /** Runs the chosen searches from their first step. */
  search(step = 0): void {
    const { tree } = this;
    if (!tree) return;
    for (const run of this.runs) run.stop();
    this.player.goTo(0);
    this.player.resize(0, true);
    this.wantedStep = step;
    // Equilibria are shown at the end of a search, so starting over clears the choice.
    if (!step) for (const choice of this.choices) choice.equilibrium = null;
    this.runs = this.choices.slice(0, this.comparing ? 2 : 1).map((choice) => {
      const request = { source: this.source, search: choice.search, options: optionsOf(choice) };
      return new Run(() => shapeOf(tree.nodes), request);
    });
    for (const run of this.runs) run.start();
  }

  /** Takes in new steps: the player can go further, and to the step that was asked for. */
  grow(): void {
    const growing = this.runs.some((run) => run.busy);
    this.player.resize(Math.max(0, ...this.runs.map((run) => run.known)), growing);
    if (!growing) this.roomy = Math.max(0, ...this.runs.map((run) => run.recording.windows));
    if (this.wantedStep && (this.player.total >= this.wantedStep || !this.player.growing)) {
      this.player.goTo(this.wantedStep);
      this.wantedStep = 0;
    }
  }

  choose(search: string, at = 0): void {
    this.choices[at]!.search = search;
    this.search();
  }

  /** Makes an edit after those that the server has not answered yet; `undo` takes it back. */
  edit(change: (nodes: TreeReply["nodes"]) => string): Promise<void> {
    return this.inTurn(() => this.makeEdit(change));
  }

  undo(): Promise<void> {
    return this.inTurn(() => this.takeBack());
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.lastEdit = this.lastEdit.then(work);
    return this.lastEdit;
  }

  private async makeEdit(change: (nodes: TreeReply["nodes"]) => string): Promise<void> {
    if (!this.tree) return;
    const before = this.tree.text;
    try {
      const text = change(this.tree.nodes);
      // The error names a place in a text that the visitor has not seen.
      if (!(await this.read(text))) throw new Error(this.problem!.error.replace(PLACE, ""));
      this.undos = [...this.undos.slice(-MOST_UNDOS), before];
    } catch (problem) {
      this.problem = null;
      complain(problem);
    }
  }

  private async takeBack(): Promise<void> {
    const text = this.undos.at(-1);
    if (text === undefined) return;
    this.undos = this.undos.slice(0, -1);
    await this.read(text);
  }

  edits(on: boolean): void {
    this.editing = on;
    if (on) {
      // A search that is still starting over would go to its step, which ends editing.
      this.wantedStep = 0;
      this.player.goTo(0);
      if (this.selected < 0) this.chosen = this.tree?.nodes[0]?.name ?? "";
    }
  }

  close(): void {
    this.turn += 1;
    this.player.pause();
    for (const run of this.runs) run.stop();
  }
}

function sameSearch(one: SearchChoice, other: SearchChoice): boolean {
  return one.search === other.search && JSON.stringify(optionsOf(one)) === JSON.stringify(optionsOf(other));
}

const PREFERRED = ["alpha_beta", "minimax", "expectiminimax", "star1", "expectimax", "max_n"];
const PLACE = /^(line \d+, )?character \d+: /;
const NO_PLACE = { line: null, column: null, retry_after: null };
