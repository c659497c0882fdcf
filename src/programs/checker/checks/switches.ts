import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";

/** The document names these parameters and not their values: an effect with any of them will do, one with `1` is usual (G14). */
const SWITCH_VALUES = ["1", "true", "yes", "on", "all"] as const;
export type SwitchValue = (typeof SWITCH_VALUES)[number] | "0";

interface Switch<Added extends object> {
  readonly rule: RuleId;
  readonly target: string;
  /** What a value of the parameter adds; undefined if nothing, "unclear" if the answer has faults of its own. */
  readonly read: (value: SwitchValue) => Promise<Added | undefined | "unclear">;
  /** Whether there may be nothing to add, as in a home without rooms and devices. */
  readonly mayBeEmpty?: boolean;
}

interface SwitchedOn<Added> {
  readonly value: SwitchValue;
  readonly added: Added;
}

/** Tries the values of a parameter until one has an effect; checks that there is one, and which are usual. */
export async function valueThatAdds<Added extends object>(
  session: Session,
  { rule, target, read, mayBeEmpty = false }: Switch<Added>,
): Promise<SwitchedOn<Added> | undefined> {
  for (const value of SWITCH_VALUES) {
    const added = await read(value);
    if (added === "unclear") return undefined;
    if (added === undefined) continue;
    session.findings.note(rule);
    const isUsual = value === SWITCH_VALUES[0];
    session.expect("switch.on", isUsual, {
      where: `${target}=1`,
      expected: `what =${value} adds`,
      found: "no additions",
    });
    const isOff = (await read("0")) === undefined;
    session.expect("switch.off", isOff, {
      where: `${target}=0`,
      expected: "no additions",
      found: `what =${value} adds`,
    });
    return { value, added };
  }
  if (!mayBeEmpty)
    session.findings.note(rule, { where: `${target}=1`, expected: "additions", found: "the same as without it" });
  return undefined;
}
