import type { Extra } from "../../../src/programs/checker/rules.ts";
import type { Wire } from "../http/http-client.ts";
import {
  answering,
  type Breakage,
  inEvery,
  inJson,
  inRecord,
  inSuccess,
  isList,
  isOne,
  NOBODY,
  type RelayedRequest,
  ROOT,
} from "./mutant.ts";

/** A gateway that keeps to the document, and is not ours. */
export interface LawfulGateway {
  /** What it does otherwise than ours, as the rest of a sentence. */
  readonly does: string;
  readonly extras?: readonly Extra[];
  /** Made anew for each gateway, as it may remember something. */
  readonly habit: () => Breakage;
}

const UUID = /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g;

const REFUSED = { status: 400, code: -400, msg: "bad request" };

const isOfDocument = ({ method, path }: RelayedRequest): boolean =>
  method === "GET" && /\/resource\/(?:(?:device|light|sync|room|scene)|(?:device|light|sync)\/[^/]+)$/.test(path);

const KNOWN_PARAMETERS = ["cat1_id", "cat1_id_not", "room_uuid", "include_all_room", "include_no_room"];

const isUndescribed = ({ path, query, body }: RelayedRequest): boolean =>
  [...query].some(([name, value]) => !(KNOWN_PARAMETERS.includes(name) || name.startsWith("ext_")) || value === "") ||
  query.getAll("cat1_id").length > 1 ||
  ["cat1_id", "cat1_id_not"].some((name) => /(^|,)\d\d/.test(query.get(name) ?? "")) ||
  query.get("room_uuid")?.endsWith("DEAD") === true ||
  (path.endsWith("/scene") && (body.includes("DEAD") || body === "{}" || query.size > 0));

/** Something else at each read, beside what the document has. */
function adorned(value: Wire, times: number): Wire {
  if (Array.isArray(value)) return value.map((item: Wire) => adorned(item, times));
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return value;
  const members = Object.entries(value).map(([name, member]) => [name, adorned(member, times)]);
  return { vendor_counter: times, ...Object.fromEntries(members), vendor_note: `${times}` };
}

function emptyTexts(item: Wire): void {
  if (item.type === "light" || item.type === "sync") item.name = "";
  if (item.type === "sync") Object.assign(item, { area_id: "", area_name: "" });
  if (item.type === "device") item.product.software_version = "";
}

const beside = (kind: "device" | "room", extension: string): Breakage =>
  inSuccess(isList(kind), ({ data }, { query }) => {
    if (query.get(extension) !== "1") return;
    data[extension] = data.arr.map((item: Wire) => item[extension]);
    for (const item of data.arr) delete item[extension];
  });

const isSwitch = (name: string): boolean => /^(?:ext|include)_/.test(name);

const renamed = (asked: RelayedRequest, from: string, to: string): RelayedRequest => {
  const query = new URLSearchParams(asked.query);
  for (const [name, value] of query) if (isSwitch(name)) query.set(name, value === from ? to : "0");
  return { ...asked, query };
};

