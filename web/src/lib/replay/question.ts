// What a page asks before a step where answers are hidden: where the search is and what it knows there, but not what it does
// next.

import { lookAt } from "./look";
import type { Replay } from "./replay";

const NEXT = "What happens next?";

export function questionAt(replay: Replay): string {
  const { recording, step } = replay;
  const number = recording.standsAt(step);
  const node = recording.shape.nodes[number];
  if (!node) return step ? NEXT : "The search begins. Which node does it look at first?";
  const look = lookAt(replay, number, node, false);
  const known = look.windowed ? `: ${look.alpha}, ${look.beta}` : "";
  const worth = look.worth ? `${known ? ", " : ": "}value ${look.worth}` : "";
  return `The search is at ${node.name} (${node.role === "LEAF" ? "a leaf" : node.role})${known}${worth}. ${NEXT}`;
}
