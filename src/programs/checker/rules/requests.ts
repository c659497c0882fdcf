import type { Rule } from "./rule.ts";

/** Rules for requests that the document does not describe, and for what the gateway says of itself. */
export const REQUEST_RULES = {
  "query.unknown": { source: "G10", level: "should", says: "Unknown parameters are ignored." },
  "query.empty": { source: "G11", level: "should", says: "A parameter with an empty value is ignored." },
  "query.malformed": {
    source: "G14",
    level: "may",
    says: "A `join_status` that is not a number is refused with a code other than 0.",
  },
  "path.version": { source: "G43", level: "may", says: "A version other than `/clip/v2` is HTTP 404." },
  "path.label": { source: "G32", level: "may", says: "The label path of discovery is HTTP 404." },
  "method.head": { source: "G31", level: "may", says: "HEAD is answered like GET, without a body." },
  "method.options": { source: "G31", level: "may", says: "OPTIONS is answered with HTTP 200 and `Allow`." },
  "cache.etag": { source: "G73", level: "may", says: "Reads have an ETag." },
  "cache.not-modified": {
    source: "G73",
    level: "may",
    says: "A client that sends the ETag of the current answer gets HTTP 304 without a body.",
  },
  "cache.gzip": {
    source: "G74",
    level: "may",
    says: "Lists of 4 KiB and more are compressed for clients that accept gzip, with the same content.",
  },
  "picture.served": { source: "G22", level: "may", says: "The address of a picture gives an image." },
  "picture.any-case": { source: "G3", level: "may", says: "The address of a picture is case-insensitive." },
  "bridge.shape": {
    source: "G56",
    level: "should",
    says: "`bridge` lists each gateway once, with all its fields, each a string.",
  },
  "bridge.parent": { source: "G56", level: "should", says: "The parent of `bridge` is the gateway's device." },
  "bridge.ip": { source: "G56", level: "may", says: "`ip` of `bridge` is the address that the request was sent to." },
  "bridge.wrong-key": {
    source: "G51",
    level: "should",
    says: "`bridge` with an invalid key is HTTP 200 with a code other than 0.",
  },
  "bridge.empty-key": { source: "G51", level: "should", says: "An empty `application-key` is ignored." },
  "joining.shape": {
    source: "G57",
    level: "should",
    says: "`zigbee_device_discovery` is a list of one item with all its fields.",
  },
  "joining.owner": {
    source: "G57",
    level: "should",
    says: "The owner of `zigbee_device_discovery` is the gateway's device.",
  },
} as const satisfies Record<string, Rule>;
