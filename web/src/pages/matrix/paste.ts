// Cells of a spreadsheet, pasted into the table: tabs part the cells, new lines the rows. A cell has the payoffs of both
// players, as in 3, 1 or (3, 1), or of one of them.

import { addAction, setPayoff, type Table } from "./table";

export type Block = string[][];

/** The cells of a text; null where it is a single one, which a field takes as it is. */
export function blockOf(text: string): Block | null {
  const lines = text.replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  const block = lines.map((line) => line.split("\t").map(cleaned));
  return block.length > 1 || block[0]!.length > 1 ? block : null;
}

/** The table with a block written over it, from a cell on; it grows where there is no room. One payoff is `player`'s. */
export function pasted(table: Table, block: Block, row: number, column: number, player: number, largest: number): Table {
  const size = [row + block.length, column + Math.max(...block.map((cells) => cells.length))];
  check(size, largest);
  let grown = table;
  size.forEach((wanted, who) => {
    while ((grown.actions[who]?.length ?? 0) < wanted) grown = addAction(grown, who);
  });
  block.forEach((cells, down) =>
    cells.forEach((cell, across) => {
      const parts = partsOf(cell);
      const from = parts.length === 1 ? player : 0;
      parts.slice(0, 2).forEach((part, at) => (grown = setPayoff(grown, row + down, column + across, from + at, part)));
    }),
  );
  return grown;
}

/** A block with names above and on the left, and nothing in the corner, as a table; null where it has none. */
export function namedTable(block: Block, players: string[], largest: number): Table | null {
  const [head, ...rows] = block;
  if (head?.[0] !== "" || head.length < 2 || !rows.length) return null;
  const actions = [rows.map((cells) => cells[0] ?? ""), head.slice(1)];
  const empty = rows.map(() => head.slice(1).map(() => ["0", "0"]));
  const cells = rows.map((row) => row.slice(1, head.length));
  return pasted({ title: "", players, actions, payoffs: empty }, cells, 0, 0, 0, largest);
}

/** A block without names as text that the server reads, for which one payoff in each cell is a zero-sum game. */
export function textOf(block: Block): string {
  return block.map((cells) => cells.map((cell) => partsOf(cell).join(",")).join(" ")).join("; ");
}

function check(size: number[], largest: number): void {
  if (Math.max(...size) <= largest) return;
  throw new Error(`What was pasted needs ${size.join(" × ")} cells, and this page shows up to ${largest} × ${largest}.`);
}

function cleaned(cell: string): string {
  return cell.trim().replaceAll("−", "-").replace(/^\((.*)\)$/, "$1");
}

function partsOf(cell: string): string[] {
  return cell.split(/\s*[,;|]\s*|\s+/);
}
