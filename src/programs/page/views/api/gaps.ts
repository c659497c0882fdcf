/** A place where the interface document is silent, and what Luxgate does there. */
export interface Gap {
  readonly id: string;
  readonly gap: string;
  /** Paragraphs and items of lists. */
  readonly choice: readonly string[];
}

const HEADING = /^## (?=G\d+ )/m;
const PARTS = /^(G\d+) (.*)[\s\S]*?^\*\*Luxgate:\*\*([\s\S]*?)^\*\*Why:\*\*/m;

/** The gaps in pages of docs/spec-gaps, by their ids. */
export function gapsIn(markdown: string): ReadonlyMap<string, Gap> {
  return new Map(
    markdown.split(HEADING).flatMap((section) => {
      const [, id, gap = "", choice = ""] = PARTS.exec(section) ?? [];
      return id === undefined ? [] : [[id, { id, gap: plain(gap), choice: linesOf(choice) }] as const];
    }),
  );
}

const linesOf = (markdown: string): readonly string[] =>
  markdown
    .split("\n")
    .map(plain)
    .filter((line) => line !== "");

/** As a line of Markdown reads without marks. */
const plain = (line: string): string =>
  line
    .trim()
    .replace(/^- /, "• ")
    .replaceAll("`", "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");

/** The ids of gaps that a text names, each once. */
export const gapIdsIn = (text: string): readonly string[] => [...new Set(text.match(/\bG\d+\b/g))];

const BETWEEN_SENTENCES = /(?<=\.) +/;
/** Sentences that lead to documents, which the page does not have. */
const LEADS_ELSEWHERE = /docs\/spec-gaps|^Section [\d.]+ of the interface document\.$|^See [\w./-]+\.md\.$/;
/** "(G20)", "(G20 and G52)", and ", G67" at the end of a parenthesis. */
const REFERENCE = / ?\(G\d+(?:(?:,| and|, and| to) G\d+)*\)|, G\d+(?=\))/g;

/** A text as the page shows it: without references to gaps and documents. */
export const withoutReferences = (text: string): string =>
  text
    .split(BETWEEN_SENTENCES)
    .filter((sentence) => !LEADS_ELSEWHERE.test(sentence))
    .join(" ")
    .replace(REFERENCE, "");
