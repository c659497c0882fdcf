import type { Wire } from "../http/http-client.ts";
import { asking, type Breakage, ignoring, inEvery, inSuccess, isList, type Mutant, refusing } from "./mutant.ts";

/** Lists only some rooms when a special one is included. */
const including = (parameter: string, isListed: (room: Wire) => boolean): Breakage =>
  inSuccess(isList("room"), ({ data }, { query }) => {
    if (query.get(parameter) !== "1") return;
    data.arr = data.arr.filter(isListed);
    data.len = data.arr.length;
  });

/** Gateways that add the wrong things to a list, or nothing. */
export const BROKEN_PARAMETERS: readonly Mutant[] = [
  {
    rule: "room.plain",
    does: "always lists the whole house",
    breakage: asking("room", (query) => query.set("include_all_room", "1")),
  },
  {
    rule: "room.include-all",
    does: "ignores `include_all_room`",
    breakage: () => ignoring("room", "include_all_room"),
  },
  {
    rule: "room.include-all",
    does: "lists nothing but the whole house when it is included",
    breakage: () => including("include_all_room", ({ room_kind }) => room_kind === 1),
  },
  {
    rule: "room.include-all",
    does: "adds the unassigned room to the whole house",
    breakage: asking("room", (query) => query.has("include_all_room") && query.set("include_no_room", "1")),
  },
  { rule: "room.include-none", does: "ignores `include_no_room`", breakage: () => ignoring("room", "include_no_room") },
  {
    rule: "room.include-none",
    does: "adds the whole house to the unassigned room",
    breakage: asking("room", (query) => query.has("include_no_room") && query.set("include_all_room", "1")),
  },
  {
    rule: "room.include-none",
    does: "lists nothing but the unassigned room when it is included",
    breakage: () => including("include_no_room", ({ room_kind }) => room_kind === 2),
  },
  {
    rule: "room.include-both",
    does: "adds one room only when asked for both",
    breakage: asking("room", (query) => query.has("include_all_room") && query.delete("include_no_room")),
  },
  {
    rule: "room.include-both",
    does: "refuses to add two rooms",
    breakage: refusing(({ query }) => query.has("include_all_room") && query.has("include_no_room"), 400),
  },
  {
    rule: "switch.on",
    does: "accepts `true` only",
    breakage: asking("room", (query) => query.get("include_all_room") === "1" && query.delete("include_all_room")),
  },
  {
    rule: "switch.off",
    does: "treats any value as on",
    breakage: asking("device", (query) => query.has("ext_light") && query.set("ext_light", "1")),
  },
  { rule: "device.ext-light", does: "ignores `ext_light` on devices", breakage: () => ignoring("device", "ext_light") },
  {
    rule: "device.ext-light",
    does: "lists lamps only when asked for their lights",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.has("ext_light")) data.arr = data.arr.filter(({ product }: Wire) => product.cat1_id === 2);
      }),
  },
  {
    rule: "device.ext-light-shape",
    does: "gives one light instead of an array",
    breakage: () =>
      inEvery(
        "device",
        (device) => device.ext_light && Object.assign(device, { ext_light: device.ext_light[0] ?? {} }),
      ),
  },
  {
    rule: "device.ext-light-shape",
    does: "gives the ids of lights only",
    breakage: () =>
      inEvery(
        "device",
        (device) =>
          device.ext_light && Object.assign(device, { ext_light: device.ext_light.map(({ id }: Wire) => ({ id })) }),
      ),
  },
  {
    rule: "device.ext-light-shape",
    does: "gives no light to a lamp",
    breakage: () => inEvery("device", (device) => device.ext_light?.splice(0)),
  },
  { rule: "device.ext-room", does: "ignores `ext_room`", breakage: () => ignoring("device", "ext_room") },
  {
    rule: "device.ext-room-shape",
    does: "gives the name of the room only",
    breakage: () =>
      inEvery("device", (device) => device.ext_room && Object.assign(device, { ext_room: device.ext_room.name })),
  },
  {
    rule: "device.ext-room-shape",
    does: "gives rooms with `children` that are empty",
    also: ["extension.agrees"],
    breakage: () => inEvery("device", (device) => device.ext_room && Object.assign(device.ext_room, { children: [] })),
  },
  { rule: "device.ext-zigbee-shape", does: "ignores `ext_zigbee`", breakage: () => ignoring("device", "ext_zigbee") },
  {
    rule: "device.ext-zigbee-shape",
    does: "refuses `ext_zigbee`",
    breakage: refusing(({ query }) => query.has("ext_zigbee"), 400),
  },
  {
    rule: "device.ext-zigbee-shape",
    does: "gives the link quality as text",
    breakage: () =>
      inEvery(
        "device",
        (device) => device.ext_zigbee && Object.assign(device, { ext_zigbee: { link_quality: "good" } }),
      ),
  },
  {
    rule: "device.ext-zigbee-shape",
    does: "gives the Zigbee address alone",
    breakage: () => inEvery("device", (device) => device.ext_zigbee && Object.assign(device, { ext_zigbee: "0x00" })),
  },
  {
    rule: "device.ext-zigbee-address",
    does: "gives its own address to every device",
    breakage: () =>
      inEvery(
        "device",
        ({ ext_zigbee }) => ext_zigbee && Object.assign(ext_zigbee, { ieee_address: "0x00124b0000000001" }),
      ),
  },
  { rule: "room.ext-device", does: "ignores `ext_device`", breakage: () => ignoring("room", "ext_device") },
  {
    rule: "room.ext-device-shape",
    does: "gives the ids of devices only",
    breakage: () =>
      inEvery(
        "room",
        (room) => room.ext_device && Object.assign(room, { ext_device: room.ext_device.map(({ id }: Wire) => id) }),
      ),
  },
  { rule: "room.ext-light", does: "ignores `ext_light` on rooms", breakage: () => ignoring("room", "ext_light") },
  {
    rule: "room.ext-light-shape",
    does: "gives the first light of a room only",
    breakage: () => inEvery("room", (room) => room.ext_light?.splice(1)),
  },
];
