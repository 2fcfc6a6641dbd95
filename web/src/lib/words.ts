// Numbers and times as the pages write them.

import type { MoveValue } from "../messages/shared";

const SIGNS: Record<MoveValue["bound"], string> = { exact: "", lower: "≥ ", upper: "≤ ", estimate: "" };

/** A value as it is drawn: exact ones plain, bounds with their sign, nothing longer than it has to be. */
export function valueText(value: number | null, bound: MoveValue["bound"]): string {
  if (value === null) return "";
  return SIGNS[bound] + numberText(value);
}

/** A value with the end it speaks of, short enough for a tag: #3 is a win of MAX in three moves, #-3 one of MIN. */
export function worthText({ value, bound, mate }: Pick<MoveValue, "value" | "bound" | "mate">): string {
  return mate ? `#${mate.moves}` : valueText(value, bound);
}

export function numberText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  const digits = Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

/** A count with a unit that keeps it short: 12 k, 3.4 M. */
export function countText(count: number): string {
  if (count < 10_000) return String(Math.round(count));
  if (count < 1_000_000) return `${Math.round(count / 1000)} k`;
  return `${(count / 1_000_000).toFixed(count < 10_000_000 ? 1 : 0)} M`;
}

/** Time on a clock: minutes and seconds, with tenths at the end. */
export function clockText(seconds: number): string {
  const left = Math.max(seconds, 0);
  if (left < 10) return left.toFixed(1);
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
