// The theme's colours as the canvas needs them: read from the page's tokens, once for every change of theme.

const TOKENS = {
  ground: "--ground",
  ink: "--ink",
  quiet: "--quiet",
  pale: "--pale",
  edge: "--edge",
  answer: "--answer",
  answerInk: "--answer-ink",
  attention: "--attention",
  attentionInk: "--attention-ink",
  accent: "--accent",
  onAccent: "--on-accent",
  max: "--max",
  maxTint: "--max-tint",
  min: "--min",
  minTint: "--min-tint",
  chance: "--chance",
  chanceTint: "--chance-tint",
  neutral: "--neutral",
  neutralTint: "--neutral-tint",
  maxPlate: "--max-plate",
  minPlate: "--min-plate",
  chancePlate: "--chance-plate",
  neutralPlate: "--neutral-plate",
  font: "--font",
} as const;

export type Colours = Record<keyof typeof TOKENS, string>;

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(entries) as Colours;
}

/** The colours of a role: of its outline, of its shape, and of the plate under a board. */
export function pensOf(role: string, colours: Colours): { pen: string; tint: string; plate: string } {
  if (role === "MAX") return { pen: colours.max, tint: colours.maxTint, plate: colours.maxPlate };
  if (role === "MIN") return { pen: colours.min, tint: colours.minTint, plate: colours.minPlate };
  if (role === "CHANCE") return { pen: colours.chance, tint: colours.chanceTint, plate: colours.chancePlate };
  return { pen: colours.neutral, tint: colours.neutralTint, plate: colours.neutralPlate };
}
