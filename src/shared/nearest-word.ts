/** Longer input is no misspelt word. */
const LONGEST_LETTERS = 128;
const MOST_WORDS = 1_000;
const SHORT_LETTERS = 4;

/** The word a person most likely meant, if one is near enough. Of words about as long, the first thousand are compared. */
export function nearestWord(written: string, words: Iterable<string>): string | undefined {
  if (written.length > LONGEST_LETTERS) return undefined;
  const tolerance = Math.min(written.length - 1, Math.max(2, Math.floor(written.length / 3)));
  const letters = written.toLowerCase();
  let nearest: string | undefined;
  let most = tolerance;
  let compared = 0;
  for (const word of words) {
    if (Math.abs(word.length - written.length) > tolerance) continue;
    const distance = editDistance(letters, word.toLowerCase(), most);
    if (distance <= most && !isOther(written, word, distance)) {
      nearest = word;
      most = distance - 1;
    }
    compared += 1;
    if (most < 0 || compared === MOST_WORDS) break;
  }
  return nearest;
}

/** A short word is another one with two changes, unless letters were only left out: "nope" is no "home", "colr" is "colour". */
const isOther = (written: string, word: string, distance: number): boolean =>
  written.length <= SHORT_LETTERS && distance > 1 && distance !== word.length - written.length;

/**
 * How many letters must be put in, left out, changed or swapped with the next (Damerau and Levenshtein). Infinite where
 * that are more than `most`, which is soon found: only so many letters can be put in or left out.
 */
function editDistance(from: string, to: string, most: number): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = new Array<number>(to.length + 1).fill(Number.POSITIVE_INFINITY);
    next[0] = index + 1;
    let least = index + 1;
    const last = Math.min(to.length, index + 1 + most);
    for (let column = Math.max(1, index + 1 - most); column <= last; column += 1) {
      const changed = at(row, column - 1) + Number(to[column - 1] !== letter);
      const isSwapped = to[column - 2] === letter && to[column - 1] === from[index - 1];
      const swapped = isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY;
      const distance = Math.min(changed, swapped, at(row, column) + 1, at(next, column - 1) + 1);
      next[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return Number.POSITIVE_INFINITY;
    before = row;
    row = next;
  }
  return at(row, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
