// Numbers, values and times as text. formatNumber, formatValue and BOUND_SIGNS give what the library's drawings and
// sentences give (tests/data/replay.json holds both to it); shortNumber is for places with little room.

import type { MoveValue } from "../messages/shared";

type Bound = MoveValue["bound"];

export const BOUND_SIGNS: Record<Bound, string> = { exact: "", lower: "≥ ", upper: "≤ ", estimate: "≈ " };

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const DIGITS = 6;

/** A number with at most six digits, ∞ for infinity. */
export function formatNumber(number: number): string {
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "-∞";
  // The null windows of MTD(f) are as narrow as numbers allow; next to 0 that number has 324 zeros.
  if (Math.abs(number) < SMALLEST_NORMAL) return "0";
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : general(number);
}

/** Six significant digits as Python's format "g" writes them: with an exponent below 0.0001 and from a million up. */
function general(number: number): string {
  const [digits, exponent] = number.toExponential(DIGITS - 1).split("e") as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < DIGITS) return withoutZeros(number.toFixed(DIGITS - 1 - power));
  return `${withoutZeros(digits)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function withoutZeros(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

/** A value or one payoff per player; null is an infinite value. */
export function formatValue(value: number | number[] | null): string {
  if (value === null) return "±∞";
  return Array.isArray(value) ? `(${value.map(formatNumber).join(", ")})` : formatNumber(value);
}

/** A number with two decimals, or one from ten up. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  return String(Number(value.toFixed(Math.abs(value) >= 10 ? 1 : 2)));
}

/** A value with the sign of its bound; nothing where there is none. */
export function shortValue(value: number | null, bound: Bound): string {
  return value === null ? "" : BOUND_SIGNS[bound] + shortNumber(value);
}

/** A value, or the distance of a proven win: #3 is a win of MAX in three moves, #-3 one of MIN. */
export function shortWorth({ value, bound, mate }: Pick<MoveValue, "value" | "bound" | "mate">): string {
  return mate ? `#${mate.moves}` : shortValue(value, bound);
}

/** Words at the beginning of a sentence; rule sheets write the names of roles small. */
export function begin(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A count with a unit: 12 k, 3.4 M. */
export function formatCount(count: number): string {
  if (count < 10_000) return String(Math.round(count));
  if (count < 1_000_000) return `${Math.round(count / 1000)} k`;
  return `${(count / 1_000_000).toFixed(count < 10_000_000 ? 1 : 0)} M`;
}

/** Time on a clock: minutes and seconds, with tenths below ten seconds. */
export function formatClock(seconds: number): string {
  const left = Math.max(seconds, 0);
  if (left < 10) return left.toFixed(1);
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
