const MINUTE_MILLIS = 60_000;

/** How far back the history goes that is shown: hours, or minutes, and words for them. */
export const SINCE = [
  ["10m", "Last 10 minutes"],
  ["1", "Last hour"],
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
] as const;

type Since = (typeof SINCE)[number][0];

/** The time so long ago, in ISO 8601. */
export function sinceTime(since: Since, nowMillis: number): string {
  const minutes = Number.parseInt(since, 10) * (since.endsWith("m") ? 1 : 60);
  return new Date(nowMillis - minutes * MINUTE_MILLIS).toISOString();
}
