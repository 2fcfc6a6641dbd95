// Facts and moves are terms in prefix syntax, as in (cell 1 2 x).

/** The parts of a term: its name, then its arguments. */
export function parts(term: string): string[] {
  if (!term.startsWith("(")) return [term];
  const found: string[] = [];
  let depth = 0;
  for (const token of term.slice(1, -1).match(/[()]|[^\s()]+/g) ?? []) {
    if (token === ")") depth--;
    if (depth === 0 && token !== ")") found.push(token);
    else found[found.length - 1] += token === ")" || found.at(-1)!.endsWith("(") ? token : ` ${token}`;
    if (token === "(") depth++;
  }
  return found;
}

/** Facts of one relation. */
export interface Relation {
  name: string;
  /** The arguments of each fact with spaces between them, and the fact itself. */
  facts: { given: string; fact: string }[];
}

export function relations(facts: readonly string[]): Relation[] {
  const found = new Map<string, Relation>();
  for (const fact of facts) {
    const [name = "", ...given] = parts(fact);
    const relation = found.get(name) ?? { name, facts: [] };
    relation.facts.push({ given: given.join(" "), fact });
    found.set(name, relation);
  }
  return [...found.values()];
}

/** Whether a move names a cell: its column and row stand side by side among the arguments. */
function names(move: string, column: string, row: string): boolean {
  const [, ...given] = parts(move);
  return given.some((word, at) => word === column && given[at + 1] === row);
}

/** The moves that name a cell; in a game where no move names both a column and a row, those with nothing but the column. */
export function movesAt(moves: readonly string[], column: string, row: string): string[] {
  const found = moves.filter((move) => names(move, column, row));
  if (found.length || moves.some((move) => parts(move).length !== 2)) return found;
  return moves.filter((move) => parts(move)[1] === column);
}
