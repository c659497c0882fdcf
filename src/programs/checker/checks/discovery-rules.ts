import type { RuleId } from "../rules.ts";
import type { SchemaViolation } from "../schema-violations.ts";

/** The rules that the declaration of a reply checks. */
export const RULES_OF_REPLY: readonly RuleId[] = [
  "discovery.op",
  "discovery.fields",
  "discovery.mac",
  "discovery.ip",
  "discovery.reset-id",
  "discovery.window",
];

const RULES_OF_VALUES: Readonly<Record<string, RuleId>> = {
  "/data/mac": "discovery.mac",
  "/data/ip": "discovery.ip",
  "/data/reset_id": "discovery.reset-id",
  "/data/link_remian_ms": "discovery.window",
};

/** The rule that a reply breaks where it does not fit its declaration. */
export function ruleForReply({ path, kind }: SchemaViolation): RuleId {
  if (path === "" || path === "/op") return "discovery.op";
  return (kind === "value" ? RULES_OF_VALUES[path] : undefined) ?? "discovery.fields";
}
