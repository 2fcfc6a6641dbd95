// The state of the Inside page: a position of a game and a search of it, with the boards of its nodes.

import { address } from "../../app/router.svelte";
import { complain } from "../../app/toasts.svelte";
import { about, gameInfo, missingGame, unsuitable } from "../../lib/about";
import { choiceFrom, clearValues, firstChoice, optionsOf, queryOf, setOption, validChoice, type SearchChoice } from "../../lib/choice";
import { recall, saveSoon } from "../../lib/memory";
import { joinMoves, splitMoves } from "../../lib/moves";
import { Player, SPEEDS } from "../../lib/player.svelte";
import { Shape } from "../../lib/replay/shape";
import { Run } from "../../lib/run.svelte";
import { ask } from "../../lib/server";
import { Boards } from "../../lib/treeview/boards.svelte";
import type { GameSource } from "../../messages/shared";

const KEY = "inside";
const FIRST_GAME = "tic_tac_toe";
const FIRST_DEPTH = 2;

export class InsideView {
  readonly player = new Player();
  game = $state(FIRST_GAME);
  position = $state("");
  moves = $state<string[]>([]);
  /** Whether moves to symmetric positions count as one. */
  merged = $state(false);
  /** How deep the player searched whose decision is shown, or with how many simulations; 0 where nobody decided. */
  decided = $state(0);
  choice = $state<SearchChoice>(firstChoice({ depth: String(FIRST_DEPTH) }));
  run = $state.raw<Run | null>(null);
  boards = $state.raw<Boards | null>(null);
  private wantedStep = 0;

  get source(): GameSource {
    const merged = this.merged && (gameInfo(this.game)?.symmetric ?? false);
    return { type: "game", game: this.game, position: this.position.trim() || null, moves: [...this.moves], merged };
  }

  /** Opens a shared address, else what was stored. */
  open(query: URLSearchParams): void {
    const kept = recall(KEY, { game: FIRST_GAME, position: "", moves: [] as string[], merged: false, decided: 0, choice: {}, step: 0, speed: 1 });
    if (SPEEDS.includes(kept.speed)) this.player.speed = kept.speed;
    const asked = query.get("game");
    if (asked !== null) {
      if (!gameInfo(asked)) complain(missingGame(asked));
      this.game = asked;
      this.position = query.get("position") ?? "";
      this.moves = splitMoves(query.get("moves"));
      this.merged = query.get("merged") === "1";
      this.decided = Number(query.get("decided")) || 0;
      this.choice = choiceFrom(query) ?? firstChoice({ depth: String(FIRST_DEPTH) });
      this.wantedStep = Number(query.get("step") ?? 0) || 0;
    } else if (Object.keys(kept.choice).length) {
      Object.assign(this, { game: kept.game, position: kept.position, moves: kept.moves.map(String), merged: kept.merged, decided: kept.decided });
      this.choice = validChoice(kept.choice);
      this.wantedStep = kept.step;
    }
    const { search } = this.choice;
    if (!gameInfo(this.game)) this.play(about().games[0]?.slug ?? "");
    else this.look(this.wantedStep);
    if (this.choice.search !== search) complain(unsuitable(search, this.choice.search));
  }

  /** Another game, from its start. */
  play(game: string): void {
    this.game = game;
    this.position = "";
    this.moves = [];
    this.decided = 0;
    clearValues(this.choice);
    setOption(this.choice, "partners", "");
    this.look();
  }

  /** Runs the search from its first step. */
  look(step = 0): void {
    const offered = gameInfo(this.game)?.searches ?? [];
    if (!offered.includes(this.choice.search)) this.choice.search = offered[0] ?? this.choice.search;
    this.run?.stop();
    this.player.goTo(0);
    this.player.resize(0, true);
    this.wantedStep = step;
    // Equilibria are shown at the end of a search, so starting over clears the choice.
    if (!step) this.choice.equilibrium = null;
    const request = { source: this.source, search: this.choice.search, options: optionsOf(this.choice) };
    const run = new Run(() => new Shape(false), request);
    const boards = new Boards(async (nodes) => {
      const paths = nodes.map((node) => run.recording.shape.path(node));
      return (await ask("inside/boards", { source: request.source, paths })).pictures;
    });
    this.run = run;
    this.boards = boards;
    run.start();
    // A position that cannot be drawn cannot be searched either, and the search says why.
    boards.begin().catch(() => undefined);
  }

  /** Takes in new steps: the player can go further, and to the step that was asked for. */
  grow(): void {
    const { run, player } = this;
    if (!run) return;
    player.resize(run.known, run.busy);
    if (this.wantedStep && (player.total >= this.wantedStep || !player.growing)) {
      player.goTo(this.wantedStep);
      this.wantedStep = 0;
    }
  }

  /** What tells this search from the one that decided, if that is another one. */
  get note(): string {
    const { search, options } = this.choice;
    const simulated = search === "mcts";
    const own = options[simulated ? "simulations" : "depth"] ?? "";
    if (!this.decided || Number(own) === this.decided) return "";
    const theirs = simulated ? `had ${this.decided} simulations` : `searched to depth ${this.decided}`;
    const here = !own ? "In this search" : simulated ? `With ${own}` : `At depth ${own}`;
    return `The player that decided here ${theirs}. ${here}, values and moves can differ.`;
  }

  keep(): void {
    const { game, position, merged, decided } = this;
    const { step, speed } = this.player;
    const moves = [...this.moves];
    const choice = { ...this.choice };
    saveSoon(KEY, () => ({ game, position, moves, merged, decided, choice, step, speed }));
  }

  get address(): string {
    return address("inside", {
      game: this.game,
      position: this.position,
      moves: joinMoves(this.moves),
      merged: this.merged ? "1" : "",
      decided: this.decided || "",
      ...queryOf(this.choice),
      step: this.player.step || "",
    });
  }

  close(): void {
    this.player.pause();
    this.run?.stop();
  }
}
