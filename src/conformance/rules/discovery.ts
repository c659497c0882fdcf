import type { Rule } from "./rule.ts";

/** Discovery over UDP. */
export const DISCOVERY_RULES = {
  "discovery.answers": {
    source: "spec §4.9",
    level: "must",
    says: 'The request {"op":101} is answered, to the port that asked.',
  },
  "discovery.broadcast": { source: "spec §4.9", level: "must", says: "So is a broadcast of it." },
  "discovery.op": { source: "spec §4.9", level: "must", says: "The reply is a JSON object with `op` 102." },
  "discovery.fields": { source: "spec §4.9", level: "must", says: "`data` has every field of its table, of its type." },
  "discovery.mac": { source: "spec §4.9", level: "must", says: "`mac` is in upper case, separated by colons." },
  "discovery.ip": { source: "spec §4.9", level: "must", says: "`ip` is an IPv4 address at which HTTP is answered." },
  "discovery.reset-id": { source: "spec §4.9", level: "must", says: "`reset_id` is a UUID." },
  "discovery.name": {
    source: "spec §4.9",
    level: "must",
    says: "`name` is the product's name: neither empty nor the one that a person gave the gateway's device.",
  },
  "discovery.device": {
    source: "spec §4.9",
    level: "must",
    says: "`reset_id` is a device id: the gateway itself (`cat1_id` 1) is read under it.",
  },
  "discovery.shut": {
    source: "spec §4.9 rule 1",
    level: "must",
    says: "`link_remian_ms` is 0 exactly when `link_enabled` is false.",
  },
  "discovery.window": { source: "spec §4.9 rule 2, §8", level: "must", says: "`link_remian_ms` is 0 to 10000." },
  "discovery.once": { source: "G27", level: "should", says: "A request gets one datagram, not two." },
  "discovery.second-port": {
    source: "G27",
    level: "should",
    says: "An asker on another port gets one datagram on its own discovery port as well.",
  },
  "discovery.size": { source: "G27", level: "should", says: "The reply is of 1024 bytes at most." },
  "discovery.ignores": {
    source: "G28",
    level: "should",
    says: "What has another `op` than 101, or is no JSON, is not answered.",
  },
  "discovery.same": { source: "G30", level: "should", says: "`mac` and `reset_id` are the same in every reply." },
  "discovery.bridge": { source: "G30", level: "should", says: "They are those of `bridge`." },
} as const satisfies Record<string, Rule>;
