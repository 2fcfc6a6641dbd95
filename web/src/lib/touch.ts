// Whether fingers use the page: they need larger rows than a mouse, and have no space bar.

const PHONE = "(max-width: 640px), (pointer: coarse)";

/** False where there is no window, as in tests. */
export const TOUCHED = typeof window !== "undefined" && window.matchMedia(PHONE).matches;

/** "Press the space bar or Play to start the search.", or without the space bar. */
export function press(button: string, purpose = "", touched = TOUCHED): string {
  return `Press ${touched ? "" : "the space bar or "}${button}${purpose ? ` ${purpose}` : ""}.`;
}
