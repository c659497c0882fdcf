/** What people and programs write for us is nested a dozen levels at the most; what is deeper exhausts the stack. */
export const DEEPEST_LEVEL = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([..."[{"].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set([..."]}"].map((bracket) => bracket.charCodeAt(0)));

/**
 * Where a JSON text goes deeper than that, seen before it is parsed: parsing it takes a second for a million levels, and
 * what comes out cannot even be written back.
 */
export function tooDeepAt(text: string): number | undefined {
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfString(text, at);
    else if (CLOSING.has(letter)) level -= 1;
    else if (OPENING.has(letter)) {
      level += 1;
      if (level > DEEPEST_LEVEL) return at;
    }
  }
  return undefined;
}

/** Where the quote stands that ends the string which begins here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === BACKSLASH) at += 1;
    else if (letter === QUOTE) return at;
  }
  return text.length;
}

/** In words, for whoever wrote the text. */
export const TOO_DEEP = `nested deeper than ${DEEPEST_LEVEL} levels`;
