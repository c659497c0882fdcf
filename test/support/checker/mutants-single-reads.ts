import type { Wire } from "../http/http-client.ts";
import { answering, inEvery, inSuccess, isOne, type Mutant, type RelayedRequest } from "./mutant.ts";

const isUnknown =
  (kind: string) =>
  (asked: RelayedRequest, { status }: { status: number }) =>
    status === 404 && asked.path.includes(`/${kind}/`);

/** Gateways that read one resource wrongly. */
export const BROKEN_SINGLE_READS: readonly Mutant[] = [
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
];
