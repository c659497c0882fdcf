import { readFileSync } from "node:fs";
import { uptime } from "node:os";

const MINUTE_MILLIS = 60_000;

/**
 * Tells one start of this machine from another. What a killed process had written is still there as long as the machine
 * runs. Where the system has no such id, the time of the start is taken, which a change of the date spoils: then the
 * machine passes for one that was started anew.
 */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return String(Math.round((Date.now() - uptime() * 1000) / MINUTE_MILLIS));
  }
}
