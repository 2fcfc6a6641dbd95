// What a tournament is made of, as chosen on the page, and how it is written in an address.

import { missing, missingGame } from "../../lib/about";
import { joinMoves, splitMoves } from "../../lib/moves";
import { playerInfo, seatOf, type Seat } from "../../lib/seats";
import type { ArenaReport, Compete } from "../../messages/arena";
import type { About, GameInfo } from "../../messages/shared";

export type Schedule = NonNullable<Compete["schedule"]>;

/** Numbers are as typed. */
export interface Setup {
  game: string;
  entrants: Seat[];
  schedule: Schedule;
  games: string;
  rounds: string;
  opening: string;
  limit: "seconds" | "nodes";
  seconds: string;
  nodes: string;
  seed: string;
}

export const MOST_PLAYERS = 8;
export const SECONDS = [0.05, 0.1, 0.2, 0.5, 1];
export const SCHEDULES: readonly { value: Schedule; title: string; says: string }[] = [
  { value: "round-robin", title: "Round robin", says: "everyone meets everyone" },
  { value: "gauntlet", title: "Gauntlet", says: "the first player meets all others" },
  { value: "swiss", title: "Swiss", says: "players with nearly equal points meet" },
  { value: "knock-out", title: "Knock-out", says: "the loser of each meeting is out" },
];
const EXAMPLE = "tic_tac_toe";
/** Who plays by default, as far as they can play the game. */
const USUAL = ["alpha_beta:4", "mcts:50", "random", "engine:1", "reflex"];
const USUAL_PLAYERS = 3;
const USUAL_GAMES = 20;
const USUAL_ROUNDS = 5;

/** A game that several play. */
export function hasRivals(game: GameInfo): boolean {
  return game.seats.length > 1;
}

/** The usual tournament of a game; the example if there is no such game. */
export function usualSetup(about: About, slug = EXAMPLE): Setup {
  const game = about.games.find((each) => each.slug === slug) ?? about.games.find(hasRivals);
  if (game === undefined) throw new Error("the server has no games for two");
  return {
    game: game.slug,
    entrants: usualEntrants(about, game),
    schedule: "round-robin",
    games: String(evenGames(USUAL_GAMES, game.seats.length)),
    rounds: "3",
    opening: "2",
    limit: "seconds",
    seconds: "0.1",
    nodes: "1000",
    seed: "1",
  };
}

function usualEntrants(about: About, game: GameInfo): Seat[] {
  const found = USUAL.flatMap((text) => readSeat(about, text) ?? []).filter(({ player }) => game.players.includes(player));
  return found.slice(0, USUAL_PLAYERS);
}

/** As many games or a few more, so that everyone has each seat as often. */
export function evenGames(games: number, seats: number): number {
  return Math.ceil(games / seats) * seats;
}

/** The same tournament in another game, with those players who can play it. */
export function inGame(about: About, setup: Setup, game: GameInfo): Setup {
  const able = setup.entrants.filter(({ player }) => game.players.includes(player));
  const games = Number(setup.games);
  return {
    ...setup,
    game: game.slug,
    entrants: able.length > 1 ? able : usualEntrants(about, game),
    schedule: game.seats.length > 2 && !suitsMany(setup.schedule) ? "round-robin" : setup.schedule,
    games: Number.isInteger(games) && games > 0 ? String(evenGames(games, game.seats.length)) : setup.games,
  };
}

/** Whether a schedule suits games of more than two players. */
export function suitsMany(schedule: Schedule): boolean {
  return schedule === "round-robin" || schedule === "gauntlet";
}

/** In how many rounds of a Swiss tournament no two players meet twice. */
export function usualRounds(players: number): number {
  return Math.min(USUAL_ROUNDS, players - 1 + (players % 2));
}

/** Someone to add: a player that does not take part yet, else the strongest of one kind that does. */
export function nextEntrant(about: About, game: GameInfo, entrants: readonly Seat[]): Seat {
  const name = game.players.find((each) => !entrants.some(({ player }) => player === each)) ?? game.players[0] ?? "random";
  const seat = seatOf(about, name);
  const taken = entrants.filter(({ player }) => player === name).map(({ strength }) => strength ?? 0);
  if (taken.length && seat.strength !== null) seat.strength = Math.min(Math.max(...taken) + 1, playerInfo(about, name)?.most ?? 1);
  return seat;
}

