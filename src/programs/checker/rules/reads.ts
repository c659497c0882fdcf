import type { Rule } from "./rule.ts";

/** Rules for reads of one resource, and for the parameters of lists. */
export const READ_RULES = {
  "one.same": {
    source: "spec §4.2, §4.4, §4.6",
    level: "must",
    says: "A device, light or sync box has the same values when it is read alone as in its list. A device also has the same fields.",
  },
  "one.fields": {
    source: "spec §4.4, §4.6",
    level: "should",
    says: "A resource other than a device has the same fields when it is read alone as in its list.",
  },
  "one.room-and-scene": {
    source: "G21",
    level: "should",
    says: "A single room or scene can be read, with the same values as in its list.",
  },
  "one.any-case": { source: "G3", level: "should", says: "Reads of one resource ignore the case of its identifier." },
  "one.device-not-found": {
    source: "spec §7 rule 2",
    level: "must",
    says: "An unknown device, with whatever UUID, is HTTP 404 with code -1 and the message `not found`.",
  },
  "one.not-found": {
    source: "G37",
    level: "should",
    says: "An unknown light, sync box, room or scene is HTTP 404 with code -1 and the message `not found`.",
  },
  "one.lights-of-device": {
    source: "G58",
    level: "should",
    says: "A read of a light with the id of a device returns the lights of that device in `arr`.",
  },
  "filter.cat1-id": {
    source: "spec §4.1",
    level: "must",
    says: "`cat1_id` lists the devices of one category, or of several separated by commas.",
  },
  "filter.cat1-id-not": {
    source: "spec §4.1",
    level: "must",
    says: "`cat1_id_not` excludes one category, or several separated by commas.",
  },
  "filter.room": { source: "spec §4.1", level: "must", says: "`room_uuid` lists the devices of that room." },
  "filter.sn": { source: "spec §4.1", level: "must", says: "`sn` with an unknown serial number finds no device." },
  "filter.joined": {
    source: "spec §4.1",
    level: "must",
    says: "`join_status` lists the added devices, or the others.",
  },
  "filter.join-status": {
    source: "G14",
    level: "should",
    says: "`join_status` takes `1` and `0`, as in the field of the same name.",
  },
  "filter.together": { source: "spec §4.1", level: "must", says: "Two filters apply together." },
  "filter.any-case": { source: "G3", level: "should", says: "Filters by room ignore the case of its identifier." },
  "filter.repeated": {
    source: "G12",
    level: "may",
    says: "A repeated parameter means the same as several values with commas.",
  },
  "filter.nothing": {
    source: "G13",
    level: "should",
    says: "A filter with an unknown category returns an empty list, not an error.",
  },
  "filter.unknown-room": {
    source: "G25",
    level: "should",
    says: "A filter with an unknown room returns an empty list of devices, not an error.",
  },
  "room.plain": {
    source: "spec §4.7",
    level: "must",
    says: "The list of rooms without parameters has neither the whole house nor the unassigned room.",
  },
  "room.include-all": {
    source: "spec §4.7",
    level: "must",
    says: "`include_all_room` adds only the whole house to the list of rooms.",
  },
  "room.include-none": {
    source: "spec §4.7",
    level: "must",
    says: "`include_no_room` adds only the unassigned room to the list of rooms.",
  },
  "room.include-both": { source: "spec §4.7", level: "must", says: "Both parameters together add both rooms." },
  "switch.on": { source: "G14", level: "should", says: "The value `1` turns extensions and additions on." },
  "switch.off": { source: "G14", level: "should", says: "The value `0` leaves extensions and additions off." },
  "device.ext-light": {
    source: "spec §4.1",
    level: "must",
    says: "`ext_light` adds light information to the list of devices.",
  },
  "device.ext-light-shape": {
    source: "G15",
    level: "should",
    says: "`ext_light` of a device is an array of its complete lights.",
  },
  "device.ext-room": {
    source: "spec §4.1",
    level: "must",
    says: "`ext_room` adds room information to the list of devices.",
  },
  "device.ext-room-shape": {
    source: "G16",
    level: "should",
    says: "`ext_room` is the device's room, or the unassigned room, without `children` and `services`.",
  },
  "device.ext-zigbee-shape": {
    source: "G17",
    level: "may",
    says: "`ext_zigbee` adds {ieee_address, network_address, link_quality}, or an empty object.",
  },
  "device.ext-zigbee-address": {
    source: "G17",
    level: "may",
    says: "No two devices, including the gateway, have the same `ieee_address`.",
  },
  "room.ext-device": {
    source: "spec §4.7",
    level: "must",
    says: "`ext_device` adds device information to the list of rooms.",
  },
  "room.ext-device-shape": {
    source: "G19",
    level: "should",
    says: "`ext_device` of a room is an array of its complete devices.",
  },
  "room.ext-light": {
    source: "spec §4.7",
    level: "must",
    says: "`ext_light` adds light information to the list of rooms.",
  },
  "room.ext-light-shape": {
    source: "G19",
    level: "should",
    says: "`ext_light` of a room is an array of its complete lights.",
  },
  "extension.agrees": {
    source: "spec §4.1, §4.7",
    level: "must",
    says: "Lights, devices and rooms in an extension belong to the resource that has the extension, and have the values of their lists.",
  },
  "extension.together": {
    source: "spec §4.1, §4.7",
    level: "must",
    says: "Extensions, filters and additions work together as each does alone.",
  },
  "scene.filter": {
    source: "spec §4.8",
    level: "must",
    says: "`room_uuid` in the request body lists the scenes of that room, in whatever form the JSON is sent.",
  },
  "scene.filter-untyped": {
    source: "G20",
    level: "should",
    says: "The request body also filters scenes without a Content-Type.",
  },
  "scene.filter-more": {
    source: "G10",
    level: "should",
    says: "The request body also filters scenes if it has further fields.",
  },
  "scene.filter-query": {
    source: "G20",
    level: "may",
    says: "`room_uuid` in the query lists the scenes of that room.",
  },
  "scene.unknown-room": {
    source: "G25",
    level: "should",
    says: "A filter with an unknown room returns an empty list of scenes, not an error.",
  },
  "body.unused": {
    source: "spec §4",
    level: "must",
    says: "A request body has no effect on any read except the list of scenes.",
  },
  "body.optional": {
    source: "spec §4.8",
    level: "must",
    says: "The list of scenes requires no request body, even with a Content-Type.",
  },
  "body.empty": { source: "G33", level: "should", says: "The body `{}` does not filter the list of scenes." },
} as const satisfies Record<string, Rule>;
