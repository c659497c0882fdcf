import type { Rule } from "./rule.ts";

/** Rules for commands: requests that change a light, a sync box, a room or a scene. */
export const COMMAND_RULES = {
  "command.key": {
    source: "G51",
    level: "should",
    says: "A command without a valid key is refused with HTTP 200 and a code other than 0.",
  },
  "command.unknown": {
    source: "G37",
    level: "should",
    says: "A command for an unknown light is refused with HTTP 404 and code -1.",
  },
  "command.answer": {
    source: "G9",
    level: "should",
    says: "The answer to a successful command has `arr: []` and `obj: {}`.",
  },
  "command.shown": { source: "G55", level: "should", says: "The next read shows the new state." },
  "command.listed": {
    source: "spec §3, §4.3, §4.5",
    level: "must",
    says: "The lists of lights, sync boxes and scenes, and `ext_light`, show the same current state as single reads.",
  },
  "command.rest": { source: "G52", level: "should", says: "A command changes only the fields that it contains." },
  "command.switch": { source: "G52", level: "should", says: "`on` accepts true and false, and 1 and 0." },
  "command.faintest": { source: "G53", level: "should", says: "`brightness` 0 means 1." },
  "command.range": {
    source: "G50",
    level: "should",
    says: "A `brightness` above 100 is refused with HTTP 200 and a code other than 0, and changes nothing.",
  },
  "command.ability": {
    source: "G50",
    level: "should",
    says: "A colour for a lamp that does not support colours is refused with HTTP 200 and a code other than 0.",
  },
  "command.empty": { source: "G52", level: "may", says: "A command without any settable field is refused." },
  "command.malformed": { source: "G50", level: "may", says: "A command that is not JSON is refused with HTTP 400." },
  "command.by-device": {
    source: "G52",
    level: "should",
    says: "A command with the id of a device sets the light of that device.",
  },
  "command.white": {
    source: "G52",
    level: "should",
    says: "A command with `color_cw` sets `color_cw` and `color_mode` 2.",
  },
  "command.nearest-white": {
    source: "G52",
    level: "should",
    says: "A `color_cw` above 6500 sets the coolest white, and the command also sets its other fields.",
  },
  "command.colour": {
    source: "G52",
    level: "should",
    says: "A command with `color_x` and `color_y` sets both and `color_mode` 1.",
  },
  "command.rgb": { source: "G52", level: "should", says: "`color_rgb` sets a colour." },
  "command.precedence": { source: "G52", level: "should", says: "A colour takes precedence over a white." },
  "group.command": {
    source: "G86",
    level: "may",
    says: "A command with `on` for the `group_light` of a room sets all its lights.",
  },
  "scene.activate": { source: "G87", level: "may", says: "`is_active` 1 activates a scene." },
  "scene.activate-value": {
    source: "G87",
    level: "may",
    says: "An `is_active` other than 1 is refused with HTTP 200 and a code other than 0.",
  },
  "command.sync": {
    source: "G54",
    level: "should",
    says: "A sync box shows the `brightness` and `mode` that a command set.",
  },
  "command.sync-range": {
    source: "G54",
    level: "should",
    says: "A value out of range for a sync box is refused with HTTP 200 and a code other than 0.",
  },
} as const satisfies Record<string, Rule>;
