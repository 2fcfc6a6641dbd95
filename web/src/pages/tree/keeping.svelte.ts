// What the Tree page keeps over a reload and what its shared addresses say: the tree, the searches, the step.

import { address } from "../../app/router.svelte";
import { about } from "../../lib/about";
import { choiceFrom, queryOf, soundChoice } from "../../lib/choice";
import { recall, saveSoon } from "../../lib/memory";
import { pack, unpack } from "../../lib/pack";
import { SPEEDS } from "../../lib/player.svelte";
import type { Desk, Root } from "./desk.svelte";

const KEY = "tree";
const FIRST_EXAMPLE = "classroom";

/** Puts on the desk what a shared address says, else what was there before, else the classroom's tree. */
export async function open(desk: Desk, query: URLSearchParams): Promise<void> {
  const text = query.get("text");
  if (text === null) return reopen(desk);
  try {
    await openShared(desk, await unpack(text), query);
  } catch (problem) {
    await reopen(desk);
    throw problem;
  }
}

async function openShared(desk: Desk, text: string, query: URLSearchParams): Promise<void> {
  const [first, second] = [choiceFrom(query), choiceFrom(query, "2")];
  if (first) desk.choices[0] = first;
  if (second) desk.choices[1] = second;
  desk.comparing = second !== null;
  const step = Number(query.get("step") ?? 0);
  if (await desk.read(text, rootOf(query.get("root")), Number.isInteger(step) ? step : 0)) return;
  throw new Error(`The tree in the address cannot be read: ${desk.problem?.error}`);
}

async function reopen(desk: Desk): Promise<void> {
  const example = about().examples.find((each) => each.name === FIRST_EXAMPLE) ?? about().examples[0];
  const usual = {
    text: example?.text ?? "",
    root: "max",
    choices: [] as unknown[],
    comparing: false,
    step: 0,
    speed: 1,
  };
  const kept = recall(KEY, usual);
  kept.choices.slice(0, 2).forEach((choice, at) => (desk.choices[at] = soundChoice(choice)));
  desk.comparing = kept.comparing;
  if (SPEEDS.includes(kept.speed)) desk.player.speed = kept.speed;
  const read = await desk.read(kept.text, rootOf(kept.root), kept.step);
  if (!read && kept.text !== usual.text) await desk.read(usual.text);
}

/** Keeps what is on the desk; everything is read here, so that an effect notices any change of it. */
export function keep(desk: Desk): void {
  const { tree, root, comparing } = desk;
  const { step, speed } = desk.player;
  const choices = $state.snapshot(desk.choices);
  if (tree) saveSoon(KEY, () => ({ text: tree.text, root, choices, comparing, step, speed }));
}

export async function shareAddress(desk: Desk): Promise<string> {
  const second = desk.comparing ? queryOf(desk.choices[1]!, "2") : {};
  return address("tree", {
    text: await pack(desk.tree?.text ?? ""),
    root: desk.root === "max" ? "" : desk.root,
    ...queryOf(desk.choices[0]!),
    ...second,
    step: desk.player.step || "",
  });
}

function rootOf(said: string | null): Root {
  return said === "min" || said === "chance" ? said : "max";
}
