import { plainText, plainWords } from "../../../shared/plain-words.ts";

/** What is known of a lamp or sync box that somebody may look for. */
export interface Searchable {
  /** Its own, its device's and its room's. */
  readonly names: readonly string[];
  /** Words for how it is, such as "off" or "red". */
  readonly states: readonly string[];
}

/** Words that mean a state, and what people type for the same. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  ...asTheyAre("on off online offline unconfirmed sync white warm neutral cool"),
  ...asTheyAre("red orange yellow green turquoise blue pink"),
  cold: ["cool"],
  daylight: ["cool"],
  maroon: ["red"],
  olive: ["yellow"],
  lime: ["green"],
  teal: ["turquoise"],
  aqua: ["turquoise"],
  cyan: ["turquoise"],
  navy: ["blue"],
  violet: ["violet", "purple"],
  purple: ["violet", "purple"],
  magenta: ["purple", "pink"],
  fuchsia: ["purple", "pink"],
};

function asTheyAre(words: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(words.split(" ").map((word) => [word, [word]]));
}

/** Whether every word that a person typed is somewhere in one of the texts. */
export function matches(query: string, texts: readonly string[]): boolean {
  const text = plainText(texts.join(" "));
  return plainWords(query).every((word) => text.includes(word));
}

/** Whether every word that a person typed begins a word of a name. */
export function beginsIn(query: string, name: string): boolean {
  const text = ` ${plainText(name)}`;
  return plainWords(query).every((word) => text.includes(` ${word}`));
}

/**
 * What finds lamps: every word that a person typed is somewhere in the names. A word for a state finds what is in it, and names with
 * a word that begins so: "on" finds lamps that are on, and not every balcony.
 */
export function finderFor(query: string): (one: Searchable) => boolean {
  const words = plainWords(query);
  return ({ names, states }) => {
    const text = ` ${plainText(names.join(" "))}`;
    return words.every((word) => {
      const meant = Object.hasOwn(STATES, word) ? STATES[word] : undefined;
      if (meant === undefined) return text.includes(word);
      return meant.some((state) => states.includes(state)) || text.includes(` ${word}`);
    });
  };
}
