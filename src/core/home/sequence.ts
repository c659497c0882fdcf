interface Numbered {
  readonly sequence: number;
}

/** The number of a resource that is added last. */
export const nextSequence = (others: readonly Numbered[]): number =>
  others.reduce((highest, { sequence }) => Math.max(highest, sequence), 0) + 1;

/** The desired number, or the next free one: no two rooms have the same number, nor two scenes of a room (G42). */
export const freeSequence = (desired: number, others: readonly Numbered[]): number =>
  others.some(({ sequence }) => sequence === desired) ? nextSequence(others) : desired;
