import type { Wire } from "../http/http-client.ts";
import {
  answering,
  type Breakage,
  ignoring,
  inEvery,
  inSuccess,
  isList,
  isOne,
  type Mutant,
  NOBODY,
  type RelayedRequest,
  ROOT,
} from "./mutant.ts";

/** Changes how a list is asked for. */
const asking = (kind: string, change: (query: URLSearchParams) => unknown) => (): Breakage => ({
  asked: (asked) => {
    if (asked.path !== `${ROOT}/${kind}`) return asked;
    const query = new URLSearchParams(asked.query);
    change(query);
    return { ...asked, query };
  },
});

const refusing = (when: (asked: RelayedRequest) => boolean, status: number) => (): Breakage =>
  answering(when, { status, code: -status });

const isUnknown =
  (kind: string) =>
  (asked: RelayedRequest, { status }: { status: number }) =>
    status === 404 && asked.path.includes(`/${kind}/`);

const withQuery = (asked: RelayedRequest, query: Record<string, string>): RelayedRequest => ({
  ...asked,
  query: new URLSearchParams(query),
});

const isSceneFilter = ({ method, path, body }: RelayedRequest): boolean =>
  method === "GET" && path.endsWith("/scene") && body.includes("room_uuid");

const sceneFilter = (room: string): string => JSON.stringify({ room_uuid: room });

/** Lists only some rooms when a special one is included. */
const including = (parameter: string, isListed: (room: Wire) => boolean): Breakage =>
  inSuccess(isList("room"), ({ data }, { query }) => {
    if (query.get(parameter) !== "1") return;
    data.arr = data.arr.filter(isListed);
    data.len = data.arr.length;
  });

