import type { Rule } from "./rule.ts";

/** Rules for events over MQTT and over the event stream. */
export const EVENT_RULES = {
  "mqtt.connects": {
    source: "G59",
    level: "should",
    says: "Clients can connect to MQTT and subscribe to `res/#` with QoS 1.",
  },
  "mqtt.item": {
    source: "G59",
    level: "should",
    says: "Each payload is an array of one item, whose id is known from the reads.",
  },
  "mqtt.light": {
    source: "G59",
    level: "should",
    says: "The gateway publishes a change of a light as {id, device_id, value}, with only the changed fields.",
  },
  "stream.snapshot": {
    source: "G60",
    level: "may",
    says: "`/eventstream/clip/v2` begins with a snapshot of all resources.",
  },
} as const satisfies Record<string, Rule>;