/** Gateways with other habits than ours, on every point that the document leaves open. */
export const LAWFUL: readonly LawfulGateway[] = [
  {
    does: "writes identifiers in lower case, and finds them in no other",
    habit: () => ({
      asked: (asked) => (UUID.test(asked.path) ? { ...asked, path: `${ROOT}/device/${NOBODY}` } : asked),
      given: (given) => ({ ...given, body: given.body.replace(UUID, (id) => id.toLowerCase()) }),
    }),
  },
  {
    does: "refers to resources in lower case, and lists them in upper case",
    habit: () => ({
      given: (given) => ({ ...given, body: given.body.replace(/"rid":"[^"]*/g, (id) => id.toLowerCase()) }),
    }),
  },
  {
    does: "gives a light the id of its device",
    habit: () => {
      const devices = new Map<string, string>();
      const note = (device: Wire) => {
        for (const { rid, rtype } of device.services) if (rtype === "light") devices.set(rid, device.id);
      };
      const lightOf = (id: string) => [...devices].find(([, device]) => device === id)?.[0] ?? id;
      return {
        asked: (asked) => ({
          ...asked,
          path: asked.path.replace(/(\/light\/)(.+)$/, (_all, start: string, id: string) => start + lightOf(id)),
        }),
        given: (given, asked) => {
          if (isList("device")(asked, given) && given.status === 200) JSON.parse(given.body).data.arr.forEach(note);
          return { ...given, body: given.body.replace(UUID, (id) => devices.get(id) ?? id) };
        },
      };
    },
  },
  {
    does: "has neither `len` nor `obj` in lists, and no `arr` beside one light",
    habit: () =>
      inSuccess(
        ({ path }) => path.startsWith(ROOT),
        ({ data }) => {
          if (data.obj && Object.keys(data.obj).length > 0) delete data.arr;
          else delete data.obj;
          delete data.len;
        },
      ),
  },
  {
    does: "has `len` and `obj` in every list, and an empty `arr` beside every resource",
    habit: () =>
      inSuccess(
        ({ path }) => path.startsWith(ROOT),
        ({ data }) => {
          data.arr ??= [];
          data.len ??= data.arr.length;
        },
      ),
  },
  {
    does: "has no field that need not be there",
    habit: () => ({
      given: (given, asked) => {
        const bare = inEvery("light", (light) => {
          for (const name of ["pack", "position_x", "position_y", "power_on", "color_rgb", "color_rgb_arr"])
            delete light[name];
          for (const name of ["ext_attr", "motion", "motion_type", "sync_status"]) delete light[name];
        });
        const plain = inEvery("device", (device) => delete device.new_version);
        const first = bare.given?.(given, asked) ?? given;
        return first === "cut" ? first : (plain.given?.(first, asked) ?? first);
      },
    }),
  },
  {
    does: "leaves every text empty that may be",
    habit: () =>
      inSuccess(
        (asked, given) => isList()(asked, given) || isOne()(asked, given),
        ({ data }) => {
          for (const item of [...(data.arr ?? []), data.obj ?? {}])
            for (const one of [item, item.ext_light, item.ext_device].flat()) emptyTexts(one ?? {});
        },
      ),
  },
  {
    does: "adds fields of its own everywhere, which change at each read",
    extras: ["discovery"],
    habit: () => {
      let times = 0;
      return {
        ...inJson(
          ({ path }) => path.startsWith(ROOT),
          (json) => Object.assign(json, adorned(json, ++times)),
        ),
        ...inRecord((record, reply) => Object.assign(reply, { data: { ...record, vendor: ++times }, vendor: ++times })),
      };
    },
  },
  {
    does: "refuses with HTTP 400 whatever the document does not name",
    habit: () => answering((asked) => isUndescribed(asked), REFUSED),
  },
  {
    does: "answers only the paths and methods of the document",
    extras: ["discovery", "pair", "events"],
    habit: () => ({
      asked: (asked) => (isOfDocument(asked) ? asked : { ...asked, path: "/nowhere" }),
      given: (given, asked) =>
        isOfDocument(asked) ? given : { ...given, status: 405, body: '{"code":-2,"msg":"not here","data":{}}' },
    }),
  },
  {
    does: "hangs up on whatever is not in the document",
    extras: ["discovery"],
    habit: () => ({
      given: (given, asked) => (isOfDocument(asked) || asked.path.includes("/luxgate_check") ? given : "cut"),
    }),
  },
  {
    does: "answers unknown lights with HTTP 200 and a code of its own",
    habit: () =>
      answering(({ path }, { status }) => status === 404 && !path.includes("/device/"), {
        status: 200,
        code: -7,
        msg: "no such resource",
      }),
  },
  {
    does: "turns extensions and additions on with `yes`, and refuses `1`",
    habit: () => ({
      asked: (asked) => renamed(asked, "yes", "1"),
      ...answering(({ query }) => [...query].some(([name, value]) => isSwitch(name) && value === "1"), REFUSED),
    }),
  },
  ...(["ext_light", "ext_room"] as const).map(
    (extension): LawfulGateway => ({
      does: `gives \`${extension}\` beside the devices`,
      habit: () => beside("device", extension),
    }),
  ),
  { does: "gives `ext_device` beside the rooms", habit: () => beside("room", "ext_device") },
  {
    does: "has rooms without services, and scenes whose parents it does not show",
    habit: () => inEvery("room", (room) => Object.assign(room, { services: [] })),
  },
  {
    does: "has rooms without services, and scenes whose parents bear the ids of rooms",
    habit: () => {
      const rooms = new Map<string, string>();
      const strip = (room: Wire) => {
        for (const { rid } of room.services ?? []) rooms.set(rid, room.id);
        if (room.type === "room") room.services = [];
      };
      const adopt = (scene: Wire) => Object.assign(scene, { parent_id: rooms.get(scene.parent_id) ?? scene.parent_id });
      return inSuccess(isList(), ({ data }) => {
        for (const item of data.arr) {
          if (item.type === "scene") adopt(item);
          else if (item.type === "room") strip(item);
        }
      });
    },
  },
  {
    does: "has services of kinds that are its own",
    habit: () =>
      inEvery("device", ({ id, services }) =>
        services.push({ rid: id, rtype: "button" }, { rid: NOBODY, rtype: "fan" }),
      ),
  },
  {
    does: "counts itself to the whole house",
    habit: () => {
      let gateway: Wire;
      let wholeHouse = "";
      return inSuccess(isList(), ({ data }, { query }) => {
        gateway ??= data.arr.find(({ product }: Wire) => product?.cat1_id === 1);
        if (query.get("room_uuid") === wholeHouse) data.arr.push(gateway);
        for (const room of data.arr.filter((item: Wire) => item.room_kind === 1)) {
          room.children.push({ rid: gateway.id, rtype: "device" });
          wholeHouse = room.id;
        }
      });
    },
  },
  {
    does: "has a lamp that changes at every moment",
    habit: () => {
      let lamp = "";
      let times = 0;
      return inEvery("light", (light) => {
        lamp ||= light.id;
        if (light.id === lamp) light.color_x = ++times;
      });
    },
  },
  {
    does: "answers broadcasts only",
    extras: ["discovery", "pair"],
    habit: () => ({ replies: (replies, { isBroadcast }) => (isBroadcast ? replies : []) }),
  },
  {
    does: "takes one and a half seconds to answer a datagram",
    extras: ["discovery"],
    habit: () => ({ replies: (replies) => replies.map((reply) => ({ ...reply, afterMillis: 1_500 })) }),
  },
  {
    does: "counts down in whole seconds",
    extras: ["discovery", "pair"],
    habit: () =>
      inRecord((record) => {
        record.link_remian_ms = Math.ceil(record.link_remian_ms / 1_000) * 1_000;
      }),
  },
  {
    does: "writes its reply with spaces and line ends",
    extras: ["discovery"],
    habit: () => ({
      replies: (replies) =>
        replies.map((reply) => ({ ...reply, text: `${JSON.stringify(JSON.parse(reply.text), null, 2)}\n` })),
    }),
  },
  {
    does: "takes `true` and `false` for `join_status`, and refuses numbers",
    habit: () => ({
      asked: (asked) => {
        const query = new URLSearchParams(asked.query);
        const value = { true: "1", false: "0" }[query.get("join_status") ?? ""];
        if (value !== undefined) query.set("join_status", value);
        return { ...asked, query };
      },
      ...answering(({ query }) => /^\d/.test(query.get("join_status") ?? ""), REFUSED),
    }),
  },
  {
    does: "counts the scenes of every room to the whole house",
    habit: () => {
      let wholeHouse = "none";
      return {
        asked: (asked) => (asked.body.includes(wholeHouse) ? { ...asked, body: "{}" } : asked),
        ...inEvery("room", (room) => {
          if (room.room_kind === 1) wholeHouse = room.id;
        }),
      };
    },
  },
  {
    does: "ends each connection after one answer",
    habit: () => ({ given: (given) => ({ ...given, headers: { ...given.headers, connection: "close" } }) }),
  },
  {
    does: "has lamps that can only be dimmed in any colour mode",
    habit: () => inEvery("light", (light) => (light.ability & 12) === 0 && Object.assign(light, { color_mode: 1 })),
  },
  {
    does: "has dynamic scenes for no lamp, whatever effects it has",
    habit: () => inEvery("light", (light) => Object.assign(light, { support_dynamic: 0 })),
  },
];
