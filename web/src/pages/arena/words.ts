// Points, ratings and standings in words.

import type { ArenaReport, Standing } from "../../messages/arena";
import { press } from "../../lib/touch";
import type { Naming } from "./names";
import { SCHEDULES } from "./setup";
import type { StoredEvents } from "./stored.svelte";
import type { Tournament } from "./tournament.svelte";

/** The likelihood from which on an order counts as sure. */
const SURE = 0.95;

/** Two players whose games are shown. */
export interface Pair {
  player: string;
  against: string;
}

/** Points with halves as people write them; shares of larger games with two decimals. */
export function formatPoints(points: number): string {
  const whole = Math.floor(points);
  if (points === whole) return String(points);
  return points - whole === 0.5 ? `${whole || ""}½` : String(Number(points.toFixed(2)));
}

/** The points of a game by seat; an asterisk where it has no result. */
export function formatResult(points: readonly number[]): string {
  return points.length ? points.map(formatPoints).join("–") : "*";
}

export function formatElo(elo: number): string {
  const rounded = Math.round(elo);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/** Half of the confidence interval. */
export function marginOf({ low, high }: Standing): string {
  return low === null || high === null ? "" : `± ${Math.round((high - low) / 2)}`;
}

/** Who leads, by how much, and how sure that is. */
export function leader({ standings, superiority }: ArenaReport, name: Naming): string {
  const [first, second] = standings.filter(({ elo }) => elo !== null);
  if (!first || !second) return "";
  const gap = Math.round(first.elo! - second.elo!);
  if (gap < 1) return `${name(first.player)} and ${name(second.player)} are equal.`;
  const leads = `${name(first.player)} is ${gap} Elo ahead of ${name(second.player)}`;
  if (superiority === null) return `${leads}.`;
  const percent = Math.min(Math.floor(1000 * superiority) / 10, 99.9);
  return superiority < SURE
    ? `${leads}, but is the stronger one only with a likelihood of ${percent} %: more games will tell.`
    : `${leads}, and is the stronger one with a likelihood of ${percent} %.`;
}

/** How the tournament of the page stands. */
export function tournamentSays({ problem, games, report, total, running, complete, setup, game }: Tournament, name: Naming): string {
  if (problem) return problem;
  const played = `${games.length} of ${total} games`;
  const leads = report ? leader(report, name) : "";
  if (running) return total ? `${played}. ${leads}` : "The first game begins …";
  if (complete) return `All ${total} games are played: ${leads}`;
  if (games.length) return `Stopped after ${played}. ${leads}`;
  const schedule = SCHEDULES.find(({ value }) => value === setup.schedule)!;
  const meeting = `${setup.games} games in every meeting`;
  return `${setup.entrants.length} players compete in ${game.title}: ${schedule.says}, ${meeting}. ${press("Start")}`;
}

/** What a tournament is made of, and what to watch. */
export function teaches(opening: string): string {
  const moves = Number(opening) === 1 ? "move" : "moves";
  const seats =
    Number(opening) > 0
      ? `Every opening of ${opening} random ${moves} is played once with everyone in each seat.`
      : "Everyone has each seat as often.";
  return (
    `${seats} Each game that ends fills the table and moves the ratings; the lines around them are where a rating lies with ` +
    "95 % confidence. Watch them shrink."
  );
}

/** How the tournament of the store that is shown ended. */
export function storedSays({ problem, reply, chosen }: StoredEvents, name: Naming): string {
  if (problem) return problem;
  if (!reply) return "One moment …";
  return `Tournament ${chosen} of the store has ${reply.games.toLocaleString("en")} games. ${leader(reply.report, name)}`;
}
