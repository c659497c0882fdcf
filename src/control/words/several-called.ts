import { either, quoted } from "./quoted.ts";

interface Namesake {
  readonly id: string;
  readonly serialNumber?: string;
  readonly path?: string;
}

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five"];

/** More would help nobody. */
const MOST_NAMED = 5;

/** What to say instead of a name that several have. */
export function severalCalled(words: string, kind: string, namesakes: readonly Namesake[]): string {
  const paths = distinct(namesakes.map(({ path }) => path));
  const serials = distinct(namesakes.map(({ serialNumber }) => serialNumber));
  const ways = [
    ...(paths ? [`as ${choice(paths)}`] : []),
    ...(serials ? [`by its serial number ${choice(serials)}`] : []),
  ];
  const ids = `by its id ${choice(namesakes.map(({ id }) => id))}`;
  const count = COUNTS[namesakes.length] ?? namesakes.length;
  return `${count} ${kind}s are called ${quoted(words)}: name one ${ways.length > 0 ? ways.join(", or ") : ids}.`;
}

/** The words, if each has some and no two have the same. */
function distinct(words: readonly (string | undefined)[]): readonly string[] | undefined {
  const there = words.filter((word) => word !== undefined);
  return new Set(there.map((word) => word.toLowerCase())).size === words.length ? there : undefined;
}

const choice = (words: readonly string[]): string =>
  words.length > MOST_NAMED ? `${words.slice(0, MOST_NAMED).join(", ")} and so on` : either(words);
