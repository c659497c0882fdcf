import { nearestWord } from "../../shared/nearest-word.ts";
import { type Refused, refused } from "../command.ts";
import { quoted } from "./quoted.ts";

/** What one word asks for: a part of the state, and what it is about, so that it is said once only. */
export type Said<State> =
  | { readonly word: string; readonly about: string; readonly state: Partial<State> }
  | { readonly mistake: string };

/** What all the words ask for together; nothing at all when one of them is wrong. */
export function together<State>(
  said: readonly Said<State>[],
  thing: { readonly name: string; readonly takes: readonly string[] },
): { readonly wish: Partial<State> } | Refused {
  const earlier = new Map<string, string>();
  const mistakes: string[] = [];
  let wish: Partial<State> = {};
  for (const part of said) {
    if ("mistake" in part) {
      mistakes.push(part.mistake);
    } else if (earlier.has(part.about)) {
      mistakes.push(`${quoted(part.word)}: ${quoted(earlier.get(part.about) ?? "")} was said already.`);
    } else {
      earlier.set(part.about, part.word);
      wish = { ...wish, ...part.state };
    }
  }
  if (said.length === 0) mistakes.push('Nothing was said; a colour such as "#ff8800" needs its quotes.');
  return mistakes.length > 0
    ? refused(...mistakes, `${quoted(thing.name)} takes ${thing.takes.join("; ")}.`)
    : { wish };
}

/** A word that means nothing to a device. */
export function unknownWord(word: string, name: string, known: readonly string[]): { readonly mistake: string } {
  const meant = nearestWord(word, known);
  const hint = meant === undefined ? "" : `; did you mean ${quoted(meant)}?`;
  return { mistake: `${quoted(word)} says nothing to ${quoted(name)}${hint || "."}` };
}

/** "40%", 40 or brightness=40%; undefined for a word that is about something else. */
export function percentIn(word: string): { readonly percent: number } | { readonly mistake: string } | undefined {
  const [, digits] = /^(?:brightness=)?(\d{1,4}) ?%?$/.exec(word) ?? [];
  if (digits === undefined) return undefined;
  const percent = Number(digits);
  if (percent >= 1 && percent <= 100) return { percent };
  return { mistake: `${quoted(word)}: a brightness goes from 1% to 100%${percent === 0 ? '; say "off"' : ""}.` };
}
