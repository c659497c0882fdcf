import type { Change } from "../home/changes/change.ts";
import { whyImpossible } from "../home/changes/effect.ts";
import type { Author } from "../home/trail-entry.ts";
import type { CommandOutcome, Gateway } from "./gateway.ts";

/** Those behind the gateway: they do their part of a command before the home shows it, or say why not. */
export interface Agreeing {
  agree(
    change: Change,
    options: { readonly isForced: boolean },
  ): Promise<"done" | "no-part" | { readonly refused: string }>;
}

interface AgreedCommand {
  readonly change: Change;
  readonly by: Author;
  /** Also where a device does not answer. */
  readonly isForced?: boolean | undefined;
  /** Called once the commands are sent to devices, before the change is stored. */
  readonly onSent?: (() => void) | undefined;
}

export type AgreedOutcome = CommandOutcome | "done-but-not-stored" | { readonly refused: string };

/**
 * Asks for a change that those behind the gateway have a part in: they do it first, then the home changes. What they
 * refuse is refused, and the home stays as it is.
 */
export async function askAgreed(
  { gateway, backend }: { readonly gateway: Gateway; readonly backend: Agreeing },
  { change, by, isForced = false, onSent }: AgreedCommand,
): Promise<AgreedOutcome> {
  // Those behind must not do what is impossible here, or could not be stored.
  const isImpossible = whyImpossible(gateway.home, change) !== undefined || gateway.storeProblem !== undefined;
  if (isImpossible) return gateway.ask(change, by);
  const agreement = await backend.agree(change, { isForced });
  if (typeof agreement === "object") {
    gateway.noteRefused(change, by, agreement.refused);
    return agreement;
  }
  const outcome = await gateway.ask(change, by, onSent);
  const isLost = outcome === "not-stored" || outcome === "conflict" || outcome === "busy";
  return agreement === "done" && isLost ? "done-but-not-stored" : outcome;
}
