import type { Rule } from "./rule.ts";

/** Reads of one resource, and what may be asked of lists. */
export const READ_RULES = {
  "one.same": {
    source: "spec §4.2, §4.4, §4.6",
    level: "must",
    says: "A device, light or sync box reads the same by itself as in its list.",
  },
  "one.room-and-scene": { source: "G21", level: "should", says: "So do a room and a scene, which can be read too." },
  "one.any-case": { source: "G3", level: "should", says: "Look-ups ignore the case of identifiers." },
  "one.device-not-found": {
    source: "spec §7 rule 2",
    level: "must",
    says: "An unknown device is 404 with code -1 and the message `not found`.",
  },
  "one.not-found": { source: "G37", level: "should", says: "So is an unknown light, sync box, room or scene." },
  "one.lights-of-device": {
    source: "G58",
    level: "should",
    says: "Asked for a light under the id of a device, the lights of that device come in `arr`.",
  },
  "filter.cat1-id": { source: "spec §4.1", level: "must", says: "`cat1_id` gives the devices of these categories." },
  "filter.cat1-id-not": { source: "spec §4.1", level: "must", says: "`cat1_id_not` leaves these categories out." },
  "filter.room": { source: "spec §4.1", level: "must", says: "`room_uuid` gives the devices of that room." },
  "filter.sn": { source: "spec §4.1", level: "must", says: "A serial number that no device has gives none." },
  "filter.join-status": { source: "G14", level: "should", says: "`join_status` compares with the field of that name." },
  "filter.together": { source: "G14", level: "should", says: "Of two filters, both hold." },
  "filter.repeated": {
    source: "G12",
    level: "may",
    says: "A parameter that is repeated is the same as values with commas.",
  },
  "filter.nothing": {
    source: "G13",
    level: "should",
    says: "A category that no device has gives none, and is no error.",
  },
  "filter.unknown-room": {
    source: "G25",
    level: "should",
    says: "A room that does not exist gives none, and is no error.",
  },
  "room.plain": {
    source: "spec §4.7",
    level: "must",
    says: "Unless asked for, neither the whole house nor the unassigned room is listed.",
  },
  "room.include-all": { source: "spec §4.7", level: "must", says: "`include_all_room` adds the whole house." },
  "room.include-none": { source: "spec §4.7", level: "must", says: "`include_no_room` adds the unassigned room." },
  "switch.on": { source: "G14", level: "should", says: "`1` turns extensions and additions on." },
  "switch.off": { source: "G14", level: "should", says: "`0` leaves them off." },
  "device.ext-light": { source: "spec §4.1", level: "must", says: "`ext_light` adds light information to devices." },
  "device.ext-light-shape": { source: "G15", level: "should", says: "It is an array of the device's whole lights." },
  "device.ext-room": { source: "spec §4.1", level: "must", says: "`ext_room` adds room information to devices." },
  "device.ext-room-shape": {
    source: "G16",
    level: "should",
    says: "It is the device's room without `children` and `services`, the unassigned room for a device in none.",
  },
  "device.ext-zigbee-shape": {
    source: "G17",
    level: "may",
    says: "`ext_zigbee` adds {ieee_address, network_address, link_quality}, or an empty object.",
  },
  "device.ext-zigbee-address": {
    source: "G17",
    level: "may",
    says: "No two devices, the gateway among them, have the same `ieee_address` there.",
  },
  "room.ext-device": { source: "spec §4.7", level: "must", says: "`ext_device` adds device information to rooms." },
  "room.ext-device-shape": { source: "G19", level: "should", says: "It is an array of the room's whole devices." },
  "room.ext-light": { source: "spec §4.7", level: "must", says: "`ext_light` adds light information to rooms." },
  "room.ext-light-shape": { source: "G19", level: "should", says: "It is an array of the room's whole lights." },
  "scene.filter": {
    source: "spec §4.8",
    level: "must",
    says: "`room_uuid` in the body gives the scenes of that room.",
  },
  "scene.filter-query": { source: "G20", level: "may", says: "So does `room_uuid` in the query." },
  "scene.unknown-room": {
    source: "G25",
    level: "should",
    says: "A room that does not exist gives none, and is no error.",
  },
} as const satisfies Record<string, Rule>;
