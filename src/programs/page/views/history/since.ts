const HOUR_MILLIS = 3_600_000;

/** How far back the history goes that is shown: hours, and words for them. */
export const SINCE = [
  ["1", "Last hour"],
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
] as const;

export type SinceHours = (typeof SINCE)[number][0];

/** The time so many hours ago, in ISO 8601. */
export const sinceTime = (hours: SinceHours, nowMillis: number): string =>
  new Date(nowMillis - Number(hours) * HOUR_MILLIS).toISOString();
