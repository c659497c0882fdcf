import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { canAsk, question } from "../terminal/question.ts";

/** Goes on only if the person at the terminal agrees; where there is nobody to ask, `--yes` must have been given. */
export async function confirm(warning: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes) return;
  if (!canAsk()) throw new CommandFault([`${printable(warning)} Nothing was changed. Add --yes to confirm.`]);
  const answer = await question(`${printable(warning)}\nContinue? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new CommandFault(["Nothing was changed."]);
}
