// The moves of a game in an address, the same on every page: with commas between them, or with a tilde before each where a
// move has a comma in it.

export function joinMoves(moves: readonly string[]): string {
  return moves.some((move) => move.includes(",") || move.startsWith("~")) ? moves.map((move) => `~${move}`).join("") : moves.join(",");
}

export function splitMoves(text: string | null): string[] {
  return (text ?? "").split(text?.startsWith("~") ? "~" : ",").filter(Boolean);
}
