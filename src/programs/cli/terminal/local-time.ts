/** "2026-11-15 20:15:00", by the clock on the wall. */
export const localTime = (isoTime: string): string => new Date(isoTime).toLocaleString("sv-SE");
