import { randomUUID } from "node:crypto";
import type { Wire } from "../http/http-client.ts";
import { type Breakage, inEvery, inSuccess, isList, type Mutant, NOBODY } from "./mutant.ts";

/** Every resource of a kind with other fields. */
const having = (kind: string, fields: Record<string, unknown>) => (): Breakage =>
  inEvery(kind, (resource) => Object.assign(resource, fields));

const lacking = (kind: string, name: string) => (): Breakage => inEvery(kind, (resource) => delete resource[name]);

const every = (kind: string, change: (resource: Wire) => unknown) => (): Breakage => inEvery(kind, change);

/** All that looks like an identifier, wherever it stands. */
const spelling = (how: (id: string) => string) => (): Breakage => ({
  given: (given) => ({ ...given, body: given.body.replace(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g, how) }),
});

/** The first of a list at its end again, and counted. */
const listedTwice =
  (kind: string, change: (resource: Wire) => Wire = (resource) => resource) =>
  (): Breakage =>
    inSuccess(isList(kind), ({ data }) => {
      data.arr.push(...data.arr.slice(0, 1).map(change));
      if (data.len !== undefined) data.len = data.arr.length;
    });

/** A device with an update to a version. */
const offer = (device: Wire, version: string) => Object.assign(device, { has_new: 1, new_version: version });

const SEGMENTED = { color_mode: 3, color_len: 1, color_arr: [{ x: 30_000, y: 30_000 }], color_rgb_arr: [0xff8800] };

