import type { Rule } from "./rule.ts";

/** What holds for each resource by itself, for the ids of a list, and for what a resource says of others. */
export const RESOURCE_RULES = {
  "id.uuid": { source: "spec §1 rule 3", level: "must", says: "Identifiers, and references to them, are UUIDs." },
  "id.unique": {
    source: "spec §1 rule 3",
    level: "must",
    says: "No two resources of a list share an identifier, in any case of letters.",
  },
  "id.upper-case": { source: "G3", level: "should", says: "Identifiers are in upper case." },
  "device.fields": { source: "spec §2.2", level: "must", says: "A device has every field of its table, of its type." },
  "device.values": { source: "spec §2.2", level: "must", says: "A device's fields have values of their tables." },
  "device.gateway": {
    source: "spec §1",
    level: "must",
    says: "The gateway itself is among the devices (`cat1_id` 1).",
  },
  "device.services": {
    source: "spec §2.2",
    level: "must",
    says: "The lights and sync boxes that a device names in `services` are there.",
  },
  "device.categories": {
    source: "G4",
    level: "should",
    says: "`cat2_id` is `cat1_id` × 100 + kind, `cat3_id` is `cat2_id` × 100 + product.",
  },
  "device.kind": { source: "G4", level: "should", says: "The kind in a lamp's `cat3_id` agrees with its `ability`." },
  "device.new-version": {
    source: "G8",
    level: "should",
    says: "`new_version` is a text, empty unless `has_new` is 1.",
  },
  "device.newer": {
    source: "G8",
    level: "should",
    says: "Where `has_new` is 1, `new_version` is neither the installed `software_version` nor an older one.",
  },
  "device.maker": {
    source: "spec §2.2",
    level: "should",
    says: "`manufacturer` and `model` are not empty: only `software_version` may be.",
  },
  "light.fields": { source: "spec §2.3", level: "must", says: "A light has every field of its table, of its type." },
  "light.values": { source: "spec §2.3, §8", level: "must", says: "A light's fields have values of their tables." },
  "light.owner": { source: "spec §2.2", level: "should", says: "Each light is among the `services` of one device." },
  "light.support": {
    source: "spec §2.3",
    level: "should",
    says: "`support_segment` and `support_dynamic` agree with bits 4 and 6 of `ability`.",
  },
  "light.segments": { source: "G6", level: "should", says: "`color_len` counts `color_arr` and `color_rgb_arr`." },
  "light.rgb": { source: "G6", level: "should", says: "RGB colours are whole numbers from 0 to 0xFFFFFF." },
  "light.sync-status": { source: "G18", level: "may", says: "`sync_status` is 0 or 1." },
  "chart.scale": { source: "G5", level: "should", says: "Places on the colour chart are fractions of 65535." },
  "sync.fields": { source: "spec §2.4", level: "must", says: "A sync box has every field of its table, of its type." },
  "sync.values": { source: "spec §2.4, §8", level: "must", says: "A sync box's fields have values of their table." },
  "sync.area": { source: "G18", level: "may", says: "The sync area of a box, if it has one, is a room." },
  "room.fields": { source: "spec §2.5", level: "must", says: "A room has every field of its table, of its type." },
  "room.values": { source: "spec §2.5", level: "must", says: "A room's fields have values of their table." },
  "room.children": {
    source: "spec §2.5",
    level: "must",
    says: "The devices that a room names in `children` are there.",
  },
  "group.read": {
    source: "G86",
    level: "may",
    says: "The `group_light` of a room can be read, and names the room.",
  },
  "room.group-light": { source: "spec §2.5", level: "should", says: "A room has one `group_light` service." },
  "room.sequence": { source: "G42", level: "may", says: "No two rooms have the same `sequence`." },
  "scene.fields": { source: "spec §2.6", level: "must", says: "A scene has every field of its table, of its type." },
  "scene.values": { source: "spec §2.6", level: "must", says: "A scene's fields have values of their table." },
  "scene.parent": { source: "spec §2.6", level: "should", says: "A scene's parent is the `group_light` of a room." },
  "scene.colors": {
    source: "G24",
    level: "should",
    says: "Scene `colors` are five ARGB integers with alpha FF, or none.",
  },
  "scene.picture": {
    source: "spec §2.6",
    level: "should",
    says: "A picture scene has a `picture_id` and an address in `picture_url`.",
  },
  "scene.sequence": { source: "G42", level: "may", says: "No two scenes of one parent have the same `sequence`." },
} as const satisfies Record<string, Rule>;
