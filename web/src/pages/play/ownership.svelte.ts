// Whose each point of a Go board is at the end of random games, while one wants to see it.

import { shortNumber } from "../../lib/format";
import { ask } from "../../lib/server";
import type { Ownership } from "../../messages/play";
import type { GameSource } from "../../messages/shared";

/** How certain an owner must be to be shown. */
const LEAST = 0.1;

/** The owner of a point, "" where nobody can count on it. */
export function ownerOf(share: number): "black" | "white" | "" {
  if (Math.abs(share) < LEAST) return "";
  return share > 0 ? "black" : "white";
}

/** What a screen reader says of a point's owner. */
export function spokenOwner(share: number): string {
  const owner = ownerOf(share);
  return owner === "" ? "" : `, ${owner}'s by ${shortNumber(Math.abs(share))}`;
}

export class OwnershipMap {
  shown = $state(false);
  #found = $state.raw<Ownership | null>(null);
  #asked = 0;

  /** From -1 for the second player to 1 for the first, cell by cell; none while nothing is shown. */
  readonly points = $derived(this.shown ? (this.#found?.points ?? []) : []);
  /** The mean score of the first player. */
  readonly score = $derived(this.shown ? (this.#found?.score ?? null) : null);

  /** Asks for the map of a position, if it is shown; throws what is wrong. */
  async load(source: GameSource): Promise<void> {
    const asked = (this.#asked += 1);
    if (!this.shown) return;
    const found = await ask("play/ownership", { source });
    if (asked === this.#asked) this.#found = found;
  }

  clear(): void {
    this.#asked += 1;
    this.#found = null;
  }
}
