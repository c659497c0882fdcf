export const LONGEST_NAME = 128;

/** Control characters, marks that turn the writing round, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Whether a text has something visible, and nothing unprintable. */
export const isPrintable = (text: string): boolean => text.trim() !== "" && text.search(UNPRINTABLE) < 0;

/**
 * A name as it is stored, whatever its source: without unprintable characters, at most 128 characters; may be empty.
 */
export function cleanName(text: string): string {
  const printable = text
    .slice(0, 4 * LONGEST_NAME)
    .replace(UNPRINTABLE, " ")
    .trim();
  return [...printable].slice(0, LONGEST_NAME).join("").trim();
}

/** A name in a sentence: safe on a terminal, whatever somebody wrote. */
export const quotedName = (name: string): string => JSON.stringify(cleanName(name));
