// The address of a page: #/slug?query. A query describes what to open (a shared tree, a position); a page takes it once,
// and from then on its storage counts, so that a reload keeps what was done since.
//
// Each query that is opened begins a document of its page, and every entry of the browser's history belongs to one. When
// Back or Forward leads to an entry of another document, that one is put back as it was left.

import { putBack, snapshot, type Snapshot } from "../lib/memory";
import { PAGES } from "../messages/questions";

/** What is written into an entry of the history: its number, that of its document, and the visit that counted them. */
interface Entry {
  since: number;
  number: number;
  document: number;
}

class Router {
  slug = $state("");
  /** Grows with every visit to an address, so that a link to the current page opens it again. */
  visit = $state(0);
  private query = new URLSearchParams();
  private hash = "";
  /** The document that each page shows, and those it showed before. */
  private readonly shown = new Map<string, number>();
  private readonly left = new Map<number, Snapshot>();
  private lastDocument = 0;
  private lastEntry = 0;
  private entry = 0;

  constructor() {
    this.read();
    // Shared addresses stay in the address bar; what was done after sharing is in the page's storage.
    if (isReload()) this.take();
    // Back may lead to an entry with the same address; a link need not be reported by the first of these events.
    for (const moved of ["popstate", "hashchange"]) {
      window.addEventListener(moved, () => {
        if (entryShown()?.number !== this.entry) this.read();
      });
    }
  }

  /** The query of the address, which is then cleared from it. */
  take(): URLSearchParams {
    const query = this.query;
    this.query = new URLSearchParams();
    this.clear();
    return query;
  }

  /** Clears the query from the address, which no longer says what the page shows. Whoever is on the way to another address
   * already still gets there. */
  clear(): void {
    if (location.hash === this.hash && this.hash.includes("?")) this.write(this.hash.split("?")[0]!);
  }

  /** Puts an address into the address bar, and opens nothing. */
  write(address: string): void {
    history.replaceState(history.state, "", address);
    this.hash = location.hash;
  }

  private read(): void {
    this.hash = location.hash;
    const [path = "", query = ""] = this.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    this.slug = path;
    this.query = new URLSearchParams(this.turnTo(path, query !== "") ? query : "");
    this.visit += 1;
  }

  /** Puts the document of this entry in place; true where it is a new one, which the query describes. */
  private turnTo(path: string, asks: boolean): boolean {
    const page = PAGES.find((each) => each.slug === path)?.slug ?? PAGES[0].slug;
    const entry = entryShown();
    const known = entry?.document;
    const shown = this.shown.get(page);
    const wanted = known ?? (asks || shown === undefined ? ++this.lastDocument : shown);
    this.shown.set(page, wanted);
    this.entry = entry?.number ?? ++this.lastEntry;
    const { timeOrigin } = performance;
    history.replaceState({ since: timeOrigin, number: this.entry, document: wanted } satisfies Entry, "");
    if (shown === undefined || shown === wanted) return wanted !== known;
    this.left.set(shown, snapshot(page));
    const kept = this.left.get(wanted);
    if (kept) putBack(page, kept);
    return !kept;
  }
}

/** What is known of the current entry; nothing if the script has not seen it before. */
function entryShown(): Entry | null {
  const entry = history.state as Entry | null;
  return entry?.since === performance.timeOrigin ? entry : null;
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

export const router = new Router();

/** A link to a page of the lab; empty values are left out. */
export function link(slug: string, query: Record<string, string | number | null | undefined> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
  }
  return `#/${slug}${params.size ? `?${params}` : ""}`;
}

/** The same as a whole address, to give to someone else. */
export function address(slug: string, query: Record<string, string | number | null | undefined> = {}): string {
  return location.href.split("#")[0] + link(slug, query);
}
