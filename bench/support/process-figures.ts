import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_MILLIS = 50;
const PATIENCE_MILLIS = 5_000;

/** What a process holds in memory now, and the most that it ever held, in millions of bytes. */
export const memoryOf = (pid: number | undefined): { readonly now: number; readonly most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (field: string) => (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
};

/** Of its core, with all its threads and the processes that it started, since its start; the system counts in hundredths. */
export function usedSeconds(pid: number | undefined): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  return (Number(user) + Number(system)) / 100 + children.reduce((sum, child) => sum + usedSeconds(child), 0);
}

/** Waits until a process has used nothing of its core for a moment; one that always does something is not waited for. */
export async function untilIdle(pid: number | undefined): Promise<void> {
  const giveUpMillis = performance.now() + PATIENCE_MILLIS;
  let before: number;
  do {
    before = usedSeconds(pid);
    await pause(LOOK_MILLIS);
  } while (usedSeconds(pid) > before && performance.now() < giveUpMillis);
}
