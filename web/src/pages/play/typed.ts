// A move as someone types it: in the game's notation or its own, with or without the signs of captures and checks; a capture of
// several pieces may be only its first and last square, as in 22x8.

import type { Position } from "../../messages/play";

/** The legal moves that may be meant; capitals count where they make a difference (bxc3 is a pawn's, Bxc3 a bishop's). */
export function typedMoves({ moves, names }: Pick<Position, "moves" | "names">, text: string): string[] {
  const numbers = squares(text);
  if (numbers.length) {
    const same = moves.filter((move) => squares(move).join() === numbers.join());
    const ends = moves.filter((move) => squares(move)[0] === numbers[0] && squares(move).at(-1) === numbers[1]);
    if (same.length || (ends.length && numbers.length === 2)) return same.length ? same : ends;
  }
  const typed = plain(text);
  const spellings = moves.map((move, at) => [plain(move), plain(names[at] ?? move)]);
  for (const fold of [(word: string) => word, (word: string) => word.toLowerCase()]) {
    const meant = moves.filter((_, at) => spellings[at]!.some((word) => fold(word) === fold(typed)));
    if (meant.length) return meant;
  }
  return [];
}

function plain(word: string): string {
  return word.trim().replace(/^0(?=-0)|(?<=-)0/g, "O").replace(/[+#x:=!?\s]/g, "");
}

/** The numbered squares of a move such as 22x15x8; none of other moves. */
function squares(move: string): string[] {
  return /^\s*\d+([-x:]\d+)+\s*$/.test(move) ? move.trim().split(/[-x:]/) : [];
}
