// Short messages. News goes away by itself; an error, one sentence that says what to do next, stays until it is dismissed.

import { sentence } from "../lib/server";

export interface Toast {
  id: number;
  text: string;
  error: boolean;
}

const SHOWN_MS = 6000;
/** Where more come, the oldest make room. */
const MOST = 4;
let last = 0;

export const toasts = $state<Toast[]>([]);

export function say(text: string): void {
  add(text, false);
}

/** Shows what went wrong, whatever was thrown. */
export function complain(problem: unknown): void {
  add(sentence(problem), true);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((each) => each.id === id);
  if (at >= 0) toasts.splice(at, 1);
}

function add(text: string, error: boolean): void {
  const twin = toasts.find((each) => each.text === text);
  if (twin) dismiss(twin.id);
  const id = ++last;
  toasts.push({ id, text, error });
  if (toasts.length > MOST) toasts.shift();
  if (!error) setTimeout(() => dismiss(id), SHOWN_MS);
}
