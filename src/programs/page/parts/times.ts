const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 minutes ago", "in 2 hours", "just now". */
export function relativeWords(iso: string, nowMillis: number): string {
  const millis = Date.parse(iso) - nowMillis;
  const size = Math.abs(millis);
  if (Number.isNaN(size)) return "";
  if (size < 10 * SECOND) return "just now";
  const words = lengthWords(size);
  return millis < 0 ? `${words} ago` : `in ${words}`;
}

/** "40 seconds", "3 minutes", "2 hours", "5 days". */
export function lengthWords(millis: number): string {
  const [unit, name] =
    millis < MINUTE
      ? ([SECOND, "second"] as const)
      : millis < HOUR
        ? ([MINUTE, "minute"] as const)
        : millis < 2 * DAY
          ? ([HOUR, "hour"] as const)
          : ([DAY, "day"] as const);
  const count = Math.round(millis / unit);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** "2026-11-15 20:15:01" by this browser's clock. */
export function timeWords(iso: string): string {
  const date = new Date(iso);
  const day = `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
  return `${day} ${hourWords(date)}`;
}

/** "20:15:01.123" by this browser's clock. */
export function clockWords(iso: string): string {
  const date = new Date(iso);
  return `${hourWords(date)}.${digits(date.getMilliseconds(), 3)}`;
}

/** "20:15:01" by this browser's clock. */
export const hourWords = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((number) => digits(number)).join(":");

const digits = (number: number, count = 2): string => String(number).padStart(count, "0");
