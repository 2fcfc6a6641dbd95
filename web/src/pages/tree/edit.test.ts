// Edits make texts that say who moves everywhere, and nothing else changes.

import { describe, expect, it } from "vitest";
import type { TreeNode } from "../../messages/shared";
import * as edit from "./edit";

function node(
  name: string,
  parent: number,
  role: string,
  value: string | null = null,
  odds: string | null = null,
): TreeNode {
  return { name, parent, role, value, odds, action: null, noisy: false };
}

const NODES = [node("A", -1, "MAX"), node("B", 0, "MIN"), node("C", 0, "LEAF", "5"), node("D", 1, "LEAF", "2")];

describe("an edit", () => {
  it("adds a child with a name of its own", () => {
    expect(edit.addChild(NODES, 0)).toEqual({ text: "A@max(B@min(D=2) C=5 E=0)", added: "E" });
  });

  it("makes an inner node of a leaf", () => {
    expect(edit.addChild(NODES, 2).text).toBe("A@max(B@min(D=2) C@min(E=0))");
  });

  it("makes a leaf of a node that lost its last child", () => {
    expect(edit.remove(NODES, 3)).toBe("A@max(B=0 C=5)");
  });

  it("moves a node among its siblings", () => {
    expect(edit.moveTo(NODES, 1, 1)).toBe("A@max(C=5 B@min(D=2))");
    expect(edit.placeOf(NODES, 2)).toEqual({ place: 1, of: 2 });
  });

  it("gives the branches of a chance node equal odds, and others on demand", () => {
    expect(edit.setKind(NODES, 0, "CHANCE")).toBe("A?(1/2:B@min(D=2) 1/2:C=5)");
    expect(edit.setOdds(NODES, 0, "1/4, 3/4")).toBe("A@max(1/4:B@min(D=2) 3/4:C=5)");
    expect(() => edit.setOdds(NODES, 0, "1")).toThrow("2 branches");
  });

  it("swaps the players", () => {
    expect(edit.swapPlayers(NODES)).toBe("A@min(B@max(D=2) C=5)");
  });

  it("quotes odd names", () => {
    expect(edit.rename(NODES, 2, 'the "end"')).toBe('A@max(B@min(D=2) "the \\"end\\""=5)');
  });
});
