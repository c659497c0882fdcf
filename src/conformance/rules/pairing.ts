import type { Rule } from "./rule.ts";

/** Pairing, with a person at the button. */
export const PAIRING_RULES = {
  "pairing.opens": {
    source: "spec §3",
    level: "must",
    says: "A press sets `link_enabled` to true and `link_remian_ms` to 10000 at most.",
  },
  "pairing.counts-down": { source: "spec §3", level: "must", says: "`link_remian_ms` counts down with the clock." },
  "pairing.shuts": {
    source: "spec §3, §8",
    level: "must",
    says: "Ten seconds after the press `link_enabled` is false and `link_remian_ms` 0 again.",
  },
  "pairing.refused": {
    source: "G50",
    level: "should",
    says: "`POST /api` while the window is shut is HTTP 200 with a code other than 0 and -10086.",
  },
  "pairing.key": { source: "G50", level: "should", says: "While it is open, `data.obj.username` is a key." },
  "pairing.key-fits": { source: "G51", level: "should", says: "The key is right when `bridge` is read with it." },
  "pairing.one": { source: "G50", level: "may", says: "One press gives one key." },
} as const satisfies Record<string, Rule>;
