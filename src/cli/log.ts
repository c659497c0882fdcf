import { printable } from "./printable.ts";

/** Whoever read our lines may leave; the gateway goes on without them. */
process.stdout.on("error", () => undefined);

/** One line an event on standard output, without anything that would disturb a terminal. */
export function log(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}
