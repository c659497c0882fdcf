import { once } from "node:events";
import { createInterface } from "node:readline/promises";

/** Whether somebody sits at a terminal who can answer a question; standard output may go elsewhere. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** What the person at the terminal answers, without blanks around it; nothing for Ctrl-C and Ctrl-D. */
export async function question(text: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = terminal.question(text).catch(leftTheLine);
    return (await Promise.race([answer, once(terminal, "close").then(() => "")])).trim();
  } finally {
    terminal.close();
  }
}

function leftTheLine(): string {
  process.stderr.write("\n");
  return "";
}
