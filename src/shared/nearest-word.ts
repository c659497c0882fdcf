/** Longer input is no misspelt word. */
const LONGEST_LETTERS = 128;
const MOST_WORDS = 1_000;
const SHORT_LETTERS = 4;

/** The word a person most likely meant, if one is near enough. */
export function nearestWord(written: string, words: readonly string[]): string | undefined {
  if (written.length > LONGEST_LETTERS) return undefined;
  const tolerance = Math.min(written.length - 1, Math.max(2, Math.floor(written.length / 3)));
  const ranked = words
    .filter((word) => Math.abs(word.length - written.length) <= tolerance)
    .slice(0, MOST_WORDS)
    .map((word) => ({ word, distance: editDistance(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= tolerance && !isOther(written, word, distance))
    .sort((one, other) => one.distance - other.distance);
  return ranked[0]?.word;
}

/** A short word is another one with two changes, unless letters were only left out: "nope" is no "home", "colr" is "colour". */
const isOther = (written: string, word: string, distance: number): boolean =>
  written.length <= SHORT_LETTERS && distance > 1 && distance !== word.length - written.length;

/** How many letters must be put in, left out, changed or swapped with the next (Damerau and Levenshtein). */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = at(row, column - 1) + Number(to[column - 1] !== letter);
      const isSwapped = to[column - 2] === letter && to[column - 1] === from[index - 1];
      const swapped = at(isSwapped ? before : [], column - 2) + 1;
      next.push(Math.min(changed, swapped, at(row, column) + 1, at(next, column - 1) + 1));
    }
    before = row;
    row = next;
  }
  return at(row, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
