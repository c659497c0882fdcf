import { cleanName } from "../../home/model/name.ts";

/** A person's own words in a sentence, without what would disturb a terminal. */
export const quoted = (words: string): string => `"${cleanName(words)}"`;

/** "one", "one or another", "one, another or a third". */
export const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
