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
    does: "does not find a device that is offline",
    breakage: () =>
      answering(({ path }, { body }) => path.includes("/device/") && body.includes('"online":0'), {
        status: 404,
        code: -1,
        msg: "not found",
      }),
  },
  {
    rule: "one.same",
    does: "shows one of many lamps differently when it is read alone",
    breakage: () =>
      inSuccess(isOne("light"), ({ data: { obj } }) => obj.name === "Worktop" && Object.assign(obj, { brightness: 3 })),
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
    does: "finds ids in upper case only",
    breakage: () => answering(({ path }) => /\/light\/.*[a-f]/.test(path), { status: 404, code: -1, msg: "not found" }),
  },
  {
    rule: "one.any-case",
    does: "finds devices in upper case only",
    breakage: () =>
      answering(({ path }) => /\/device\/.*[a-f]/.test(path), { status: 404, code: -1, msg: "not found" }),
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
    does: "answers an unknown device with the message `no such device`",
    breakage: () => answering(isUnknown("device"), { msg: "no such device" }),
  },
  ...Object.entries({
    "finds itself under the nil UUID": (id: string, own: Wire) => (id.startsWith("00000000-0000-0000") ? own.id : id),
    "looks at the first digits of an id only": (id: string, own: Wire) =>
      id.slice(0, 8) === own.id.slice(0, 8) ? own.id : id,
  }).map(
    ([does, found]): Mutant => ({
      rule: "one.device-not-found",
      does,
      breakage: () => {
        let own: Wire = { id: "" };
        return {
          asked: (asked) => ({
            ...asked,
            path: asked.path.replace(/(\/device\/)(.+)$/, (_all, start: string, id: string) => start + found(id, own)),
          }),
          ...inEvery("device", (device) => {
            if (device.product.cat1_id === 1) own = device;
          }),
        };
      },
    }),
  ),
  {
    rule: "one.device-not-found",
    does: "gives the device of a light under the id of the light",
    breakage: () => {
      const devices = new Map<string, string>();
      return {
        asked: (asked) => ({
          ...asked,
          path: asked.path.replace(
            /(\/device\/)(.+)$/,
            (_all, start: string, id: string) => start + (devices.get(id) ?? id),
          ),
        }),
        ...inEvery("device", ({ id, services }) => {
          for (const { rid, rtype } of services) if (rtype === "light") devices.set(rid, id);
        }),
      };
    },
  },
  {
    rule: "one.device-not-found",
    does: "has an empty device for an unknown one when asked for its light",
    breakage: () => ({
      given: (given, asked) =>
        given.status === 404 && asked.path.includes("/device/") && asked.query.has("ext_light")
          ? { ...given, status: 200, body: '{"code":0,"msg":"success","data":{"obj":{}}}' }
          : given,
    }),
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
    does: "does not find lights by the ids of devices",
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
    does: "reads only the first of several categories",
    breakage: asking("device", (query) => query.get("cat1_id")?.includes(",") && query.set("cat1_id", "1")),
  },
  {
    rule: "filter.cat1-id",
    does: "finds gateways and lamps only",
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
  {
    rule: "filter.cat1-id",
    does: "reads two categories at most",
    breakage: asking("device", (query) => {
      const [one, two, ...more] = query.get("cat1_id")?.split(",") ?? [];
      if (more.length > 0) query.set("cat1_id", `${one},${two}`);
    }),
  },
  {
    rule: "filter.cat1-id",
    does: "reads the category 12 as 1 and 2",
    breakage: asking("device", (query) => query.get("cat1_id") === "12" && query.set("cat1_id", "1,2")),
  },
  {
    rule: "filter.cat1-id",
    does: "reads only the first digit of a category",
    breakage: asking("device", (query) => query.get("cat1_id") === "20" && query.set("cat1_id", "2")),
  },
  {
    rule: "filter.cat1-id",
    does: "finds nothing if one of the categories does not exist",
    breakage: asking("device", (query) => query.get("cat1_id")?.includes(",99") && query.set("cat1_id", "99")),
  },
  {
    rule: "id.unique",
    does: "lists a device twice for a category that is given twice",
    breakage: () =>
      inSuccess(
        isList("device"),
        ({ data }, { query }) => query.get("cat1_id") === "2,2" && data.arr.push(...data.arr),
      ),
  },
  {
    rule: "filter.cat1-id-not",
    does: "cannot exclude accessories",
    breakage: asking("device", (query) => {
      const value = query.get("cat1_id_not");
      if (value) query.set("cat1_id_not", value.replace(/,?4/, ""));
    }),
  },
  {
    rule: "filter.cat1-id-not",
    does: "lists nothing if an excluded category does not exist",
    breakage: asking("device", (query) => query.get("cat1_id_not") === "99" && query.set("cat1_id", "99")),
  },
  { rule: "filter.cat1-id-not", does: "ignores `cat1_id_not`", breakage: () => ignoring("device", "cat1_id_not") },
  {
    rule: "filter.cat1-id-not",
    does: "treats `cat1_id_not` as `cat1_id`",
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
  {
    rule: "filter.room",
    does: "lists every device of the unassigned room",
    breakage: () => {
      let unassigned = "";
      return {
        asked: (asked) => (asked.query.get("room_uuid") === unassigned ? withQuery(asked, {}) : asked),
        ...inEvery("room", (room) => {
          if (room.room_kind === 2) unassigned = room.id;
        }),
      };
    },
  },
  {
    rule: "filter.room",
    does: "lists every device for a room that does not exist",
    breakage: asking("device", (query) => query.get("room_uuid")?.endsWith("DEAD") && query.delete("room_uuid")),
  },
  {
    rule: "filter.any-case",
    does: "finds no devices by a room in lower case",
    breakage: refusing(
      ({ path, query }) => path.endsWith("/device") && /[a-f]/.test(query.get("room_uuid") ?? ""),
      404,
    ),
  },
  {
    rule: "filter.any-case",
    does: "finds no scenes by a room in lower case",
    breakage: refusing((asked) => isSceneFilter(asked) && /"[0-9a-f-]{36}"/.test(asked.body), 404),
  },
  { rule: "filter.sn", does: "ignores `sn`", breakage: () => ignoring("device", "sn") },
  { rule: "filter.joined", does: "ignores `join_status`", breakage: () => ignoring("device", "join_status") },
  {
    rule: "filter.joined",
    does: "filters on `online` instead of `join_status`",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.get("join_status") === "1") data.arr = data.arr.filter(({ online }: Wire) => online === 1);
      }),
  },
  {
    rule: "filter.join-status",
    does: "takes `join_status=0` for no filter",
    breakage: asking("device", (query) => query.get("join_status") === "0" && query.delete("join_status")),
  },
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
    rule: "filter.together",
    does: "excludes no category if another is included",
    breakage: asking("device", (query) => query.has("cat1_id") && query.delete("cat1_id_not")),
  },
  {
    rule: "filter.together",
    does: "looks at nothing but the room if one is given",
    breakage: asking("device", (query) => query.has("room_uuid") && query.delete("cat1_id_not")),
  },
  {
    rule: "filter.together",
    does: "does not look at `join_status` if a category is excluded",
    breakage: asking("device", (query) => query.has("cat1_id_not") && query.delete("join_status")),
  },
  {
    rule: "filter.repeated",
    does: "looks at the first of several values only",
    breakage: asking("device", (query) => query.getAll("cat1_id").length > 1 && query.set("cat1_id", "1")),
  },
  {
    rule: "filter.nothing",
    does: "refuses a category that does not exist with HTTP 400",
    breakage: refusing(({ query }) => query.get("cat1_id") === "20", 400),
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
  ...Object.entries({
    "only if it has spaces": (asked: RelayedRequest) => !/\s/.test(asked.body),
    "only without escapes": (asked: RelayedRequest) => asked.body.includes("\\u"),
    "only if its length is given": (asked: RelayedRequest) => asked.headers["transfer-encoding"] !== undefined,
    "only if its Content-Type names no character set": (asked: RelayedRequest) =>
      asked.headers["content-type"]?.includes("charset") === true,
  }).map(
    ([when, isIgnored]): Mutant => ({
      rule: "scene.filter",
      does: `filters scenes by the body ${when}`,
      breakage: () => ({
        asked: (asked) => (isSceneFilter(asked) && isIgnored(asked) ? { ...asked, body: "" } : asked),
      }),
    }),
  ),
  {
    rule: "scene.filter",
    does: "lists every scene of the unassigned room, and of rooms that do not exist",
    breakage: () => {
      let unassigned = "DEAD";
      return {
        asked: (asked) =>
          isSceneFilter(asked) && [unassigned, "DEAD"].some((id) => asked.body.includes(id))
            ? { ...asked, body: "" }
            : asked,
        ...inEvery("room", (room) => {
          if (room.room_kind === 2) unassigned = room.id;
        }),
      };
    },
  },
  {
    rule: "scene.filter",
    does: "answers HTTP 404 for a room without scenes",
    breakage: () =>
      answering((asked, { body }) => isSceneFilter(asked) && body.includes('"arr":[]'), {
        status: 404,
        code: -1,
        msg: "not found",
      }),
  },
  {
    rule: "scene.filter",
    does: "finds one scene of some room in the whole house",
    breakage: () => {
      let wholeHouse = "none";
      return {
        asked: (asked) => (asked.body.includes(wholeHouse) ? { ...asked, body: "" } : asked),
        given: (given, asked) => {
          const noted = inEvery("room", (room) => {
            if (room.room_kind === 1) wholeHouse = room.id;
          }).given?.(given, asked);
          if (!asked.body.includes(wholeHouse) || given.status !== 200) return noted ?? given;
          const json = JSON.parse(given.body);
          json.data.arr.splice(1);
          json.data.len = 1;
          return { ...given, body: JSON.stringify(json) };
        },
      };
    },
  },
  {
    rule: "scene.filter-untyped",
    does: "filters scenes only if the body has a Content-Type",
    breakage: () => ({
      asked: (asked) =>
        isSceneFilter(asked) && asked.headers["content-type"] === undefined ? { ...asked, body: "" } : asked,
    }),
  },
  {
    rule: "scene.filter-more",
    does: "does not filter scenes if the body has more fields",
    breakage: () => ({
      asked: (asked) => (asked.body.includes("luxgate_check") ? { ...asked, body: "" } : asked),
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
