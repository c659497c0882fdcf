import { cleanName, LONGEST_NAME } from "../../home/model/name.ts";
import { type Refused, refused } from "../command.ts";
import { folded } from "./find.ts";
import { quoted } from "./quoted.ts";

/** A name as it will be kept, or why it cannot be had. */
export function wantedName(words: string): { readonly name: string } | Refused {
  if ([...words.trim()].length > LONGEST_NAME) return refused(`A name has at most ${LONGEST_NAME} characters.`);
  const name = cleanName(words);
  return name === "" ? refused("A name needs at least one character that can be seen.") : { name };
}

/** What `device move` and `set … area` take for no room at all. */
export const NO_ROOM = "none";
/** What `device move` takes for whichever room the device is in by itself. */
export const ANY_ROOM = "auto";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A name that none of the others has, whatever the case. */
export function freeName(
  words: string,
  { others, taken }: { readonly others: readonly Named[]; readonly taken: (name: string) => string },
): { readonly name: string } | Refused {
  const wanted = wantedName(words);
  if ("refused" in wanted) return wanted;
  const namesake = others.find(({ name }) => folded(name) === folded(wanted.name));
  return namesake ? refused(taken(quoted(namesake.name))) : wanted;
}
