/** A place where the interface document is silent, and what Luxgate does there. */
export interface Gap {
  readonly id: string;
  readonly gap: string;
  readonly choice: string;
}

const ROW = /^\| (G\d+) \|/;
/** A bar within a cell is escaped. */
const BAR = /(?<!\\)\|/;

/** The rows of docs/spec-gaps.md, by their ids. */
export function gapsIn(markdown: string): ReadonlyMap<string, Gap> {
  const rows = markdown.split("\n").filter((line) => ROW.test(line));
  return new Map(
    rows.map((line) => {
      const [, id = "", gap = "", choice = ""] = line.split(BAR).map(plain);
      return [id, { id, gap, choice }];
    }),
  );
}

/** As it reads without marks. */
const plain = (cell: string): string => cell.trim().replaceAll("\\|", "|").replaceAll("`", "");

/** The ids of gaps that a text names, each once. */
export const gapIdsIn = (text: string): readonly string[] => [...new Set(text.match(/\bG\d+\b/g))];

const BETWEEN_SENTENCES = /(?<=\.) +/;
const LIST_OF_GAPS = "spec-gaps.md";
/** "(G20)", "(G20 and G52)", and ", G67" at the end of a parenthesis. */
const REFERENCE = / ?\(G\d+(?:(?:,| and|, and| to) G\d+)*\)|, G\d+(?=\))/g;

/** A text as the page shows it: without references to gaps. */
export const withoutGapIds = (text: string): string =>
  text
    .split(BETWEEN_SENTENCES)
    .filter((sentence) => !sentence.includes(LIST_OF_GAPS))
    .join(" ")
    .replace(REFERENCE, "");
