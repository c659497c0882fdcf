import type { Wire } from "../http/http-client.ts";
import { type Breakage, inSuccess, isList, type Mutant, type RelayedRequest, ROOT } from "./mutant.ts";

/** Changes what an extension gives with each resource. */
const inExtension =
  (kind: "device" | "room", name: string, change: (extension: Wire, resource: Wire) => unknown) => (): Breakage =>
    inSuccess(isList(kind), ({ data }) => {
      for (const resource of data.arr) if (resource[name]) change(resource[name], resource);
    });

/** Changes a list that is asked for with several parameters. */
const withAll = (kind: string, names: readonly string[], change: (data: Wire) => unknown) => (): Breakage =>
  inSuccess(isList(kind), ({ data }, { query }) => {
    if (!names.every((name) => query.has(name))) return;
    change(data);
    if (data.len !== undefined) data.len = data.arr.length;
  });

/** Does not look at a parameter where another is given. */
const forgetting = (kind: string, parameter: string, beside: string) => (): Breakage => ({
  asked: (asked: RelayedRequest) => {
    const query = new URLSearchParams(asked.query);
    if (asked.path === `${ROOT}/${kind}` && query.has(beside)) query.delete(parameter);
    return { ...asked, query };
  },
});

/** Gateways whose extensions contradict their lists, or get into the way of each other. */
export const BROKEN_EXTENSIONS: readonly Mutant[] = [
  {
    rule: "extension.agrees",
    does: "gives lights in `ext_light` another brightness than in the list of lights",
    breakage: inExtension("device", "ext_light", (lights) => {
      for (const light of lights) light.brightness = light.brightness === 100 ? 1 : 100;
    }),
  },
  {
    rule: "extension.agrees",
    does: "counts `brightness` to 254 in `ext_light`",
    breakage: inExtension("device", "ext_light", (lights) => {
      for (const light of lights) light.brightness = Math.round(light.brightness * 2.54);
    }),
  },
  {
    rule: "extension.agrees",
    does: "gives each device the light of another one",
    breakage: () =>
      inSuccess(isList("device"), ({ data }) => {
        const lit = data.arr.filter(({ ext_light: lights }: Wire) => lights?.length > 0);
        const lights = lit.map((device: Wire) => device.ext_light);
        for (const [place, device] of lit.entries()) device.ext_light = lights[(place + 1) % lights.length];
      }),
  },
  {
    rule: "extension.agrees",
    does: "gives every device the same room",
    breakage: () =>
      inSuccess(isList("device"), ({ data }) => {
        const [room] = data.arr.flatMap(({ ext_room: one }: Wire) => (one?.room_kind === 0 ? [one] : []));
        for (const device of data.arr) if (device.ext_room) device.ext_room = room;
      }),
  },
  {
    rule: "extension.agrees",
    does: "gives rooms devices that are offline, and lists them as online",
    breakage: inExtension("room", "ext_device", (devices) => {
      for (const device of devices) device.online = 0;
    }),
  },
  {
    rule: "room.ext-device",
    does: "empties `children` of rooms with `ext_device`",
    breakage: () =>
      inSuccess(isList("room"), ({ data }, { query }) => {
        if (query.get("ext_device") === "1") for (const room of data.arr) room.children = [];
      }),
  },
  {
    rule: "extension.together",
    does: "leaves out lights where rooms are asked for too",
    breakage: withAll("device", ["ext_light", "ext_room"], ({ arr }) => {
      for (const device of arr) delete device.ext_light;
    }),
  },
  {
    rule: "extension.together",
    does: "lists lamps only where rooms and lights are asked for",
    breakage: withAll("device", ["ext_light", "ext_room"], (data) => {
      data.arr = data.arr.filter(({ product }: Wire) => product.cat1_id === 2);
    }),
  },
  {
    rule: "extension.together",
    does: "does not filter devices with `ext_light`",
    breakage: forgetting("device", "cat1_id", "ext_light"),
  },
  {
    rule: "extension.together",
    does: "loses the whole house where devices are asked for too",
    breakage: withAll("room", ["include_all_room", "ext_device"], (data) => {
      data.arr = data.arr.filter(({ room_kind: kind }: Wire) => kind !== 1);
    }),
  },
];
