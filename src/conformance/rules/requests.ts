import type { Rule } from "./rule.ts";

/** Ways to ask, and what the gateway says of itself. */
export const REQUEST_RULES = {
  "body.empty": { source: "G33", level: "should", says: "The body `{}` on a list does no harm, on scenes neither." },
  "query.unknown": { source: "G10", level: "should", says: "Parameters that are not known are ignored." },
  "query.empty": { source: "G11", level: "should", says: "An empty value is the same as none." },
  "query.malformed": { source: "G14", level: "may", says: "A `join_status` that is no number is refused with a code." },
  "path.version": { source: "G43", level: "may", says: "Another version than `/clip/v2` is 404." },
  "path.label": { source: "G32", level: "may", says: "The label path of discovery is no HTTP resource." },
  "method.head": { source: "G31", level: "may", says: "HEAD is answered as GET is, without a body." },
  "method.options": { source: "G31", level: "may", says: "OPTIONS is answered with 200 and `Allow`." },
  "cache.etag": { source: "G73", level: "may", says: "Reads have an ETag." },
  "cache.not-modified": { source: "G73", level: "may", says: "Who has that answer already gets 304 without a body." },
  "cache.gzip": {
    source: "G74",
    level: "may",
    says: "Lists of 4 KiB and more are packed for those who accept gzip, and say the same.",
  },
  "picture.served": { source: "G22", level: "may", says: "The address of a picture gives an image." },
  "picture.any-case": { source: "G3", level: "may", says: "So does the same address in another case of letters." },
  "bridge.shape": { source: "G56", level: "should", says: "`bridge` is a list of one, with its fields, all text." },
  "bridge.parent": { source: "G56", level: "should", says: "The parent of `bridge` is the gateway's device." },
  "bridge.ip": { source: "G56", level: "may", says: "`ip` is the address under which it was asked." },
  "bridge.wrong-key": {
    source: "G51",
    level: "should",
    says: "`bridge` with a wrong key is HTTP 200 with a code other than 0.",
  },
  "bridge.empty-key": { source: "G51", level: "should", says: "An empty `application-key` is the same as none." },
  "joining.shape": {
    source: "G57",
    level: "should",
    says: "`zigbee_device_discovery` is a list of one, with its fields.",
  },
  "joining.owner": { source: "G57", level: "should", says: "Its owner is the gateway's device." },
} as const satisfies Record<string, Rule>;
