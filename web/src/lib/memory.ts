// What a visitor did survives a reload: each page keeps one record in the browser. What is read back may be old or
// broken, so only fields of the kind that the page expects are taken over.

const PREFIX = "zermelo.";

export function recall<T extends object>(key: string, usual: T): T {
  saveNow(key);
  let kept: unknown;
  try {
    kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
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

/** Calls `saveSoon` made in vain when the page goes away are made good. */
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => [...waiting.keys()].forEach(saveNow));
}

export function save(key: string, record: object): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(record));
  } catch {
    // A full or forbidden store costs the memory of this page, not the page.
  }
}

/** A field that is null by default may hold a number or a text. */
function sameKind(usual: unknown, other: unknown): boolean {
  if (usual === null) return other === null || typeof other === "number" || typeof other === "string";
  if (other === null) return false;
  return typeof usual === typeof other && Array.isArray(usual) === Array.isArray(other);
}
