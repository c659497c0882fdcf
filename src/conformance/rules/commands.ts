import type { Rule } from "./rule.ts";

/** What changes something. */
export const COMMAND_RULES = {
  "wish.key": {
    source: "G51",
    level: "should",
    says: "Without a right key a wish is HTTP 200 with a code other than 0.",
  },
  "wish.unknown": { source: "G37", level: "should", says: "A wish for an unknown light is 404 with code -1." },
  "wish.answer": {
    source: "G9",
    level: "should",
    says: "A wish that is granted is a success with `arr: []` and `obj: {}`.",
  },
  "wish.shown": { source: "G55", level: "should", says: "The next read shows what was wished." },
  "wish.rest": { source: "G52", level: "should", says: "What was not wished stays as it is." },
  "wish.switch": { source: "G52", level: "should", says: "`on` is taken as true and false, and as 1 and 0." },
  "wish.faintest": { source: "G53", level: "should", says: "`brightness` 0 means 1." },
  "wish.range": {
    source: "G50",
    level: "should",
    says: "A `brightness` above 100 is HTTP 200 with a code other than 0, and changes nothing.",
  },
  "wish.ability": { source: "G50", level: "should", says: "So is a colour for a lamp that has none." },
  "wish.empty": { source: "G52", level: "may", says: "A wish without a field that can be wished is refused." },
  "wish.malformed": { source: "G50", level: "may", says: "What is no JSON is 400." },
  "wish.by-device": { source: "G52", level: "should", says: "The light of a device is set under the device's id." },
  "wish.white": { source: "G52", level: "should", says: "`color_cw` sets `color_mode` 2 and itself." },
  "wish.nearest-white": {
    source: "G52",
    level: "should",
    says: "A `color_cw` above 6500, as clients work it out, is the coolest white, and the rest of the wish is done.",
  },
  "wish.colour": { source: "G52", level: "should", says: "`color_x` and `color_y` set `color_mode` 1 and themselves." },
  "wish.rgb": { source: "G52", level: "should", says: "`color_rgb` sets a colour." },
  "wish.precedence": { source: "G52", level: "should", says: "Of a colour and a white, the colour wins." },
  "group.wish": {
    source: "G86",
    level: "may",
    says: "A wish for the `group_light` of a room is done by all its lights.",
  },
  "scene.wish": { source: "G87", level: "may", says: "`is_active` 1 has a room take on a scene." },
  "scene.wish-value": { source: "G87", level: "may", says: "Any other `is_active` is refused with HTTP 200." },
  "wish.sync": {
    source: "G54",
    level: "should",
    says: "A sync box shows the `brightness` and `mode` that were wished.",
  },
  "wish.sync-range": { source: "G54", level: "should", says: "Its values out of range are refused with HTTP 200." },
} as const satisfies Record<string, Rule>;
