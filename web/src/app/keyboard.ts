// Keys of the current page. A page calls `onKeys` during setup and has its keys for as long as it is shown;
// keys typed into a field, or while a dialog is open, are left alone.

import { onMount } from "svelte";

/** From a key as KeyboardEvent.key spells it (with "Alt+" or "Ctrl+" before it) to what it does. */
export type Keys = Record<string, (event: KeyboardEvent) => void>;

export function onKeys(keys: () => Keys): void {
  onMount(() => {
    const press = (event: KeyboardEvent): void => {
      const act = event.defaultPrevented ? undefined : actOf(event, keys());
      if (act) {
        event.preventDefault();
        act(event);
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

/** What a key does, unless it is typed into a control that uses it. */
export function actOf(event: KeyboardEvent, keys: Keys): Keys[string] | undefined {
  return isTyping(event) ? undefined : keys[spell(event)];
}

/** After a click the keys of the page work again: a control that was clicked does not keep the focus. */
export function freeKeysAfterPointer(): void {
  onMount(() => {
    let pointed = false;
    const listeners: Record<string, (event: Event) => void> = {
      pointerdown: () => (pointed = true),
      keydown: () => (pointed = false),
      // A click on a list only opens it; the choice comes with its change.
      click: (event) => pointed && release(event, "button, summary, input[type=checkbox]"),
      change: (event) => pointed && release(event, "select, input[type=range]"),
    };
    for (const [name, act] of Object.entries(listeners)) window.addEventListener(name, act);
    return () => {
      for (const [name, act] of Object.entries(listeners)) window.removeEventListener(name, act);
    };
  });
}

function release(event: Event, controls: string): void {
  if (event.target instanceof Element) event.target.closest<HTMLElement>(controls)?.blur();
}

function spell(event: KeyboardEvent): string {
  const modifier = event.altKey ? "Alt+" : event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  return modifier + event.key;
}

function isTyping(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.isContentEditable || at.matches("textarea, select")) return true;
  // Buttons and links use the space bar and Enter, sliders the keys that move them.
  if (at.matches("button, a, summary, [role=option]")) return event.key === " " || event.key === "Enter";
  if (at.matches("input[type=range]")) return /^(Arrow|Page|Home|End)/.test(event.key);
  return at instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(at.type);
}
