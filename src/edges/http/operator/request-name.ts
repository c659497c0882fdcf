import { isBlank } from "../../../shared/printable.ts";

/** Short enough to be seen whole beside the code, on a phone. */
export const LONGEST_REQUEST_NAME = 40;

/** What cannot be seen, or moves what stands around it: two names that look the same would differ by it. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The trail sets names in such quotes. */
const QUOTES = /["“”„«»]/g;

/** Marks that pile up on a letter, over the lines above and below. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * What a stranger calls itself, as an operator may read it beside a button that lets it in; undefined where nothing of it
 * can be seen.
 */
export function requestName(text: string): string | undefined {
  const seen = text
    .normalize("NFC")
    .replace(/\s/gu, " ")
    .replace(UNSEEN, "")
    .replace(QUOTES, "'")
    .replace(PILED_MARKS, "$1");
  const letters = [...seen.replace(/ +/g, " ").trim()];
  const name = letters.slice(0, LONGEST_REQUEST_NAME).join("").trim();
  return isBlank(name) ? undefined : name;
}
