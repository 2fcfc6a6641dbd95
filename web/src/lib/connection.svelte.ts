// Whether the server answers. While it does not, everything that was asked waits, and is asked again once it is back; the
// shell of the pages says so.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2000;
const PATIENCE_MS = 5000;
/** How a proxy says that there is no server behind it. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

class Connection {
  away = $state(false);
  private returning: Promise<void> | null = null;

  /** The server did not answer: knocks until it does. */
  lost(): Promise<void> {
    this.returning ??= this.knock();
    return this.returning;
  }

  async answers(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      return !isAway(await fetch("api/about", { method: "HEAD", cache: "no-store", signal }));
    } catch {
      return false;
    }
  }

  private async knock(): Promise<void> {
    this.away = true;
    for (let wait = FIRST_WAIT_MS; !(await this.answers()); wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      await new Promise((done) => setTimeout(done, wait));
    }
    this.away = false;
    this.returning = null;
  }
}

export function isAway(response: Response): boolean {
  return GATEWAY_STATUSES.has(response.status);
}

export const connection = new Connection();
