// A move as someone types it: in the game's notation or its own, with or without the signs of captures and checks.

import type { Position } from "../../messages/play";

/** The legal move that is meant, if it is clear; capitals count where they make a difference (bxc3 is a pawn's, Bxc3 a bishop's). */
export function typedMove({ moves, names }: Pick<Position, "moves" | "names">, text: string): string | null {
  const typed = plain(text);
  const spellings = moves.map((move, at) => [plain(move), plain(names[at] ?? move)]);
  for (const fold of [(word: string) => word, (word: string) => word.toLowerCase()]) {
    const meant = moves.filter((_, at) => spellings[at]!.some((word) => fold(word) === fold(typed)));
    if (meant.length) return meant.length === 1 ? meant[0]! : null;
  }
  return null;
}

function plain(word: string): string {
  return word.trim().replace(/^0(?=-0)|(?<=-)0/g, "O").replace(/[+#x:=!?\s]/g, "");
}
