import { counted } from "../../../shared/counted.ts";
import type { RecentChange } from "./recent-changes.ts";

const NAMED = 20;

/** What is lost, by name as far as it is known. */
export function lossLines(lost: readonly RecentChange[], since: string): readonly string[] {
  if (lost.length === 0) return [`Lost: all changes since ${since}. Luxgate cannot list them.`];
  const more = lost.length - NAMED;
  return [
    `Lost: ${counted(lost.length, "change")} since ${since}:`,
    ...lost.slice(-NAMED).map(({ sequence, words }) => `  ${sequence}: ${words}`),
    ...(more > 0 ? [`  and ${more} earlier ones`] : []),
  ];
}
