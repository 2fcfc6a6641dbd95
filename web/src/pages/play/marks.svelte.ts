// Arrows and rings that one draws on a board: with the right button from cell to cell, or with the key a at both ends. Drawn
// once more a mark goes away; so do all with the key c, and in another position.

import type { Attachment } from "svelte/attachments";
import type { Board } from "../../messages/play";
import { cellUnder, pointOn } from "./board";

/** From one cell to another; a ring where they are the same. */
export interface Mark {
  start: number;
  end: number;
}

export class Marks {
  all = $state.raw<Mark[]>([]);
  /** The cell where a mark begins that has no end yet. */
  begun = $state<number | null>(null);

  clear(): void {
    [this.all, this.begun] = [[], null];
  }

  end(cell: number): void {
    if (this.begun === null) return;
    const mark = { start: this.begun, end: cell };
    const others = this.all.filter(({ start, end }) => start !== mark.start || end !== mark.end);
    this.all = others.length < this.all.length ? others : [...others, mark];
    this.begun = null;
  }

  /** What a screen reader says of the marks on a cell. */
  spoken(cell: number): string {
    if (this.begun === cell) return ", a mark begins here";
    return this.all.some(({ start, end }) => start === cell || end === cell) ? ", marked" : "";
  }

  /** Lets one draw on a board whose cells have `data-cell`. */
  on(shown: () => { board: Board; flipped: boolean }): Attachment<SVGSVGElement> {
    return (drawn) => {
      const under = (event: PointerEvent): number | null => {
        const { board, flipped } = shown();
        return cellUnder(board, pointOn(drawn, event), flipped);
      };
      const listeners = {
        contextmenu: (event: Event) => event.preventDefault(),
        pointerdown: (event: PointerEvent) => {
          if (event.button === 2) this.begun = under(event);
        },
        pointerup: (event: PointerEvent) => {
          if (event.button !== 2) return;
          const cell = under(event);
          if (cell === null) this.begun = null;
          else this.end(cell);
        },
        keydown: (event: KeyboardEvent) => {
          const cell = event.target instanceof SVGElement ? event.target.dataset.cell : undefined;
          if (event.key !== "a" || cell === undefined) return;
          if (this.begun === null) this.begun = Number(cell);
          else this.end(Number(cell));
        },
      };
      for (const [name, listener] of Object.entries(listeners)) drawn.addEventListener(name, listener as EventListener);
      return () => {
        for (const [name, listener] of Object.entries(listeners)) drawn.removeEventListener(name, listener as EventListener);
      };
    };
  }
}
