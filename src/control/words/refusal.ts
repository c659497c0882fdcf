import type { Gateway } from "../../gateway/gateway.ts";
import { type Refused, refused } from "../command.ts";

type AskOutcome = Awaited<ReturnType<Gateway["ask"]>> | "done-but-not-stored";

/** Why a command was not done, or not wholly, as lines for the operator. */
export function refusalOf(
  outcome: Exclude<AskOutcome, "done">,
  { storeTrouble }: Pick<Gateway, "storeTrouble">,
): Refused {
  const trouble = storeTrouble ?? "the store refused it";
  switch (outcome) {
    case "not-stored":
      return refused(`The change could not be stored (${trouble}), so it was not made.`);
    case "busy":
      return refused("Too many changes wait to be stored, so nothing was changed. Try again in a moment.");
    case "done-but-not-stored":
      return refused(`It was done behind the gateway, but could not be stored here (${trouble}).`);
    case "not-found":
      return refused("It is gone: somebody else removed it a moment ago.");
    case "already-there":
      return refused("It is there already: somebody else added it a moment ago.");
    case "not-allowed":
      return refused("That cannot be in this home, so nothing was changed.");
    default:
      return outcome satisfies never;
  }
}
