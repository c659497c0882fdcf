/** The most mistakes that are reported of one file; more are mostly repetitions. */
export const MOST_MISTAKES = 100;

/** Stands for all further mistakes. They are not counted: that would take as long as finding them. */
export const AND_MORE = `and more errors: only the first ${MOST_MISTAKES} are shown`;

/** The first mistakes, and one more if there are more; lazy mistakes beyond are not searched for. */
export function firstMistakes<Mistake>(mistakes: Iterable<Mistake>): readonly Mistake[] {
  const first: Mistake[] = [];
  for (const mistake of mistakes) {
    first.push(mistake);
    if (first.length > MOST_MISTAKES) break;
  }
  return first;
}

/** A line for each of the first mistakes, and one for all others. */
export function mistakeLines(mistakes: Iterable<string>): readonly string[] {
  const first = firstMistakes(mistakes);
  return first.length > MOST_MISTAKES ? [...first.slice(0, MOST_MISTAKES), AND_MORE] : first;
}

const MOST_LETTERS = 200;

/** A foreign text for a message: bounded, and with a mark for whatever is not seen. */
export const shown = (text: string, mostLetters = MOST_LETTERS): string =>
  text.slice(0, mostLetters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
