import { ANSWER_RULES } from "./rules/answers.ts";
import { COMMAND_RULES } from "./rules/commands.ts";
import { DISCOVERY_RULES } from "./rules/discovery.ts";
import { EVENT_RULES } from "./rules/events.ts";
import { PAIRING_RULES } from "./rules/pairing.ts";
import { READ_RULES } from "./rules/reads.ts";
import { REQUEST_RULES } from "./rules/requests.ts";
import { RESOURCE_RULES } from "./rules/resources.ts";
import type { Rule } from "./rules/rule.ts";

const ALL = {
  ...ANSWER_RULES,
  ...RESOURCE_RULES,
  ...READ_RULES,
  ...REQUEST_RULES,
  ...DISCOVERY_RULES,
  ...PAIRING_RULES,
  ...COMMAND_RULES,
  ...EVENT_RULES,
};
export type RuleId = keyof typeof ALL;
export const RULES: Readonly<Record<RuleId, Rule>> = ALL;

/** Checks that only an option turns on, as they take longer, change something or need a person. */
export type Extra = "discovery" | "pair" | "write" | "events";

export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly RuleId[];
  readonly extra?: Extra;
}

const group = (title: string, rules: Partial<Record<RuleId, Rule>>): RuleGroup => ({
  title,
  rules: Object.keys(rules) as RuleId[],
});

/** The rules in the order in which they are reported. */
export const GROUPS: readonly RuleGroup[] = [
  group("Answers", ANSWER_RULES),
  group("Resources", RESOURCE_RULES),
  group("Reads, filters and extensions", READ_RULES),
  group("Other requests, and the gateway itself", REQUEST_RULES),
  { ...group("Discovery", DISCOVERY_RULES), extra: "discovery" },
  { ...group("Pairing", PAIRING_RULES), extra: "pair" },
  { ...group("Commands", COMMAND_RULES), extra: "write" },
  { ...group("Events", EVENT_RULES), extra: "events" },
];

/** The rules without which an extra was not checked as it was asked for. */
export const ESSENTIAL: Readonly<Record<Extra, readonly RuleId[]>> = {
  discovery: ["discovery.answers"],
  pair: ["pairing.opens", "pairing.shuts", "pairing.key"],
  write: ["command.shown"],
  events: ["mqtt.connects"],
};
