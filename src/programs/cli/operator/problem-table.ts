import type { ProblemView } from "../../../edges/control/views/condition-view.ts";
import { duration } from "../../../shared/duration.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["ABOUT", "PROBLEM", "COUNT", "LAST SEEN"];

/** What was ignored or is wrong with devices and messages, for people. */
export const problemTable = (problems: readonly ProblemView[]): string =>
  problems.length === 0 ? "No problems." : table(HEADINGS, problems.map(row));

const row = ({ about, words, count, agoMillis, forMillis }: ProblemView): readonly string[] => [
  about,
  words,
  String(count),
  forMillis === null ? `${duration(agoMillis)} ago` : `ongoing for ${duration(forMillis)}`,
];
