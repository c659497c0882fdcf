import type { Rule } from "./rule.ts";

/** Rules for pairing, with a person at the button. */
export const PAIRING_RULES = {
  "pairing.opens": {
    source: "spec §3, §8",
    level: "must",
    says: "Pressing the button sets `link_enabled` to true and `link_remian_ms` to 10000.",
  },
  "pairing.counts-down": {
    source: "spec §3",
    level: "must",
    says: "`link_remian_ms` counts down by 1000 each second.",
  },
  "pairing.shuts": {
    source: "spec §3, §8",
    level: "must",
    says: "`link_enabled` becomes false when the time is over, not before.",
  },
  "pairing.only-open": {
    source: "spec §3",
    level: "must",
    says: "While `link_enabled` is false, `POST /api` returns no key.",
  },
  "pairing.refused": {
    source: "G50",
    level: "should",
    says: "While `link_enabled` is false, `POST /api` is refused with HTTP 200 and a code other than 0 and -10086.",
  },
  "pairing.key": {
    source: "G50",
    level: "should",
    says: "While `link_enabled` is true, `POST /api` gives a key in `data.obj.username`.",
  },
  "pairing.key-fits": { source: "G51", level: "should", says: "`bridge` accepts the key that pairing gave." },
  "pairing.one": { source: "G50", level: "may", says: "One press gives one key." },
} as const satisfies Record<string, Rule>;
