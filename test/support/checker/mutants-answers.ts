import type { Wire } from "../http/http-client.ts";
import { answering, inEvery, inJson, inSuccess, inText, isJson, isList, isOne, isRead, type Mutant } from "./mutant.ts";

/** Lists all but the resource of a name. */
function leaveOut(data: Wire, name: string): void {
  data.arr = data.arr.filter((item: Wire) => item.name !== name);
  data.len = data.arr.length;
}

/** Gateways whose answers are wrong as such. */
export const BROKEN_ANSWERS: readonly Mutant[] = [
  {
    rule: "http.answers",
    does: "cuts the connection when asked for a device that does not exist",
    breakage: () => ({
      given: (given, asked) => (given.status === 404 && asked.path.includes("/device/") ? "cut" : given),
    }),
  },
  {
    rule: "http.answers",
    does: "cuts every third connection",
    breakage: () => {
      let times = 0;
      return { given: (given) => (++times % 3 === 0 ? "cut" : given) };
    },
  },
  {
    rule: "http.json",
    does: "loses the end of the list of scenes",
    breakage: () => ({
      given: (given, asked) => (isList("scene")(asked, given) ? { ...given, body: given.body.slice(0, -9) } : given),
    }),
  },
  ...["cat1_id", "ext_light", "ext_zigbee", "include_all_room"].map(
    (parameter): Mutant => ({
      rule: "http.json",
      does: `loses the end of lists with \`${parameter}\``,
      breakage: () => ({
        given: (given, { query }) => (query.has(parameter) ? { ...given, body: given.body.slice(0, -9) } : given),
      }),
    }),
  ),
  {
    rule: "http.json",
    does: "answers unknown ids with an HTML page",
    breakage: () => ({ given: (given) => (given.status === 404 ? { ...given, body: "<h1>Not found</h1>" } : given) }),
  },
  {
    rule: "http.json",
    does: "answers unknown lights with HTTP 200 and an HTML page",
    breakage: () => ({
      given: (given, { path }) =>
        given.status === 404 && path.includes("/light/") ? { ...given, status: 200, body: "<h1>No</h1>" } : given,
    }),
  },
  {
    rule: "http.json",
    does: "loses the end of one light",
    breakage: () => ({
      given: (given, asked) => (isOne("light")(asked, given) ? { ...given, body: given.body.slice(0, -9) } : given),
    }),
  },
  {
    rule: "http.json",
    does: "answers an unknown kind of resource with an HTML page",
    breakage: () => ({
      given: (given, { path }) => (path.endsWith("/luxgate_check") ? { ...given, body: "<h1>Not found</h1>" } : given),
    }),
  },
  {
    rule: "http.json",
    does: "puts a byte order mark before its JSON",
    breakage: () => ({ given: (given) => (isJson(given) ? { ...given, body: `\ufeff${given.body}` } : given) }),
  },
  {
    rule: "http.json",
    does: "writes names in Latin-1",
    breakage: () => ({
      given: (given) =>
        isJson(given)
          ? { ...given, body: given.body.replaceAll('"name":"', '"name":"\u00e9'), encoding: "latin1" }
          : given,
    }),
  },
  {
    rule: "http.integers",
    does: "writes `brightness` as 60.0",
    breakage: () => ({
      given: (given) => ({ ...given, body: given.body.replace(/"brightness":(\d+)/g, '"brightness":$1.0') }),
    }),
  },
  {
    rule: "http.media-type",
    does: "declares its JSON as Latin-1",
    breakage: () => ({
      given: (given) => ({
        ...given,
        headers: { ...given.headers, "content-type": "application/json; charset=iso-8859-1" },
      }),
    }),
  },
  {
    rule: "http.media-type",
    does: "calls its JSON text/html",
    breakage: () => ({ given: (given) => ({ ...given, headers: { ...given.headers, "content-type": "text/html" } }) }),
  },
  {
    rule: "envelope.code",
    does: "writes `code` as text",
    breakage: () =>
      inJson(isRead, (json) => {
        json.code = String(json.code);
      }),
  },
  {
    rule: "envelope.code",
    does: "leaves `code` out of refusals",
    breakage: () =>
      inJson(
        (_asked, { status }) => status === 404,
        (json) => delete json.code,
      ),
  },
  { rule: "envelope.msg", does: "has no `msg`", breakage: () => inJson(isRead, (json) => delete json.msg) },
  {
    rule: "envelope.data",
    does: "has no `data` in refusals",
    breakage: () =>
      inJson(
        (_asked, { status }) => status === 404,
        (json) => delete json.data,
      ),
  },
  {
    rule: "envelope.data",
    does: "gives the list itself as `data`",
    breakage: () =>
      inSuccess(isList("room"), (json) => {
        json.data = json.data.arr;
      }),
  },
  {
    rule: "envelope.data",
    does: "gives a bare list",
    breakage: () => inText(isList("scene"), (text) => JSON.stringify(JSON.parse(text).data.arr)),
  },
  {
    rule: "success.status",
    does: "answers an unknown room with HTTP 404 and code 0",
    breakage: () =>
      inJson(
        ({ path }, { status }) => status === 404 && path.includes("/room/"),
        (json) => Object.assign(json, { code: 0, msg: "success" }),
      ),
  },
  {
    rule: "success.status",
    does: "lists scenes only once",
    also: ["success.code"],
    breakage: () => {
      let times = 0;
      return answering((asked, given) => isList("scene")(asked, given) && ++times > 1, {
        status: 500,
        code: -500,
        msg: "broken",
      });
    },
  },
  {
    rule: "success.status",
    does: "fails to list scenes",
    also: ["success.code"],
    breakage: () => answering(isList("scene"), { status: 500, code: -500, msg: "broken" }),
  },
  {
    rule: "success.status",
    does: "answers lists with HTTP 203",
    breakage: () => answering((asked, given) => given.status === 200 && isList()(asked, given), { status: 203 }),
  },
  {
    rule: "success.code",
    does: "gives code 200 with a light",
    breakage: () =>
      inSuccess(isOne("light"), (json) => {
        json.code = 200;
      }),
  },
  {
    rule: "success.msg",
    does: "has the message `ok`",
    breakage: () =>
      inSuccess(isRead, (json) => {
        json.msg = "ok";
      }),
  },
  {
    rule: "list.arr",
    does: "gives the sync boxes as an object, by their ids",
    breakage: () =>
      inSuccess(isList("sync"), ({ data }) => {
        data.arr = Object.fromEntries(data.arr.map((box: { id: string }) => [box.id, box]));
      }),
  },
  {
    rule: "list.arr",
    does: "has no `arr` in the list of rooms",
    breakage: () => inSuccess(isList("room"), ({ data }) => delete data.arr),
  },
  {
    rule: "list.obj",
    does: "repeats the first item of a list in `obj`",
    breakage: () =>
      inSuccess(isList(), ({ data }) => {
        data.obj = data.arr[0];
      }),
  },
  {
    rule: "list.len",
    does: "counts one too many in `len`",
    breakage: () => inSuccess(isList(), ({ data }) => data.len === undefined || data.len++),
  },
  {
    rule: "list.len",
    does: "writes `len` as text",
    breakage: () =>
      inSuccess(isList("light"), ({ data }) => {
        data.len = `${data.len}`;
      }),
  },
  {
    rule: "list.len",
    does: "counts all lights in the `len` of one",
    breakage: () => inSuccess(isOne("light"), ({ data }) => Object.assign(data, { len: 9 })),
  },
  {
    rule: "http.names",
    does: "has `on` twice in each light",
    breakage: () => inText(isRead, (text) => text.replaceAll('"type":"light",', '"type":"light","on":7,')),
  },
  {
    rule: "http.server-error",
    does: "breaks down when a parameter is unknown",
    breakage: () => answering(({ query }) => query.has("luxgate_check"), { status: 500, code: -500 }),
  },
  {
    rule: "http.connection",
    does: "repeats the filter of the previous request on the same connection",
    breakage: () => {
      const last = new WeakMap<object, URLSearchParams>();
      return {
        asked: (asked) => {
          const { query, connection } = asked;
          if (!asked.path.endsWith("/device")) return asked;
          const before = last.get(connection);
          last.set(connection, query);
          return query.size === 0 && before ? { ...asked, query: before } : asked;
        },
      };
    },
  },
  {
    rule: "http.connection",
    does: "gives the first answer of a connection again",
    breakage: () => {
      const first = new WeakMap<object, string>();
      return inText(isRead, (text, { connection }) => {
        const body = first.get(connection) ?? text;
        first.set(connection, body);
        return body;
      });
    },
  },
  {
    rule: "read.only",
    does: "applies a filter of devices to the next read too",
    also: ["list.steady"],
    breakage: () => {
      let last = "";
      return {
        asked: (asked) => {
          if (!asked.path.endsWith("/device")) return asked;
          const query = asked.query.size > 0 ? asked.query : new URLSearchParams(last);
          last = asked.query.get("cat1_id") === "1" ? "cat1_id=1" : "";
          return { ...asked, query };
        },
      };
    },
  },
  {
    rule: "read.only",
    does: "applies a filter of scenes to the next read too",
    also: ["list.steady"],
    breakage: () => {
      let last = "";
      return {
        asked: (asked) => {
          if (!asked.path.endsWith("/scene") || asked.query.size > 0) return asked;
          const body = last;
          last = asked.body.includes("room_uuid") ? asked.body : "";
          if (asked.body !== "") return asked;
          return { ...asked, body, headers: { ...asked.headers, "content-length": `${body.length}` } };
        },
      };
    },
  },
  {
    rule: "read.only",
    does: "switches lights by the body of a GET",
    breakage: () => {
      let on: number | undefined;
      return {
        asked: (asked) => {
          if (asked.path.includes("/light/") && asked.body.includes('"on"')) on = JSON.parse(asked.body).on;
          return asked;
        },
        ...inEvery("light", (light) => on !== undefined && Object.assign(light, { on })),
      };
    },
  },
  {
    rule: "read.only",
    does: "dims a lamp whenever it is read alone",
    breakage: () => {
      let brightness = 100;
      return {
        asked: (asked) => {
          if (asked.path.includes("/light/")) brightness = brightness === 1 ? 100 : brightness - 1;
          return asked;
        },
        ...inEvery("light", (light) => light.name === "TV bar" && Object.assign(light, { brightness })),
      };
    },
  },
  {
    rule: "list.steady",
    does: "lists no lights at each fifth read",
    breakage: () => {
      let times = 0;
      return inSuccess(isList("light"), ({ data }) => {
        times += 1;
        if (times % 5 === 0) Object.assign(data, { arr: [], len: 0 });
      });
    },
  },
  ...["device", "light", "room", "scene"].map(
    (kind): Mutant => ({
      rule: "list.order",
      does: `lists each ${kind} in another position each time`,
      breakage: () => {
        let times = 0;
        return inSuccess(isList(kind), ({ data }) => {
          times += 1;
          for (let turns = 0; turns < times % data.arr.length; turns += 1) data.arr.push(data.arr.shift());
        });
      },
    }),
  ),
  {
    rule: "list.complete",
    does: "leaves a scene out of the list, though it can be read",
    breakage: () => inSuccess(isList("scene"), ({ data }) => leaveOut(data, "Cooking")),
  },
  {
    rule: "list.complete",
    does: "lists a scene only if its room is asked for",
    breakage: () =>
      inSuccess(isList("scene"), ({ data }, { body, query }) => {
        if (body === "" && query.size === 0) leaveOut(data, "Cooking");
      }),
  },
  {
    rule: "list.complete",
    does: "leaves a room out of the list, though it can be read",
    breakage: () => inSuccess(isList("room"), ({ data }) => leaveOut(data, "Kitchen")),
  },
  {
    rule: "list.layout",
    does: "has no `len` in the list of lights",
    breakage: () => inSuccess(isList("light"), ({ data }) => delete data.len),
  },
  {
    rule: "list.layout",
    does: "has a `len` in the list of devices",
    breakage: () =>
      inSuccess(isList("device"), ({ data }) => {
        data.len = data.arr.length;
      }),
  },
  {
    rule: "one.obj",
    does: "gives one device in `arr`",
    breakage: () =>
      inSuccess(isOne("device"), (json) => {
        json.data = { arr: [json.data.obj] };
      }),
  },
  {
    rule: "one.obj",
    does: "gives one light in `arr`",
    breakage: () =>
      inSuccess(isOne("light"), (json) => {
        if (json.data.obj.id) json.data = { arr: [json.data.obj] };
      }),
  },
  {
    rule: "one.arr",
    does: "repeats one light in `arr`",
    breakage: () => inSuccess(isOne("light"), ({ data }) => data.obj.id && data.arr.push(data.obj)),
  },
  {
    rule: "one.layout",
    does: "gives an empty `arr` with one device",
    breakage: () =>
      inSuccess(isOne("device"), ({ data }) => {
        data.arr = [];
      }),
  },
  {
    rule: "one.layout",
    does: "gives one light without `arr`",
    breakage: () => inSuccess(isOne("light"), ({ data }) => data.obj.id && delete data.arr),
  },
];
