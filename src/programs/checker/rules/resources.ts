import type { Rule } from "./rule.ts";

/** Rules for each resource by itself, for the ids of a list, and for references between resources. */
export const RESOURCE_RULES = {
  "id.uuid": { source: "spec §1 rule 3", level: "must", says: "Identifiers, and references to them, are UUIDs." },
  "id.unique": {
    source: "spec §1 rule 3",
    level: "must",
    says: "No two resources of a list have the same identifier, ignoring case.",
  },
  "id.steady": {
    source: "spec §1 rule 3",
    level: "must",
    says: "The references of a resource have the same identifiers at each read.",
  },
  "id.upper-case": { source: "G3", level: "should", says: "Identifiers, and references to them, are in upper case." },
  "device.fields": {
    source: "spec §2.2",
    level: "must",
    says: "A device has every field of its table, with the right type.",
  },
  "device.values": { source: "spec §2.2", level: "must", says: "A device's fields have allowed values." },
  "device.gateway": {
    source: "spec §1",
    level: "must",
    says: "The list of devices includes the gateway itself (`cat1_id` 1).",
  },
  "device.gateway-online": {
    source: "spec §2.2",
    level: "must",
    says: "The gateway itself is online.",
  },
  "device.services": {
    source: "spec §2.2",
    level: "must",
    says: "The lights and sync boxes in the `services` of a device are in their lists.",
  },
  "reference.type": {
    source: "spec §2.2",
    level: "must",
    says: "`rtype`, and a scene's `parent_type`, name the type of the referenced resource.",
  },
  "device.category": {
    source: "spec §2.2",
    level: "must",
    says: "A device that provides a sync box and no light does not have the `cat1_id` of a light, and vice versa.",
  },
  "device.sub-category": {
    source: "spec §2.2, §2.3",
    level: "must",
    says: "The `ability` of a lamp with `cat2_id` 203 has colour temperature and no colour. With 205 it has both.",
  },
  "device.provides": {
    source: "spec §2.2",
    level: "should",
    says: "A lamp (`cat1_id` 2) has a light in `services`, and a sync box (3) has a sync box.",
  },
  "device.name": { source: "spec §2.2", level: "should", says: "The name of a device is not empty." },
  "device.category-names": {
    source: "spec §2.2",
    level: "should",
    says: "The names of categories are not empty, and each category has one name.",
  },
  "device.categories": {
    source: "G4",
    level: "should",
    says: "`cat2_id` is `cat1_id` × 100 + kind, `cat3_id` is `cat2_id` × 100 + product.",
  },
  "device.kind": { source: "G4", level: "should", says: "The kind in a lamp's `cat3_id` matches its `ability`." },
  "device.new-version": {
    source: "G8",
    level: "should",
    says: "`new_version` is a string, empty unless `has_new` is 1.",
  },
  "device.newer": {
    source: "G8",
    level: "should",
    says: "Where `has_new` is 1, `new_version` is neither the installed `software_version` nor an older one.",
  },
  "device.maker": {
    source: "spec §2.2",
    level: "should",
    says: "`manufacturer` and `model` are not empty; only `software_version` may be.",
  },
  "light.fields": {
    source: "spec §2.3",
    level: "must",
    says: "A light has every field of its table, with the right type.",
  },
  "light.values": { source: "spec §2.3, §8", level: "must", says: "A light's fields have allowed values." },
  "light.owner": {
    source: "spec §2.2",
    level: "should",
    says: "Each light is in the `services` of exactly one device.",
  },
  "light.reserved": {
    source: "spec §1 rule 4",
    level: "should",
    says: "The reserved fields of a light are present, including the optional ones.",
  },
  "light.support": {
    source: "spec §2.3",
    level: "must",
    says: "`support_segment` matches bit 4 of `ability`.",
  },
  "light.dynamic": {
    source: "spec §2.3",
    level: "should",
    says: "`support_dynamic` matches bit 6 of `ability`.",
  },
  "light.mode": {
    source: "spec §2.3",
    level: "must",
    says: "A light without segments is not in `color_mode` 3. A light with white and no colour is in no colour mode.",
  },
  "light.segment-count": {
    source: "spec §2.3",
    level: "must",
    says: "In `color_mode` 3, `color_len` is above 0.",
  },
  "light.segments": {
    source: "G6",
    level: "should",
    says: "`color_len` is the number of items in `color_arr` and in `color_rgb_arr`.",
  },
  "light.segment-colours": {
    source: "spec §2.3",
    level: "should",
    says: "In `color_mode` 3, `color_arr` holds the colours of the segments.",
  },
  "light.rgb": { source: "G6", level: "should", says: "RGB colours are integers from 0 to 0xFFFFFF." },
  "light.sync-status": { source: "G18", level: "may", says: "`sync_status` is 0 or 1." },
  "chart.scale": { source: "G5", level: "should", says: "Coordinates on the colour chart are fractions of 65535." },
  "sync.fields": {
    source: "spec §2.4",
    level: "must",
    says: "A sync box has every field of its table, with the right type.",
  },
  "sync.values": { source: "spec §2.4, §8", level: "must", says: "A sync box's fields have allowed values." },
  "sync.owner": {
    source: "spec §2.2",
    level: "should",
    says: "Each sync box is in the `services` of exactly one device.",
  },
  "sync.area": { source: "G18", level: "may", says: "The sync area of a sync box, if it has one, is a room." },
  "room.fields": {
    source: "spec §2.5",
    level: "must",
    says: "A room has every field of its table, with the right type.",
  },
  "room.values": { source: "spec §2.5", level: "must", says: "A room's fields have allowed values." },
  "room.children": {
    source: "spec §2.5",
    level: "must",
    says: "The devices in the `children` of a room are in the list of devices.",
  },
  "room.name": { source: "spec §2.5", level: "should", says: "The name of a room is not empty." },
  "room.whole-house": {
    source: "G34",
    level: "should",
    says: "The whole house lists every added device in `children`, except the gateway.",
  },
  "room.unassigned": {
    source: "G34",
    level: "should",
    says: "The unassigned room lists the added devices that are in no room in `children`, except the gateway.",
  },
  "room.assigned": {
    source: "spec §2.5",
    level: "must",
    says: "The `children` of the unassigned room include no device that is in a room.",
  },
  "group.read": {
    source: "G86",
    level: "may",
    says: "The `group_light` of a room can be read, and its parent is the room.",
  },
  "room.group-light": { source: "spec §2.5", level: "should", says: "A room has one `group_light` service." },
  "room.sequence": { source: "G42", level: "may", says: "No two rooms have the same `sequence`." },
  "scene.fields": {
    source: "spec §2.6",
    level: "must",
    says: "A scene has every field of its table, with the right type.",
  },
  "scene.values": { source: "spec §2.6", level: "must", says: "A scene's fields have allowed values." },
  "scene.name": { source: "spec §2.6", level: "should", says: "The name of a scene is not empty." },
  "scene.parent": { source: "spec §2.6", level: "should", says: "A scene's parent is the `group_light` of a room." },
  "scene.colors": {
    source: "G24",
    level: "should",
    says: "Scene `colors` are five ARGB integers with alpha FF, or none.",
  },
  "scene.picture": {
    source: "spec §2.6",
    level: "should",
    says: "A picture scene has a `picture_id` and a `picture_url`.",
  },
  "scene.picture-url": {
    source: "spec §2.6",
    level: "must",
    says: "The `picture_url` of a picture scene is a URL, unless it is empty.",
  },
  "scene.sequence": { source: "G42", level: "may", says: "No two scenes of one parent have the same `sequence`." },
} as const satisfies Record<string, Rule>;
