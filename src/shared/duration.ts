import { counted } from "./counted.ts";

/** "3 hours 12 minutes", in the two units that say most. */
export function duration(millis: number): string {
  const minutes = Math.floor(millis / 60_000);
  if (minutes === 0) return counted(Math.floor(millis / 1_000), "second");
  if (minutes < 60) return counted(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${counted(hours, "hour")} ${counted(minutes % 60, "minute")}`;
  return `${counted(Math.floor(hours / 24), "day")} ${counted(hours % 24, "hour")}`;
}
