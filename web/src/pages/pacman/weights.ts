// How far the slider of a weight goes, and in which steps.

const SHARE = 4;
const STEPS = 40;

/** Four times the usual weight to both sides, in steps of which the usual weight and nothing are some. */
export function reach(usual: number): { most: number; step: number } {
  const most = (Math.abs(usual) || 1) * SHARE;
  return { most, step: most / STEPS };
}
