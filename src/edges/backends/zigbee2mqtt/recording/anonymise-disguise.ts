/** No vowels: generated texts spell no words. */
const LETTERS = "bcdfghjklmnpqrstvwxz";
/** So many that collisions are practically impossible. */
const FEWEST_LETTERS = 10;
const MOST_LETTERS = 256;

/** Kinds of characters that programs mishandle, each with one example. */
const SPECIAL_CHARACTERS: readonly (readonly [kind: RegExp, example: string])[] = [
  [/[A-Z]/, "X"],
  [/[0-9]/, "7"],
  [/ /, " "],
  [/["'\\<>&]/, '"'],
  [/(?=\P{ASCII})\p{Script=Latin}/u, "é"],
  [/(?=[\u0100-\uffff])(?!\p{Script=Latin})\p{L}/u, "灯"],
  [/[\u2600-\u27bf]/, "☀"],
  [/[\u{10000}-\u{10ffff}]/u, "💡"],
  [/[\u0300-\u036f]/, "\u0301"],
  [/\p{Bidi_Control}/u, "\u202e"],
  [/[\p{Zl}\p{Zp}]/u, "\u2028"],
  [/\p{Cc}/u, "\u0001"],
  [/\p{Cs}/u, "\ud800"],
];

/**
 * Another text of the same length with the same kinds of special characters, at its beginning, its end and inside;
 * `bytesOf` decides on all the rest.
 */
export function disguise(text: string, bytesOf: (count: number) => Uint8Array): string {
  const clipped = text.slice(0, 4 * MOST_LETTERS);
  const [lead = ""] = /^[\s"{[]{1,4}/.exec(clipped) ?? [];
  const [trail = ""] = /\s{1,4}$/.exec(clipped.slice(lead.length)) ?? [];
  const middle = clipped.slice(lead.length, clipped.length - trail.length);
  const special = SPECIAL_CHARACTERS.flatMap(([kind, example]) => (kind.test(middle) ? [example] : []));
  const desired = [...middle].length - special.length;
  const count = Math.min(Math.max(desired, FEWEST_LETTERS), MOST_LETTERS);
  const letters = Array.from(bytesOf(count), (byte) => LETTERS[byte % LETTERS.length]).join("");
  const half = FEWEST_LETTERS / 2;
  return `${lead}${letters.slice(0, half)}${special.join("")}${letters.slice(half)}${trail}`;
}
