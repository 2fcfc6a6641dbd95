// Places in a text: the server counts lines and columns in characters from 1, a text field in code units from 0.

import type { RuleMistake } from "../../messages/rules";

/** A part of the text, and what is wrong with it. */
export interface Piece {
  text: string;
  kind: "" | "error" | "warning";
}

/** The offset of each line. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function offsetIn(text: string, starts: number[], line: number, column: number): number {
  const start = starts[Math.min(line, starts.length) - 1] ?? 0;
  const end = (starts[line] ?? text.length + 1) - 1;
  let at = start;
  for (let left = column - 1; left > 0 && at < end; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return Math.min(at, end);
}

/** From where to where a mistake is in the text, for a selection. */
export function rangeOf(text: string, { line, column, end_column }: RuleMistake): [number, number] {
  const starts = lineStarts(text);
  return [offsetIn(text, starts, line, column), offsetIn(text, starts, line, end_column)];
}

/** The text in parts, so that the mistakes can be underlined. Of two at one place the first counts. A mistake at the end of a line
 * is drawn under a space after it. */
export function pieces(text: string, mistakes: readonly RuleMistake[]): Piece[] {
  const starts = lineStarts(text);
  const ranges = mistakes.map((each) => ({
    from: offsetIn(text, starts, each.line, each.column),
    to: offsetIn(text, starts, each.line, each.end_column),
    kind: each.warning ? ("warning" as const) : ("error" as const),
  }));
  ranges.sort((one, other) => one.from - other.from || Number(one.kind === "warning") - Number(other.kind === "warning"));
  const found: Piece[] = [];
  let at = 0;
  for (const { from, to, kind } of ranges) {
    const begin = Math.max(from, at);
    if (begin >= to && (begin > from || to > from)) continue;
    if (begin > at) found.push({ text: text.slice(at, begin), kind: "" });
    found.push({ text: text.slice(begin, to) || " ", kind });
    at = to;
  }
  if (at < text.length) found.push({ text: text.slice(at), kind: "" });
  return found;
}
