// The address of a page: #/slug?query. A query describes what to open (a shared tree, a position); a page takes it once,
// and from then on its storage counts, so that a reload keeps what was done since.

class Router {
  slug = $state("");
  /** Grows with every visit to an address, so that a link to the current page opens it again. */
  visit = $state(0);
  private query = new URLSearchParams();
  private hash = "";

  constructor() {
    this.read();
    // Shared addresses stay in the address bar; what was done after sharing is in the page's storage.
    if (isReload()) this.take();
    window.addEventListener("hashchange", () => this.read());
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
    history.replaceState(null, "", address);
    this.hash = location.hash;
  }

  private read(): void {
    this.hash = location.hash;
    const [path = "", query = ""] = this.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    this.slug = path;
    this.query = new URLSearchParams(query);
    this.visit += 1;
  }
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
