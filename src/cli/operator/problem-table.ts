import type { ProblemView } from "../../control/views/condition-view.ts";
import { counted } from "../../shared/counted.ts";
import { duration } from "../../shared/duration.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["ABOUT", "WHAT", "HOW OFTEN", "LAST SEEN"];

/** What was set aside and why, for people. */
export const problemTable = (problems: readonly ProblemView[]): string =>
  problems.length === 0 ? "No problems." : table(HEADINGS, problems.map(row));

const row = ({ about, words, count, agoMillis, forMillis }: ProblemView): readonly string[] => [
  about,
  words,
  count === 1 ? "once" : counted(count, "time"),
  forMillis === null ? `${duration(agoMillis)} ago` : `now, for ${duration(forMillis)}`,
];
