// What the Tree page stores for a reload and puts into shared addresses: the tree, the searches, the step.

import { address } from "../../app/router.svelte";
import { complain } from "../../app/toasts.svelte";
import { about, unsuitable } from "../../lib/about";
import { choiceFrom, queryOf, validChoice } from "../../lib/choice";
import { recall, saveSoon } from "../../lib/memory";
import { pack, unpack } from "../../lib/pack";
import { SPEEDS } from "../../lib/player.svelte";
import type { Workspace, Root } from "./workspace.svelte";

const KEY = "tree";
const FIRST_EXAMPLE = "classroom";

/** Opens a shared address, else what was stored, else the classroom tree. */
export async function open(workspace: Workspace, query: URLSearchParams): Promise<void> {
  if (!query.has("text") && !query.has("search")) return reopen(workspace, stepIn(query));
  try {
    const text = query.get("text");
    await openShared(workspace, text === null ? firstTree() : await unpack(text), query);
  } catch (problem) {
    await reopen(workspace);
    throw problem;
  }
}

async function openShared(workspace: Workspace, text: string, query: URLSearchParams): Promise<void> {
  const [first, second] = [choiceFrom(query), choiceFrom(query, "2")];
  if (first) workspace.choices[0] = first;
  if (second) workspace.choices[1] = second;
  workspace.comparing = second !== null;
  const asked = [first, second].map((choice) => choice?.search);
  if (!(await workspace.read(text, rootOf(query.get("root")), stepIn(query) ?? 0))) {
    throw new Error(`The tree in the address cannot be read: ${workspace.problem?.error}`);
  }
  for (const [at, search] of asked.entries()) {
    if (search && search !== workspace.choices[at]?.search) complain(unsuitable(search, workspace.choices[at]?.search));
  }
}

function firstTree(): string {
  const { examples } = about();
  return (examples.find((each) => each.name === FIRST_EXAMPLE) ?? examples[0])?.text ?? "";
}

/** The step that an address asks for; null if it asks for none. */
function stepIn(query: URLSearchParams): number | null {
  const step = query.has("step") ? Number(query.get("step")) : Number.NaN;
  return Number.isInteger(step) ? step : null;
}

/** Opens what was stored at a step, by default where it was left. */
async function reopen(workspace: Workspace, step: number | null = null): Promise<void> {
  const usual = {
    text: firstTree(),
    root: "max",
    choices: [] as unknown[],
    comparing: false,
    step: 0,
    speed: 1,
  };
  const kept = recall(KEY, usual);
  kept.choices.slice(0, 2).forEach((choice, at) => (workspace.choices[at] = validChoice(choice)));
  workspace.comparing = kept.comparing;
  if (SPEEDS.includes(kept.speed)) workspace.player.speed = kept.speed;
  const read = await workspace.read(kept.text, rootOf(kept.root), step ?? kept.step);
  if (!read && kept.text !== usual.text) await workspace.read(usual.text);
}

/** Stores the workspace; everything is read here, so that an effect notices any change. */
export function keep(workspace: Workspace): void {
  const { tree, root, comparing } = workspace;
  const { step, speed } = workspace.player;
  const choices = $state.snapshot(workspace.choices);
  if (tree) saveSoon(KEY, () => ({ text: tree.text, root, choices, comparing, step, speed }));
}

export async function shareAddress(workspace: Workspace): Promise<string> {
  const second = workspace.comparing ? queryOf(workspace.choices[1]!, "2") : {};
  return address("tree", {
    text: await pack(workspace.tree?.text ?? ""),
    root: workspace.root === "max" ? "" : workspace.root,
    ...queryOf(workspace.choices[0]!),
    ...second,
    step: workspace.player.step || "",
  });
}

function rootOf(said: string | null): Root {
  return said === "min" || said === "chance" ? said : "max";
}
