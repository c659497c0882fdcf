import { isBlank, printable } from "../../../shared/printable.ts";

export const LONGEST_NAME = 128;

/** Most names, and soon found right: a large home has thousands. */
const PLAIN = /^[!-~](?:[ -~]{0,126}[!-~])?$/;

/** Whether a text has something visible, and nothing unprintable. */
export const isPrintable = (text: string): boolean => !isBlank(text) && printable(text) === text;

/**
 * A name as it is stored, whatever its source: without unprintable characters, at most 128 characters; empty where
 * nothing can be seen of it (G47).
 */
export function cleanName(text: string): string {
  if (PLAIN.test(text)) return text;
  const letters = [...printable(text.slice(0, 4 * LONGEST_NAME)).trim()];
  const name = letters.slice(0, LONGEST_NAME).join("").trim();
  return isBlank(name) ? "" : name;
}

/** A name in a sentence: safe on a terminal, whatever somebody wrote. */
export const quotedName = (name: string): string => JSON.stringify(cleanName(name));

/** Names that differ only in case, or in how an accent was typed, are the same. */
export const folded = (words: string): string => words.trim().normalize("NFC").toLowerCase();
