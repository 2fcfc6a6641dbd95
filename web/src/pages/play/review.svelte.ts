// The review of a game: what each move cost and who erred how often. It goes on while one looks at other positions.

import { live, type Search } from "../../lib/live";
import type { ReviewedMove, ReviewedPlayer } from "../../messages/play";
import type { GameSource } from "../../messages/shared";
import type { GameNode } from "./variations";

const SECONDS = 0.4;
/** PGN's numbers of ?!, ? and ??. */
const ANNOTATIONS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;
/** From ! to ?!: a review replaces them. */
const LAST_JUDGEMENT = 6;

export class GameReview {
  /** How many moves are reviewed, while it runs. */
  progress = $state<number | null>(null);
  players = $state.raw<ReviewedPlayer[]>([]);
  #search: Search | null = null;

  start(source: GameSource, note: (at: number, move: ReviewedMove) => void, failed: (error: string) => void): void {
    this.clear();
    this.progress = 0;
    this.#search = live.review(
      { source, seconds: SECONDS },
      {
        reviewing: ({ at, move }) => {
          this.progress = at + 1;
          note(at, move);
        },
        reviewed: ({ players }) => {
          this.players = players;
          this.progress = null;
        },
        refused: (error) => {
          this.progress = null;
          failed(error);
        },
      },
    );
  }

  stop(): void {
    this.#search?.cancel();
    this.#search = null;
    this.progress = null;
  }

  clear(): void {
    this.stop();
    this.players = [];
  }
}

/** What a review says of the position after a move. */
export function reviewedNode(node: GameNode, reviewed: ReviewedMove): Partial<GameNode> {
  const { judgement, after, mate, expected } = reviewed;
  const others = node.annotations.filter((number) => number > LAST_JUDGEMENT);
  return {
    reviewed,
    annotations: judgement === "" ? node.annotations : [ANNOTATIONS[judgement], ...others],
    ...(after === null ? {} : { value: after, mate: mate?.moves ?? null, expected, winRate: null }),
  };
}
