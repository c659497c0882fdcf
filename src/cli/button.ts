import { readFileSync } from "node:fs";
import { isatty } from "node:tty";

/** Calls back on each press: SIGUSR2, or Enter where the program is in front. Returns what lets go of the button. */
export function watchButton(onPress: () => void): () => void {
  process.on("SIGUSR2", onPress);
  const reads = mayReadInput();
  const onInput = (text: Buffer) => {
    if (text.includes("\n")) onPress();
  };
  if (reads) process.stdin.on("data", onInput).on("error", () => undefined);
  return () => {
    process.off("SIGUSR2", onPress);
    if (reads) process.stdin.off("data", onInput).pause();
  };
}

/** A program in the background that reads its terminal is stopped by it. */
function mayReadInput(): boolean {
  if (!isatty(0) || process.platform !== "linux") return true;
  const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return group === foreground;
}
