import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { CommandFault } from "./command-fault.ts";
import { printable } from "./printable.ts";

/** Goes on only if the person at the terminal agrees; where there is nobody to ask, `--yes` must have been given. */
export async function confirm(warning: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandFault([`${printable(warning)} Nothing was changed: add --yes to do it.`]);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const asked = terminal.question(`${printable(warning)}\nGo on? [y/N] `).catch(leftTheLine);
    const answer = await Promise.race([asked, once(terminal, "close").then(() => "")]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFault(["Nothing was changed."]);
  } finally {
    terminal.close();
  }
}

/** Ctrl-C and Ctrl-D are a no, too. */
function leftTheLine(): string {
  process.stderr.write("\n");
  return "";
}
