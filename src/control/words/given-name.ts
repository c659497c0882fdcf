import { cleanName, LONGEST_NAME } from "../../home/model/name.ts";
import { type Refused, refused } from "../command.ts";
import { folded } from "./find.ts";
import { quoted } from "./quoted.ts";

/** A name as it will be stored, or why it is no name. */
export function parseName(words: string): { readonly name: string } | Refused {
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

/** Parses a name and refuses one that another bears, whatever the case. */
export function freeName(
  words: string,
  { others, taken }: { readonly others: readonly Named[]; readonly taken: (name: string) => string },
): { readonly name: string } | Refused {
  const parsed = parseName(words);
  if ("refused" in parsed) return parsed;
  const namesake = others.find(({ name }) => folded(name) === folded(parsed.name));
  return namesake ? refused(taken(quoted(namesake.name))) : parsed;
}
