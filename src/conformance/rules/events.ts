import type { Rule } from "./rule.ts";

/** Rules for events over MQTT and over the event stream. */
export const EVENT_RULES = {
  "mqtt.connects": {
    source: "G59",
    level: "should",
    says: "MQTT is answered, and `res/#` can be subscribed with QoS 1.",
  },
  "mqtt.item": {
    source: "G59",
    level: "should",
    says: "Each payload is an array of one item with the id that the reads give.",
  },
  "mqtt.light": {
    source: "G59",
    level: "should",
    says: "A light that changes is told as {id, device_id, value}, with only what changed.",
  },
  "stream.snapshot": {
    source: "G60",
    level: "may",
    says: "`/eventstream/clip/v2` begins with a snapshot of what the reads give.",
  },
} as const satisfies Record<string, Rule>;
