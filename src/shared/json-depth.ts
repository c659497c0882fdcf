/** Far deeper than any input of ours; much deeper input exhausts the stack. */
export const DEEPEST_LEVEL = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([..."[{"].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set([..."]}"].map((bracket) => bracket.charCodeAt(0)));

/**
 * Where a JSON text is nested deeper than that, checked before parsing: parsing takes a second for a million levels, and
 * the result cannot be serialized.
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
