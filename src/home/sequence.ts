interface Numbered {
  readonly sequence: number;
}

/** The number of what is added last. */
export const nextSequence = (others: readonly Numbered[]): number =>
  others.reduce((highest, { sequence }) => Math.max(highest, sequence), 0) + 1;

/** The wanted number, or the next one when another has that: no two rooms have one number, nor two scenes of a room (G42). */
export const freeSequence = (wanted: number, others: readonly Numbered[]): number =>
  others.some(({ sequence }) => sequence === wanted) ? nextSequence(others) : wanted;
