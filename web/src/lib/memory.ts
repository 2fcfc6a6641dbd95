// Each page stores one record in the browser, so that a reload keeps what the visitor did. Every tab has its own; a new tab
// begins with what was stored last. Stored records may be old or broken, so only fields of the expected type are used.

const PREFIX = "zermelo.";

export function recall<T extends object>(key: string, usual: T): T {
  saveNow(key);
  let kept: unknown;
  try {
    kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return usual;
  }
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return usual;
  const merged = { ...usual } as Record<string, unknown>;
  for (const [name, value] of Object.entries(usual)) {
    const other = (kept as Record<string, unknown>)[name];
    if (other !== undefined && sameKind(value, other)) merged[name] = other;
  }
  return merged as T;
}

const waiting = new Map<string, () => object>();
const PAUSE_MS = 400;

/** Saves what `record` gives, but not more often than needed: steps come faster than a store can be written. */
export function saveSoon(key: string, record: () => object): void {
  if (!waiting.has(key)) setTimeout(() => saveNow(key), PAUSE_MS);
  waiting.set(key, record);
}

function saveNow(key: string): void {
  const record = waiting.get(key);
  waiting.delete(key);
  if (record) save(key, record());
}

/** All records of this tab whose keys begin with a page's name, as texts. */
export type Snapshot = Map<string, string>;

/** What a page has stored in this tab, to be put back later. */
export function snapshot(page: string): Snapshot {
  [...waiting.keys()].forEach(saveNow);
  const kept: Snapshot = new Map();
  for (const key of keysOf(page)) kept.set(key, sessionStorage.getItem(key)!);
  return kept;
}

export function putBack(page: string, kept: Snapshot): void {
  for (const key of keysOf(page)) sessionStorage.removeItem(key);
  for (const [key, text] of kept) sessionStorage.setItem(key, text);
}

function keysOf(page: string): string[] {
  const name = PREFIX + page;
  return Object.keys(sessionStorage).filter((key) => key === name || key.startsWith(`${name}.`));
}

/** Saves what is still waiting when the page goes away. */
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => [...waiting.keys()].forEach(saveNow));
}

export function save(key: string, record: object): void {
  const text = JSON.stringify(record);
  for (const storage of ["sessionStorage", "localStorage"] as const) {
    try {
      window[storage].setItem(PREFIX + key, text);
    } catch {
      // Without storage the page still works, but does not survive a reload.
    }
  }
}

/** A field that is null by default may hold a number or a text. */
function sameKind(usual: unknown, other: unknown): boolean {
  if (usual === null) return other === null || typeof other === "number" || typeof other === "string";
  if (other === null) return false;
  return typeof usual === typeof other && Array.isArray(usual) === Array.isArray(other);
}