/** Gateways whose resources are wrong. */
export const BROKEN_RESOURCES: readonly Mutant[] = [
  { rule: "id.uuid", does: "writes identifiers without hyphens", breakage: spelling((id) => id.replaceAll("-", "")) },
  {
    rule: "id.uuid",
    does: "gives a device an invalid id in the plain list only",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.size === 0) data.arr[1].id = "LX-1";
      }),
  },
  {
    rule: "id.uuid",
    does: "gives a name for the id of a sync area",
    breakage: having("sync", { area_id: "living room" }),
  },
  { rule: "id.unique", does: "lists a light twice", breakage: listedTwice("light") },
  { rule: "id.unique", does: "lists a device twice", breakage: listedTwice("device") },
  { rule: "id.unique", does: "lists a sync box twice", breakage: listedTwice("sync") },
  { rule: "id.unique", does: "lists a room twice", breakage: listedTwice("room") },
  { rule: "id.unique", does: "lists a scene twice", breakage: listedTwice("scene") },
  {
    rule: "id.unique",
    does: "lists a light again in lower case",
    breakage: listedTwice("light", (light) => ({ ...light, id: light.id.toLowerCase() })),
  },
  { rule: "id.upper-case", does: "writes identifiers in lower case", breakage: spelling((id) => id.toLowerCase()) },
  {
    rule: "id.upper-case",
    does: "refers to resources in lower case",
    breakage: () => ({
      given: (given) => ({ ...given, body: given.body.replace(/"rid":"[^"]*/g, (id) => id.toLowerCase()) }),
    }),
  },
  {
    rule: "id.steady",
    does: "gives the `group_light` of a room another id at each read",
    breakage: every("room", ({ services }) =>
      services.map((one: Wire) => Object.assign(one, { rid: randomUUID().toUpperCase() })),
    ),
  },
  { rule: "device.fields", does: "has no `has_new`", breakage: lacking("device", "has_new") },
  {
    rule: "device.fields",
    does: "writes `online` as true and false",
    breakage: every("device", (device) => {
      device.online = device.online === 1;
    }),
  },
  {
    rule: "device.fields",
    does: "has a product without `model`",
    breakage: every("device", ({ product }) => delete product.model),
  },
  { rule: "device.values", does: "has a third value of `online`", breakage: having("device", { online: 2 }) },
  { rule: "device.values", does: "has devices of the type `lamp`", breakage: having("device", { type: "lamp" }) },
  {
    rule: "device.values",
    does: "has a ninth top category",
    breakage: every("device", ({ product }) => {
      product.cat1_id = 9;
    }),
  },
  {
    rule: "device.gateway",
    does: "does not list itself",
    also: ["list.complete"],
    breakage: () =>
      inSuccess(isList("device"), ({ data }) => {
        data.arr = data.arr.filter(({ product }: Wire) => product.cat1_id !== 1);
      }),
  },
  {
    rule: "device.services",
    does: "names lights in `services` that do not exist",
    breakage: every("device", ({ services }) => services.map((one: Wire) => Object.assign(one, { rid: NOBODY }))),
  },
  {
    rule: "reference.type",
    does: "gives the `group_light` of a room, which scenes name, another type",
    breakage: every("room", ({ services }) =>
      services.map((one: Wire) => Object.assign(one, { rtype: "grouped_light" })),
    ),
  },
  {
    rule: "reference.type",
    does: "gives the room of a scene for its `group_light`",
    breakage: () => {
      const rooms = new Map<string, string>();
      return inSuccess(isList(), ({ data }) => {
        for (const { id, type, services, parent_id } of data.arr) {
          if (type === "room") rooms.set(services[0].rid, id);
          if (type === "scene")
            data.arr.find((one: Wire) => one.id === id).parent_id = rooms.get(parent_id) ?? parent_id;
        }
      });
    },
  },
  {
    rule: "reference.type",
    does: "gives the lights in `services` the type `lamp`",
    breakage: every("device", ({ services }) => services.map((one: Wire) => Object.assign(one, { rtype: "lamp" }))),
  },
  {
    rule: "device.category",
    does: "has lamps that are sync boxes by their category",
    breakage: every("device", ({ product }) => product.cat1_id === 2 && Object.assign(product, { cat1_id: 3 })),
    also: ["filter.cat1-id", "filter.cat1-id-not"],
  },
  {
    rule: "device.provides",
    does: "has lamps that provide nothing",
    also: ["extension.agrees"],
    breakage: every("device", (device) => device.product.cat1_id === 2 && Object.assign(device, { services: [] })),
  },
  {
    rule: "device.gateway-online",
    does: "shows itself as offline",
    breakage: every("device", (device) => device.product.cat1_id === 1 && Object.assign(device, { online: 0 })),
  },
  {
    rule: "device.sub-category",
    does: "gives white lamps the category of RGBCW lights",
    breakage: every("device", ({ product }) => product.cat2_id === 203 && Object.assign(product, { cat2_id: 205 })),
  },
  {
    rule: "device.sub-category",
    does: "swaps the bits of colour and of colour temperature",
    also: ["light.mode"],
    breakage: every("light", (light) => {
      const { ability } = light;
      light.ability = (ability & ~12) | ((ability & 4) << 1) | ((ability & 8) >> 1);
    }),
  },
  { rule: "device.name", does: "has devices without a name", breakage: having("device", { name: "" }) },
  {
    rule: "device.category-names",
    does: "has categories without a name",
    breakage: every("device", ({ product }) => Object.assign(product, { cat2_name: " " })),
  },
  {
    rule: "device.category-names",
    does: "has two names for one category",
    breakage: every(
      "device",
      (device) => device.name === "Ceiling" && Object.assign(device.product, { cat1_name: "Box" }),
    ),
  },
  {
    rule: "device.categories",
    does: "numbers sub-categories from 1",
    breakage: every("device", ({ product }) => {
      product.cat2_id %= 100;
    }),
  },
  {
    rule: "device.kind",
    does: "gives every lamp the category of dimmable lamps",
    breakage: every(
      "device",
      ({ product }) => product.cat1_id === 2 && Object.assign(product, { cat2_id: 202, cat3_id: 20201 }),
    ),
  },
  { rule: "device.new-version", does: "has no `new_version`", breakage: lacking("device", "new_version") },
  {
    rule: "device.new-version",
    does: "gives a new version though `has_new` is 0",
    breakage: having("device", { new_version: "9.9.9" }),
  },
  {
    rule: "device.new-version",
    does: "gives the new version as a number",
    breakage: having("device", { new_version: 9 }),
  },
  {
    rule: "device.newer",
    does: "offers the installed version",
    breakage: every("device", (device) => offer(device, device.product.software_version)),
  },
  {
    rule: "device.newer",
    does: "offers an older version",
    breakage: every("device", (device) => offer(device, "0.0.9")),
  },
  {
    rule: "device.newer",
    does: "offers the installed version in another notation",
    breakage: every("device", (device) => offer(device, `v${device.product.software_version}.0`)),
  },
  {
    rule: "device.maker",
    does: "has lamps without a manufacturer",
    breakage: every("device", ({ product }) => {
      product.manufacturer = "";
    }),
  },
  {
    rule: "device.maker",
    does: "has lamps without a model",
    breakage: every("device", ({ product }) => {
      product.model = " ";
    }),
  },
  {
    rule: "light.fields",
    does: "writes `brightness` as text",
    breakage: every("light", (light) => {
      light.brightness = `${light.brightness}`;
    }),
  },
  { rule: "light.fields", does: "has no `positions`", breakage: lacking("light", "positions") },
  {
    rule: "light.fields",
    does: "gives coordinates as fractions of 1",
    breakage: every("light", (light) => {
      light.color_x /= 65535;
    }),
  },
  {
    rule: "light.fields",
    does: "lists only the ids of lights",
    breakage: () =>
      inSuccess(isList("light"), ({ data }) => {
        data.arr = data.arr.map(({ id }: Wire) => id);
      }),
  },
  { rule: "light.values", does: "counts `brightness` to 254", breakage: having("light", { brightness: 254 }) },
  { rule: "light.values", does: "has lights with `brightness` 0", breakage: having("light", { brightness: 0 }) },
  { rule: "light.values", does: "gives `color_cw` in mired", breakage: having("light", { color_cw: 370 }) },
  { rule: "light.values", does: "has a fifth colour mode", breakage: having("light", { color_mode: 4 }) },
  {
    rule: "light.values",
    does: "has a sixth power-on mode",
    breakage: every("light", (light) => {
      light.power_on.mode = 5;
    }),
  },
  {
    rule: "light.owner",
    does: "has lights of no device",
    also: ["extension.agrees"],
    breakage: having("device", { services: [] }),
  },
  { rule: "light.reserved", does: "has lights without `pack`", breakage: lacking("light", "pack") },
  {
    rule: "light.support",
    does: "has `support_segment` 1 without the bit in `ability`",
    breakage: having("light", { support_segment: 1 }),
  },
  {
    rule: "light.support",
    does: "leaves the segments out of `ability`",
    breakage: every("light", (light) => {
      light.ability &= ~16;
    }),
  },
  {
    rule: "light.dynamic",
    does: "supports no dynamic scenes where `ability` has dynamic effects",
    breakage: having("light", { support_dynamic: 0 }),
  },
  {
    rule: "light.mode",
    does: "has white lamps in a colour mode",
    breakage: every("light", (light) => light.ability === 7 && Object.assign(light, { color_mode: 1 })),
  },
  {
    rule: "light.mode",
    does: "has a lamp without segments in the mode of segments",
    breakage: every(
      "light",
      (light) => light.support_segment === 0 && (light.ability & 8) !== 0 && Object.assign(light, SEGMENTED),
    ),
  },
  {
    rule: "light.segment-count",
    does: "counts no segments in the mode of segments",
    breakage: having("light", { color_len: 0 }),
  },
  {
    rule: "light.segments",
    does: "has a higher `color_len` than it has segments",
    breakage: every("light", (light) => light.color_len++),
  },
  {
    rule: "light.segment-colours",
    does: "shows segments in `color_mode` 3 that have no colours",
    breakage: every("light", (light) =>
      light.support_segment === 1 ? Object.assign(light, { ...SEGMENTED, color_arr: [], color_rgb_arr: [] }) : light,
    ),
  },
  {
    rule: "light.rgb",
    does: "puts alpha into `color_rgb`",
    breakage: every("light", (light) => {
      light.color_rgb += 0xff000000;
    }),
  },
  {
    rule: "light.sync-status",
    does: "counts the sync boxes in `sync_status`",
    breakage: having("light", { sync_status: 2 }),
  },
  { rule: "chart.scale", does: "gives coordinates up to 100000", breakage: having("light", { color_x: 100_000 }) },
  { rule: "sync.fields", does: "has three configurations", breakage: lacking("sync", "color_config_4") },
  { rule: "sync.values", does: "has a third HDMI source", breakage: having("sync", { source: 2 }) },
  {
    rule: "sync.values",
    does: "has idle sync boxes with `brightness` 0",
    breakage: having("sync", { brightness: 0 }),
  },
  {
    rule: "sync.owner",
    does: "has sync boxes of no device",
    breakage: every("device", (device) => {
      device.services = device.services.filter(({ rtype }: Wire) => rtype !== "sync");
    }),
  },
  { rule: "sync.area", does: "has a sync area that is not a room", breakage: having("sync", { area_id: NOBODY }) },
  { rule: "room.fields", does: "has no `children`", breakage: lacking("room", "children") },
  { rule: "room.values", does: "has a fourth kind of room", breakage: having("room", { room_kind: 3 }) },
  {
    rule: "room.values",
    does: "has lights as children of a room",
    breakage: every("room", ({ children }) => children.map((child: Wire) => Object.assign(child, { rtype: "light" }))),
  },
  {
    rule: "room.children",
    does: "has rooms whose children do not exist",
    breakage: every("room", ({ children }) => children.push({ rid: NOBODY, rtype: "device" })),
  },
  { rule: "room.name", does: "has rooms without a name", breakage: having("room", { name: "" }) },
  {
    rule: "room.whole-house",
    does: "has a whole house without children",
    breakage: every("room", (room) => room.room_kind === 1 && Object.assign(room, { children: [] })),
  },
  {
    rule: "room.unassigned",
    does: "has an unassigned room without children",
    breakage: every("room", (room) => room.room_kind === 2 && Object.assign(room, { children: [] })),
  },
  {
    rule: "room.assigned",
    also: ["filter.room"],
    does: "puts a device that has a room into the unassigned one",
    breakage: () => {
      let child: Wire;
      return inEvery("room", (room) => {
        child ??= room.children[0];
        if (room.room_kind === 2) room.children.push(child);
      });
    },
  },
  { rule: "room.group-light", does: "has rooms without services", breakage: having("room", { services: [] }) },
  {
    rule: "room.sequence",
    does: "gives two rooms the same `sequence`",
    breakage: every("room", (room) => {
      room.sequence = Math.max(1, room.sequence);
    }),
  },
  { rule: "scene.fields", does: "has no `colors`", breakage: lacking("scene", "colors") },
  {
    rule: "scene.values",
    does: "has scenes whose `parent_type` is `room`",
    breakage: having("scene", { parent_type: "room" }),
  },
  { rule: "scene.values", does: "has a third type of scene", breakage: having("scene", { scene_type: 3 }) },
  { rule: "scene.name", does: "has scenes without a name", breakage: having("scene", { name: " " }) },
  {
    rule: "scene.parent",
    does: "has scenes whose parent does not exist",
    breakage: having("scene", { parent_id: NOBODY }),
  },
  {
    rule: "scene.colors",
    does: "leaves out alpha",
    breakage: every("scene", (scene) => {
      scene.colors = scene.colors.map((colour: number) => colour & 0xffffff);
    }),
  },
  { rule: "scene.colors", does: "gives one colour", breakage: every("scene", ({ colors }) => colors.splice(1)) },
  {
    rule: "scene.colors",
    does: "writes colours with a sign",
    breakage: every("scene", (scene) => {
      scene.colors = scene.colors.map((colour: number) => colour | 0);
    }),
  },
  {
    rule: "scene.picture",
    does: "has picture scenes without a `picture_url`",
    breakage: having("scene", { picture_url: "" }),
  },
  {
    rule: "scene.picture-url",
    does: "gives a file name as `picture_url`",
    breakage: having("scene", { picture_url: "aurora.png" }),
  },
  {
    rule: "scene.picture-url",
    does: "gives a `picture_url` without a host",
    breakage: every("scene", (scene) => {
      scene.picture_url = scene.picture_url.replace(/^http:\/\/[^/]*/, "");
    }),
  },
  {
    rule: "scene.sequence",
    does: "gives two scenes of a room the same `sequence`",
    breakage: having("scene", { sequence: 1 }),
  },
];
