/** The most problems that are reported of one file; more are mostly repetitions. */
export const MOST_PROBLEM_LINES = 100;

/** Stands for all further problems. They are not counted: that would take as long as finding them. */
export const AND_MORE = `and more problems: only the first ${MOST_PROBLEM_LINES} are shown`;

/** The first problems, and one more if there are more; lazy problems beyond are not searched for. */
export function firstOfMany<Problem>(problems: Iterable<Problem>): readonly Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > MOST_PROBLEM_LINES) break;
  }
  return first;
}

/** A line for each of the first problems, and one for all others. */
export function problemLines(problems: Iterable<string>): readonly string[] {
  const first = firstOfMany(problems);
  return first.length > MOST_PROBLEM_LINES ? [...first.slice(0, MOST_PROBLEM_LINES), AND_MORE] : first;
}

const MOST_LETTERS = 200;

/** A foreign text for a message: bounded, and with a mark for whatever is not seen. */
export const shown = (text: string, mostLetters = MOST_LETTERS): string =>
  text.slice(0, mostLetters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
