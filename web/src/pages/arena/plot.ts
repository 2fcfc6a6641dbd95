// Where the marks of the rating plot go: a row for each player, its rating as a dot, the confidence interval as a line.

import type { Standing } from "../../messages/arena";
import type { Naming } from "./names";

export interface PlotRow {
  player: string;
  /** The name as far as there is room. */
  label: string;
  y: number;
  elo: number;
  x: number;
  left: number;
  right: number;
  /** The interval goes on beyond the plot. */
  cutLeft: boolean;
  cutRight: boolean;
}

export interface Plot {
  height: number;
  rows: PlotRow[];
  ticks: { x: number; elo: number }[];
  /** The ends of the scale. */
  left: number;
  right: number;
}

export const ROW = 32;
const TOP = 12;
const BOTTOM = 28;
const NUMBERS = 56;
const LETTER = 7.5;
const MARGIN = 12;
const TICK_ROOM = 48;
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** Intervals are cut so far beyond the outermost ratings, so that one game does not flatten the others. */
const BEYOND = 300;
const LEAST_SPAN = 100;

export function plotOf(standings: readonly Standing[], width: number, name: Naming = String): Plot {
  const rated = standings.filter((each): each is Standing & { elo: number; low: number; high: number } => each.elo !== null);
  const longest = Math.max(0, ...rated.map(({ player }) => name(player).length));
  const names = Math.min(longest * LETTER + MARGIN, width * 0.34);
  const letters = Math.max(3, Math.floor((names - MARGIN) / LETTER));
  const left = names + MARGIN;
  const right = Math.max(width - NUMBERS, left + 1);
  const [low, high] = scaleOf(rated);
  const across = (elo: number): number => left + ((right - left) * (elo - low)) / (high - low);
  const within = (elo: number): number => Math.min(Math.max(elo, low), high);
  return {
    height: TOP + ROW * rated.length + BOTTOM,
    left,
    right,
    ticks: ticksOf(low, high, Math.max(2, Math.floor((right - left) / TICK_ROOM))).map((elo) => ({ x: across(elo), elo })),
    rows: rated.map(({ player, elo, low: least, high: most }, at) => ({
      player,
      label: shortened(name(player), letters),
      y: TOP + ROW * (at + 0.5),
      elo,
      x: across(elo),
      left: across(within(least)),
      right: across(within(most)),
      cutLeft: least < low,
      cutRight: most > high,
    })),
  };
}

function shortened(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

function scaleOf(rated: readonly { elo: number; low: number; high: number }[]): [number, number] {
  const elos = rated.map(({ elo }) => elo);
  const low = Math.max(Math.min(0, ...rated.map((each) => each.low)), Math.min(0, ...elos) - BEYOND);
  const high = Math.min(Math.max(0, ...rated.map((each) => each.high)), Math.max(0, ...elos) + BEYOND);
  const lacking = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return [low - lacking, high + lacking];
}

/** Round numbers between two, at most so many where steps allow. */
function ticksOf(low: number, high: number, most: number): number[] {
  const every = STEPS.map((step) => multiplesOf(step, low, high));
  const at = every.findIndex((ticks) => ticks.length <= most);
  const ticks = every.at(at)!;
  if (ticks.length > 1 || at < 1) return ticks;
  // One number makes no scale: of the next finer ones show 0 and the outermost.
  const finer = every[at - 1]!;
  return finer.filter((elo, place) => elo === 0 || place === 0 || place === finer.length - 1);
}

function multiplesOf(step: number, low: number, high: number): number[] {
  const found: number[] = [];
  for (let at = Math.ceil(low / step); at <= Math.floor(high / step); at++) found.push(at * step || 0);
  return found;
}