/** A player as the server names it, as in mcts:50. */
export function specOf({ player, strength, seconds }: Seat): string {
  if (seconds !== null) return `${player}:${seconds}s`;
  return strength === null ? player : `${player}:${strength}`;
}

/** Before the first game the table has the names; two entrants may have the same while they are being chosen. */
export function emptyReport(entrants: readonly Seat[]): ArenaReport {
  const none = { elo: null, low: null, high: null, games: 0, points: 0, wins: 0, draws: 0, losses: 0 };
  const players = [...new Set(entrants.map(specOf))];
  return { standings: players.map((player) => ({ player, ...none })), superiority: null, meetings: [], sentences: [] };
}

export function readSeat(about: About, text: string): Seat | null {
  const [, name = "", limit = ""] = /^(.*?)(?::([\d.]+s?))?$/.exec(text) ?? [];
  const player = playerInfo(about, text) ? text : name;
  if (!playerInfo(about, player)) return null;
  const seat = seatOf(about, player);
  if (player === text || !limit) return seat;
  return limit.endsWith("s") ? { ...seat, seconds: Number(limit.slice(0, -1)) } : { ...seat, strength: Number(limit) };
}

/** The query of an address that opens a tournament. */
export function queryOf(setup: Setup): Record<string, string> {
  const { entrants, limit, seconds, nodes, rounds, ...rest } = setup;
  return {
    ...rest,
    players: joinMoves(entrants.map(specOf)),
    ...(limit === "seconds" ? { seconds } : { nodes }),
    ...(setup.schedule === "swiss" ? { rounds } : {}),
  };
}

/** The tournament that an address asks for, null if it names no game there is; and what this lab does not have of it. */
export function asked(about: About, query: URLSearchParams): { setup: Setup | null; problem: string } {
  const slug = query.get("game");
  const game = about.games.find((each) => each.slug === slug);
  if (game === undefined) return { setup: null, problem: slug ? missingGame(slug) : "" };
  if (!hasRivals(game)) return { setup: null, problem: `${game.title} is a puzzle for one player: there is nobody to play against.` };
  const setup = usualSetup(about, game.slug);
  for (const name of ["games", "rounds", "opening", "seconds", "nodes", "seed"] as const) setup[name] = query.get(name) ?? setup[name];
  if (query.has("nodes")) setup.limit = "nodes";
  const schedule = SCHEDULES.find(({ value }) => value === query.get("schedule"));
  if (schedule) setup.schedule = schedule.value;
  const texts = splitMoves(query.get("players"));
  const entrants = texts.flatMap((text) => readSeat(about, text) ?? []);
  if (entrants.length) setup.entrants = entrants.slice(0, MOST_PLAYERS);
  const unknown = texts.filter((text) => !readSeat(about, text));
  const problems = [
    schedule || !query.has("schedule") ? "" : missing("schedule", query.get("schedule")!),
    unknown.length ? missingPlayers(unknown) : "",
  ];
  return { setup, problem: problems.filter(Boolean).join(" ") };
}

function missingPlayers(names: readonly string[]): string {
  const called = names.length === 1 ? "player" : "players";
  return `This lab has no ${called} called ${names.join(" or ")}. For a player of your own, start the lab with it, as in: zermelo lab --player bots.py:first.`;
}

/** The request for a tournament; throws a RangeError for what is typed wrongly. */
export function requestOf(setup: Setup): Omit<Compete, "type" | "id"> {
  return {
    game: setup.game,
    entrants: setup.entrants.map(({ player, strength, seconds }) => (seconds === null ? { player, strength } : { player, seconds })),
    schedule: setup.schedule,
    games: whole("Games", setup.games),
    rounds: setup.schedule === "swiss" ? whole("Rounds", setup.rounds) : null,
    opening: whole("Opening", setup.opening),
    ...(setup.limit === "seconds" ? { seconds: number("Seconds", setup.seconds) } : { nodes: whole("Nodes", setup.nodes) }),
    seed: whole("Seed", setup.seed),
  };
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (!text.trim() || !Number.isFinite(value)) throw new RangeError(`${name}: “${text}” is not a number.`);
  return value;
}

function whole(name: string, text: string): number {
  const value = number(name, text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name}: “${text}” is not a whole number.`);
  return value;
}
