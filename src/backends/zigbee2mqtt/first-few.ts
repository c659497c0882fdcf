const MOST = 20;

/** The first of many sentences on one thing, and how many more there are. */
export const firstProblems = (sentences: readonly string[]): readonly string[] =>
  sentences.length <= MOST ? sentences : [...sentences.slice(0, MOST), `and ${sentences.length - MOST} more`];