/** Gateways that read something else than was asked for. */
export const BROKEN_READS: readonly Mutant[] = [
  {
    rule: "one.same",
    does: "shows another `on` in one light than in the list",
    breakage: () =>
      inSuccess(isOne("light"), ({ data }) => data.obj.id && Object.assign(data.obj, { on: 1 - data.obj.on })),
  },
  {
    rule: "one.same",
    does: "does not find a device that it lists",
    breakage: () =>
      answering(({ path }, { status }) => status === 200 && path.includes("/device/"), {
        status: 404,
        code: -1,
        msg: "not found",
      }),
  },
  {
    rule: "one.same",
    does: "leaves `new_version` out of one device",
    breakage: () => inSuccess(isOne("device"), ({ data }) => delete data.obj.new_version),
  },
  {
    rule: "one.same",
    does: "gives the first sync box whichever is asked for",
    breakage: () =>
      inSuccess(isOne("sync"), (json) => {
        json.data.obj.name = "The first";
      }),
  },
  {
    rule: "one.fields",
    does: "leaves `pack` out of one light",
    breakage: () => inSuccess(isOne("light"), ({ data }) => delete data.obj.pack),
  },
  {
    rule: "one.fields",
    does: "has one more field in one sync box",
    breakage: () => inSuccess(isOne("sync"), ({ data }) => Object.assign(data.obj, { firmware: "1.0" })),
  },
  {
    rule: "one.room-and-scene",
    does: "cannot read one room",
    breakage: () =>
      answering((asked, given) => isOne("room")(asked, given), { status: 404, code: -1, msg: "not found" }),
  },
  {
    rule: "one.any-case",
    does: "finds upper case only",
    breakage: () => answering(({ path }) => /\/light\/.*[a-f]/.test(path), { status: 404, code: -1, msg: "not found" }),
  },
  {
    rule: "one.device-not-found",
    does: "answers an unknown device with HTTP 200",
    breakage: () => answering(isUnknown("device"), { status: 200 }),
  },
  {
    rule: "one.device-not-found",
    does: "has code 404 for an unknown device",
    breakage: () => answering(isUnknown("device"), { code: 404 }),
  },
  {
    rule: "one.device-not-found",
    does: "says `no such device`",
    breakage: () => answering(isUnknown("device"), { msg: "no such device" }),
  },
  {
    rule: "one.not-found",
    does: "answers an unknown light with HTTP 400",
    breakage: () => answering(isUnknown("light"), { status: 400 }),
  },
  {
    rule: "one.lights-of-device",
    does: "gives one light in `obj` when asked by device",
    breakage: () =>
      inSuccess(
        isOne("light"),
        (json) => json.data.arr.length > 0 && Object.assign(json.data, { obj: json.data.arr[0], arr: [] }),
      ),
  },
  {
    rule: "one.lights-of-device",
    does: "knows no lights by the ids of devices",
    breakage: () =>
      answering((asked, { body }) => asked.path.includes("/light/") && body.includes('"obj":{}'), {
        status: 404,
        code: -1,
        msg: "not found",
      }),
  },
  { rule: "filter.cat1-id", does: "ignores `cat1_id`", breakage: () => ignoring("device", "cat1_id") },
  {
    rule: "filter.cat1-id",
    does: "takes the first of several categories only",
    breakage: asking("device", (query) => query.get("cat1_id")?.includes(",") && query.set("cat1_id", "1")),
  },
  {
    rule: "filter.cat1-id",
    does: "knows gateways and lamps only",
    breakage: asking("device", (query) => query.get("cat1_id") === "3" && query.set("cat1_id", "99")),
  },
  {
    rule: "filter.cat1-id",
    does: "shows every device as offline when it filters them",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.get("cat1_id") === "2") for (const device of data.arr) device.online = 0;
      }),
  },
  { rule: "filter.cat1-id-not", does: "ignores `cat1_id_not`", breakage: () => ignoring("device", "cat1_id_not") },
  {
    rule: "filter.cat1-id-not",
    does: "takes `cat1_id_not` for `cat1_id`",
    breakage: asking("device", (query) => {
      const value = query.get("cat1_id_not");
      query.delete("cat1_id_not");
      if (value) query.set("cat1_id", value);
    }),
  },
  { rule: "filter.room", does: "ignores `room_uuid`", breakage: () => ignoring("device", "room_uuid") },
  {
    rule: "filter.room",
    does: "finds the lamps of a room only",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.has("room_uuid")) data.arr = data.arr.filter(({ product }: Wire) => product.cat1_id === 2);
      }),
  },
  {
    rule: "filter.room",
    does: "finds nothing in the whole house",
    breakage: () => {
      let wholeHouse = "";
      return {
        asked: (asked) =>
          asked.query.get("room_uuid") === wholeHouse ? withQuery(asked, { room_uuid: NOBODY }) : asked,
        ...inEvery("room", (room) => {
          if (room.room_kind === 1) wholeHouse = room.id;
        }),
      };
    },
  },
  { rule: "filter.sn", does: "ignores `sn`", breakage: () => ignoring("device", "sn") },
  { rule: "filter.join-status", does: "ignores `join_status`", breakage: () => ignoring("device", "join_status") },
  {
    rule: "filter.join-status",
    does: "takes `join_status` the wrong way round",
    breakage: asking(
      "device",
      (query) => query.has("join_status") && query.set("join_status", query.get("join_status") === "1" ? "0" : "1"),
    ),
  },
  {
    rule: "filter.together",
    does: "looks at the last filter only",
    breakage: asking("device", (query) => query.has("cat1_id") && query.has("join_status") && query.delete("cat1_id")),
  },
  {
    rule: "filter.repeated",
    does: "looks at the first of several values only",
    breakage: asking("device", (query) => query.getAll("cat1_id").length > 1 && query.set("cat1_id", "1")),
  },
  {
    rule: "filter.nothing",
    does: "refuses a category that nobody has with HTTP 400",
    breakage: refusing(({ query }) => query.get("cat1_id") === "99", 400),
  },
  {
    rule: "filter.unknown-room",
    does: "answers a filter by an unknown room with HTTP 404",
    breakage: refusing(
      ({ path, query }) => path.endsWith("/device") && query.get("room_uuid")?.endsWith("DEAD") === true,
      404,
    ),
  },
  {
    rule: "room.plain",
    does: "lists the whole house always",
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
    does: "takes `true` only",
    breakage: asking("room", (query) => query.get("include_all_room") === "1" && query.delete("include_all_room")),
  },
  {
    rule: "switch.off",
    does: "takes any value for on",
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
    does: "gives rooms with their `children`",
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
    does: "gives the link quality in words",
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
  {
    rule: "scene.filter",
    does: "ignores the body of a GET",
    breakage: () => ({ asked: (asked) => ({ ...asked, body: isSceneFilter(asked) ? "" : asked.body }) }),
  },
  {
    rule: "scene.filter",
    does: "refuses a filter in the body",
    breakage: refusing(isSceneFilter, 400),
  },
  {
    rule: "scene.filter",
    does: "finds the scenes of every room",
    breakage: () => ({
      asked: (asked) => (asked.body.includes("DEAD") || !isSceneFilter(asked) ? asked : { ...asked, body: "" }),
    }),
  },
  {
    rule: "scene.filter",
    does: "finds no scenes by a body with spaces",
    breakage: () => ({
      asked: (asked) =>
        isSceneFilter(asked) && /\s/.test(asked.body) ? { ...asked, body: sceneFilter(NOBODY) } : asked,
    }),
  },
  {
    rule: "scene.filter-query",
    does: "ignores `room_uuid` in the query of scenes",
    breakage: () => ignoring("scene", "room_uuid"),
  },
  {
    rule: "scene.unknown-room",
    does: "answers scenes of an unknown room with HTTP 404",
    breakage: () =>
      answering((asked, given) => isList("scene")(asked, given) && asked.body.includes("DEAD"), {
        status: 404,
        code: -1,
      }),
  },
];
