import { readFileSync } from "node:fs";
import { isatty } from "node:tty";

/** Calls back on each press: SIGUSR2, or Enter while the program is in front. Returns what lets go of the button. */
export function watchButton(onPress: () => void): () => void {
  const onInput = (text: Buffer) => {
    if (text.includes("\n")) onPress();
  };
  const followTerminal = () => {
    if (mayReadInput()) process.stdin.resume();
    else process.stdin.pause();
  };
  process.stdin.on("error", () => undefined);
  process.stdin.on("data", onInput);
  followTerminal();
  process.on("SIGUSR2", onPress);
  process.on("SIGCONT", followTerminal);
  return () => {
    process.off("SIGUSR2", onPress);
    process.off("SIGCONT", followTerminal);
    process.stdin.off("data", onInput).pause();
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
