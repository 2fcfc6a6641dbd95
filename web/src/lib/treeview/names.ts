// The names of a few nodes over a drawing that is too small for words: those that would cover each other share a label.

export interface Mark {
  name: string;
  x: number;
  y: number;
  /** Half the height of what it marks. */
  half: number;
}

const LONGEST = 24;
const GAP = 8;

/** The labels of some nodes; nodes side by side that are too close for labels of their own share one, as in B, C and D … H. */
export function gathered(marks: readonly Mark[], widthOf: (name: string) => number): Mark[] {
  const groups: Mark[][] = [];
  const wide = (group: Mark[]): number => widthOf(together(group)) / 2 + GAP;
  for (const mark of [...marks].sort((one, other) => one.y - other.y || one.x - other.x)) {
    const last = groups.at(-1);
    const close = last?.[0]!.y === mark.y && mark.x - last.at(-1)!.x < wide(last) + wide([mark]);
    if (close) last!.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => ({ ...group[0]!, name: together(group), x: (group[0]!.x + group.at(-1)!.x) / 2 }));
}

function together(group: Mark[]): string {
  const names = group.map(({ name }) => (name.length > LONGEST ? `…${name.slice(1 - LONGEST)}` : name));
  const all = names.join(", ");
  return names.length === 1 || all.length <= LONGEST ? all : `${names[0]} … ${names.at(-1)}`;
}
