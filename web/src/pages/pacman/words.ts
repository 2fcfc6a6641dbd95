// What the page says of a game: what Pac-Man takes and why that is best, how the game ended, what the maze looks like.

import { shortNumber, shortValue } from "../../lib/format";
import type { PacmanChoice, PacmanFrame } from "../../messages/pacman";
import type { MoveValue } from "../../messages/shared";
import { catcher } from "./maze";

const SIGNS: Record<MoveValue["bound"], string> = { exact: "", lower: "at least ", upper: "at most ", estimate: "" };

/** What Pac-Man takes, and the best of the others. */
export function takes({ move, value, bound, moves }: PacmanChoice, who = "Pac-Man takes"): string {
  const does = move === "Stop" ? `${who.replace("takes", "stays")} where he is` : `${who} ${move}`;
  if (value === null) return `${does}, as the lot has it.`;
  const others = moves.filter((each) => each.move !== move && each.value !== null);
  others.sort((one, other) => other.value! - one.value!);
  return `${does}, worth ${worth(value, bound)}; ${rest(worth(value, bound), others)}.`;
}

/** All that are worth the most of the others, as far as the words show. */
function rest(chosen: string, others: readonly MoveValue[]): string {
  const [second] = others;
  if (second === undefined) return "there is nothing else to do";
  const most = worth(second.value!, second.bound);
  const names = others.filter(({ value, bound }) => worth(value!, bound) === most).map(({ move }) => move);
  const last = names.pop();
  const who = names.length ? `${names.join(", ")} and ${last} are` : `${last} is`;
  return `${who} worth ${most === chosen ? "as much" : most}`;
}

function worth(value: number, bound: MoveValue["bound"]): string {
  return SIGNS[bound] + shortNumber(value);
}

export function points(score: number): string {
  return `${score.toLocaleString("en")} ${Math.abs(score) === 1 ? "point" : "points"}`;
}

export function ended(frame: PacmanFrame, moves: number): string {
  const after = `after ${moves.toLocaleString("en")} ${moves === 1 ? "move" : "moves"}`;
  if (frame.result === "won") return `Won: all the food is eaten ${after}, for ${points(frame.score)}.`;
  const by = catcher(frame);
  return `Lost: ${by ? `ghost ${by} has Pac-Man` : "Pac-Man is caught"} ${after}, with ${points(frame.score)}.`;
}

/** The maze in words, for those who do not see it. */
export function described(frame: PacmanFrame): string {
  const ghosts = frame.ghosts.map((ghost, at) => {
    const fear = ghost.scared ? `, scared for ${ghost.scared} more moves` : "";
    return `ghost ${at + 1} at column ${ghost.column}, line ${ghost.line}${fear}`;
  });
  const { column, line } = frame.pacman;
  return [`Maze: Pac-Man at column ${column}, line ${line}`, ...ghosts, `${frame.food} food left`].join("; ");
}

/** The value of a move as it is written at its cell, where there is little room. */
export function tagText({ value, bound }: Pick<MoveValue, "value" | "bound">): string {
  if (value === null) return "";
  return shortValue(Math.abs(value) >= 100 ? Math.round(value) : value, bound);
}
