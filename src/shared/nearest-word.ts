/** Longer input is no misspelt word. */
const LONGEST_LETTERS = 128;
const MOST_WORDS = 1_000;

/** The word a person most likely meant, if one is near enough. */
export function nearestWord(written: string, words: readonly string[]): string | undefined {
  if (written.length > LONGEST_LETTERS) return undefined;
  const tolerance = Math.min(written.length - 1, Math.max(2, Math.floor(written.length / 3)));
  const ranked = words
    .filter((word) => Math.abs(word.length - written.length) <= tolerance)
    .slice(0, MOST_WORDS)
    .map((word) => ({ word, distance: editDistance(written.toLowerCase(), word.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return ranked[0] && ranked[0].distance <= tolerance ? ranked[0].word : undefined;
}

/** How many letters must be put in, left out or changed (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
