const MAX_CHARACTERS = 128;

/** Control characters, marks that turn the writing round, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it is kept, wherever it came from: without what cannot be printed, at most 128 characters; may be empty. */
export function cleanName(text: string): string {
  const printable = text
    .slice(0, 4 * MAX_CHARACTERS)
    .replace(UNPRINTABLE, " ")
    .trim();
  return [...printable].slice(0, MAX_CHARACTERS).join("").trim();
}
