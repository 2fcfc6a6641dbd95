// What a notebook runs (anywidget): the step player over a search that Python has recorded. The looks are the lab's, kept
// within the widget, so that nothing else in the notebook changes.

import { mount, unmount } from "svelte";
import looks from "../app/app.css?raw";
import { Player } from "../lib/player.svelte";
import { Shape, shapeOf } from "../lib/replay/shape";
import { Run } from "../lib/run.svelte";
import type { Step, TreeReply } from "../messages";
import StepPlayer from "./StepPlayer.svelte";

interface Recorded {
  tree: TreeReply | null;
  steps: Step[];
  search: string;
}

interface Model {
  get(name: "recorded"): string;
}

const NAME = "zermelo-show";
const FRAME = `.${NAME} { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }`;

/** Whether the notebook is dark: JupyterLab and VS Code each say it in their own way. */
function isDark(): boolean {
  const { body } = document;
  return body.dataset["jpThemeLight"] === "false" || body.classList.contains("vscode-dark");
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const { tree, steps, search } = JSON.parse(model.get("recorded")) as Recorded;
  const style = document.createElement("style");
  style.textContent = `:where(.${NAME}) { ${looks.replaceAll(/:root|\bhtml\b|\bbody\b/g, "&")} } ${FRAME}`;
  const frame = document.createElement("div");
  frame.className = NAME;
  frame.dataset["theme"] = isDark() ? "dark" : "light";
  el.append(style, frame);
  const request = { source: { type: "tree" as const, text: tree?.text ?? "" }, search, options: {} };
  const run = new Run(() => (tree ? shapeOf(tree) : new Shape(false)), request);
  const player = new Player();
  run.fill(steps);
  player.resize(run.known, false);
  const shown = mount(StepPlayer, { target: frame, props: { run, player, label: search } });
  return () => void unmount(shown);
}

export default { render };
