import { existsSync, readFileSync } from "node:fs";

/** What this system runs inside of. */
export type Virtualization = "container" | "WSL" | "none";

const MARKS = ["/.dockerenv", "/run/.containerenv"];

export function detectVirtualization(): Virtualization {
  if (MARKS.some((mark) => existsSync(mark)) || /docker|kubepods|lxc|libpod/.test(textOf("/proc/1/cgroup"))) {
    return "container";
  }
  return /microsoft/i.test(textOf("/proc/version")) ? "WSL" : "none";
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
