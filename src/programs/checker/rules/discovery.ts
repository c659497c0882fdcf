import type { Rule } from "./rule.ts";

/** Rules for discovery over UDP. */
export const DISCOVERY_RULES = {
  "discovery.answers": {
    source: "spec §4.9",
    level: "must",
    says: 'The gateway replies to the request {"op":101}, to the port that sent it.',
  },
  "discovery.broadcast": { source: "spec §4.9", level: "must", says: "The gateway replies to a broadcast request." },
  "discovery.every": {
    source: "spec §4.9",
    level: "must",
    says: "The gateway replies to each of ten requests; one may get lost on the way.",
  },
  "discovery.any-json": {
    source: "spec §4.9",
    level: "must",
    says: "The request can be any JSON with `op` 101, including spaces, line ends and escapes.",
  },
  "discovery.json": {
    source: "spec §4.9",
    level: "must",
    says: "The reply is JSON in UTF-8, without a byte order mark.",
  },
  "discovery.op": { source: "spec §4.9", level: "must", says: "The reply is a JSON object with `op` 102." },
  "discovery.fields": {
    source: "spec §4.9",
    level: "must",
    says: "`data` has every field of its table, with the right type.",
  },
  "discovery.product": {
    source: "spec §4.9, §9 rule 2",
    level: "must",
    says: "`name`, `model` and `version` are not empty.",
  },
  "discovery.mac": {
    source: "spec §4.9",
    level: "must",
    says: "`mac` is the address of a network interface, in upper case, separated by colons.",
  },
  "discovery.ip": {
    source: "spec §4.9",
    level: "must",
    says: "`ip` is the IPv4 address of a host, and this gateway answers HTTP there.",
  },
  "discovery.reset-id": { source: "spec §4.9", level: "must", says: "`reset_id` is a UUID." },
  "discovery.device": {
    source: "spec §4.9",
    level: "must",
    says: "`reset_id` is the id of the gateway's own device (`cat1_id` 1).",
  },
  "discovery.same": { source: "spec §4.9", level: "must", says: "`mac` and `reset_id` are the same in every reply." },
  "discovery.default": {
    source: "spec §4.9 rule 1",
    level: "must",
    says: "`link_enabled` is false unless the button was pressed.",
  },
  "discovery.shut": {
    source: "spec §4.9 rule 1",
    level: "must",
    says: "`link_remian_ms` is 0 if and only if `link_enabled` is false.",
  },
  "discovery.window": { source: "spec §4.9 rule 2, §8", level: "must", says: "`link_remian_ms` is 0 to 10000." },
  "discovery.name": {
    source: "spec §4.9",
    level: "should",
    says: "`name` is the name of the product, not the name that a user gave the gateway.",
  },
  "discovery.unicast": {
    source: "G28",
    level: "may",
    says: "The gateway also replies to a request sent to its own address.",
  },
  "discovery.more-fields": {
    source: "G28",
    level: "should",
    says: "The gateway also replies to a request with further fields besides `op`.",
  },
  "discovery.once": { source: "G27", level: "should", says: "A request gets one datagram, not two." },
  "discovery.source": {
    source: "G27",
    level: "should",
    says: "The reply comes from the address and port to which the request was sent.",
  },
  "discovery.second-port": {
    source: "G27",
    level: "should",
    says: "A client that sends from another port also gets one datagram on its own discovery port.",
  },
  "discovery.size": { source: "G27", level: "should", says: "The reply has at most 1024 bytes." },
  "discovery.ignores": {
    source: "G28",
    level: "should",
    says: "A datagram with an `op` other than 101, or one that is not JSON, gets no reply.",
  },
  "discovery.bridge": { source: "G30", level: "should", says: "`mac` and `reset_id` are the same as in `bridge`." },
} as const satisfies Record<string, Rule>;
