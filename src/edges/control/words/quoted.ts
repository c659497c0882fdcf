import { cleanName } from "../../../core/home/model/name.ts";

/** A person's own words in a sentence, without what would disturb a terminal. */
export const quoted = (words: string): string => `"${cleanName(words)}"`;

/** "one", "one or another", "one, another or a third". */
export const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

interface Namesake {
  readonly id: string;
  readonly serialNumber?: string;
  readonly path?: string;
}

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five"];

/** More would help nobody. */
const MOST_NAMED = 5;

/** What to say instead of a name that several have. */
export const severalCalled = (words: string, kind: string, namesakes: readonly Namesake[]): string =>
  `${counted(namesakes, kind)} are called ${quoted(words)}: use ${ways(namesakes)}.`;

/** What to say instead of a beginning that several ids have, or somebody's name as well. */
export const severalBegin = (words: string, kind: string, namesakes: readonly Namesake[]): string =>
  `${counted(namesakes, kind)} begin with ${quoted(words)} or have that name: use ${ways(namesakes)}.`;

const counted = ({ length }: readonly Namesake[], kind: string): string => `${COUNTS[length] ?? length} ${kind}s`;

/** What tells them apart. */
function ways(namesakes: readonly Namesake[]): string {
  const paths = distinct(namesakes.map(({ path }) => path));
  const serials = distinct(namesakes.map(({ serialNumber }) => serialNumber));
  const known = [...(paths ? [choice(paths)] : []), ...(serials ? [`the serial number ${choice(serials)}`] : [])];
  return known.length > 0 ? known.join(", or ") : `the id ${choice(namesakes.map(({ id }) => id))}`;
}

/** The words, if each has some and no two have the same. */
function distinct(words: readonly (string | undefined)[]): readonly string[] | undefined {
  const there = words.filter((word) => word !== undefined);
  return new Set(there.map((word) => word.toLowerCase())).size === words.length ? there : undefined;
}

const choice = (words: readonly string[]): string =>
  words.length > MOST_NAMED ? `${words.slice(0, MOST_NAMED).join(", ")} and so on` : either(words);
