// What a notebook runs (anywidget): the step player over a search that Python has recorded. The looks are the lab's, kept
// within the widget, so that nothing else in the notebook changes.

import { mount, unmount } from "svelte";
import looks from "../app/app.css?raw";
import { Player } from "../lib/player.svelte";
import { Shape, shapeOf } from "../lib/replay/shape";
import { Run } from "../lib/run.svelte";
import { Boards } from "../lib/treeview/boards.svelte";
import type { Step, TreeReply } from "../messages/shared";
import StepPlayer from "./StepPlayer.svelte";

/** `boards` has the pictures of a game's states, by the names of their nodes. */
interface Recorded {
  tree: TreeReply | null;
  steps: Step[];
  search: string;
  boards: Record<string, string>;
}

interface Model {
  get(name: "recorded"): string;
}

const NAME = "zermelo-show";
const FRAME = `.${NAME} { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }`;

/** Whether the notebook is dark. Jupyter says so; anywhere else letters that are light are read on a dark ground. */
function isDark(): boolean {
  const said = document.body.dataset["jpThemeLight"];
  if (said) return said === "false";
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).color.match(/\d+/g) ?? []).map(Number);
  return red + green + blue > 382;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const { tree, steps, search, boards: drawn } = JSON.parse(model.get("recorded")) as Recorded;
  const style = document.createElement("style");
  style.textContent = `:where(.${NAME}) { ${looks.replaceAll(/:root|\bhtml\b|\bbody\b/g, "&")} } ${FRAME}`;
  const frame = document.createElement("div");
  frame.className = NAME;
  const suit = (): void => void (frame.dataset["theme"] = isDark() ? "dark" : "light");
  const theme = new MutationObserver(suit);
  suit();
  theme.observe(document.body, { attributes: true });
  el.append(style, frame);
  const request = { source: { type: "tree" as const, text: tree?.text ?? "" }, search, options: {} };
  const run = new Run(() => (tree ? shapeOf(tree.nodes) : new Shape(false)), request);
  const player = new Player();
  const boards = new Boards((nodes) => Promise.resolve(nodes.map((node) => drawn[nameOf(run, node)] ?? null)));
  run.fill(steps);
  player.resize(run.known, false);
  void boards.begin();
  const shown = mount(StepPlayer, { target: frame, props: { run, player, boards, label: search } });
  return () => {
    theme.disconnect();
    void unmount(shown);
  };
}

function nameOf(run: Run, node: number): string {
  return run.recording.shape.nodes[node]?.name ?? "";
}

export default { render };
