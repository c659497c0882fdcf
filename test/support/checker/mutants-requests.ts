import {
  answering,
  type Breakage,
  type Given,
  inSuccess,
  isList,
  isOne,
  type Mutant,
  NOBODY,
  type RelayedRequest,
  ROOT,
} from "./mutant.ts";

const refusing = (when: (asked: RelayedRequest, given: Given) => boolean, status: number) => (): Breakage =>
  answering(when, { status, code: -status });

const without = (given: Given, name: string): Given => {
  const { [name]: _left, ...headers } = given.headers;
  return { ...given, headers };
};

const isBridgeWith =
  (fits: (key: string | undefined) => boolean) =>
  ({ path, headers }: RelayedRequest) =>
    path.endsWith("/bridge") && fits(headers["application-key"]);

/** Gateways that are particular about how they are asked, or wrong about themselves. */
export const BROKEN_REQUESTS: readonly Mutant[] = [
  {
    rule: "body.unused",
    does: "refuses a GET with the body {}",
    breakage: refusing(({ method, body }) => method === "GET" && body === "{}", 400),
  },
  {
    rule: "body.unused",
    does: "refuses a GET with a body that is not JSON",
    breakage: refusing(({ method, body }) => method === "GET" && body !== "" && !body.startsWith("{"), 400),
  },
  {
    rule: "body.unused",
    does: "filters devices by the body",
    breakage: () => ({
      asked: (asked) =>
        asked.path.endsWith("/device") && asked.body.includes("room_uuid")
          ? { ...asked, query: new URLSearchParams(JSON.parse(asked.body)) }
          : asked,
    }),
  },
  {
    rule: "body.unused",
    does: "refuses a body on the read of one light",
    breakage: refusing((asked, given) => isOne("light")(asked, given) && asked.body !== "", 400),
  },
  {
    rule: "body.unused",
    does: "refuses a body on the read of one device",
    breakage: refusing(
      (asked, given) => isOne("device")(asked, given) && given.status === 200 && asked.body !== "",
      400,
    ),
  },
  {
    rule: "body.unused",
    does: "refuses a body on the read of a device that does not exist",
    breakage: refusing(
      (asked, given) => isOne("device")(asked, given) && given.status === 404 && asked.body !== "",
      400,
    ),
  },
  {
    rule: "body.unused",
    does: "refuses a body that is not JSON on the list of rooms",
    breakage: refusing((asked, given) => isList("room")(asked, given) && asked.body.startsWith("not"), 400),
  },
  {
    rule: "body.unused",
    does: "adds rooms that the body asks for",
    breakage: () => ({
      asked: (asked) =>
        asked.path.endsWith("/room") && asked.body.includes("include_all_room")
          ? { ...asked, query: new URLSearchParams({ include_all_room: "1" }) }
          : asked,
    }),
  },
  {
    rule: "body.unused",
    does: "does not look at the query if there is a body",
    breakage: () => ({
      asked: (asked) => (asked.body === "{}" ? { ...asked, query: new URLSearchParams() } : asked),
    }),
  },
  {
    rule: "body.optional",
    does: "refuses a read with a Content-Type and without a body",
    breakage: refusing(
      ({ method, headers, body }) => method === "GET" && headers["content-type"] !== undefined && body === "",
      400,
    ),
  },
  {
    rule: "body.empty",
    does: "refuses the body {} on the list of scenes",
    breakage: refusing((asked, given) => isList("scene")(asked, given) && asked.body === "{}", 400),
  },
  {
    rule: "body.empty",
    does: "finds no scene when the body is {}",
    breakage: () => ({
      given: (given, asked) =>
        isList("scene")(asked, given) && asked.body === "{}"
          ? { ...given, body: '{"code":0,"msg":"success","data":{"arr":[],"len":0,"obj":{}}}' }
          : given,
    }),
  },
  {
    rule: "query.unknown",
    does: "refuses parameters that it does not know",
    breakage: refusing(({ query }) => query.has("luxgate_check"), 400),
  },
  {
    rule: "query.unknown",
    does: "lists no rooms if there is a parameter that it does not know",
    breakage: () =>
      inSuccess(isList("room"), ({ data }, { query }) => {
        if (query.has("luxgate_check")) Object.assign(data, { arr: [], len: 0 });
      }),
  },
  {
    rule: "sync.fields",
    does: "leaves out a field if there is any parameter",
    breakage: () =>
      inSuccess(isList("sync"), ({ data }, { query }) => {
        if (query.size > 0) for (const box of data.arr) delete box.mode;
      }),
  },
  {
    rule: "device.fields",
    does: "leaves out `services` where one device is asked for its light",
    breakage: () =>
      inSuccess(isOne("device"), ({ data }, { query }) => query.has("ext_light") && delete data.obj.services),
  },
  {
    rule: "query.empty",
    does: "refuses an empty value",
    breakage: refusing(({ query }) => query.get("cat1_id") === "", 400),
  },
  {
    rule: "query.malformed",
    does: "treats a text as no filter",
    breakage: () => ({
      asked: (asked) => ({
        ...asked,
        query: asked.query.get("join_status") === "perhaps" ? new URLSearchParams() : asked.query,
      }),
    }),
  },
  {
    rule: "path.version",
    does: "answers under any version",
    breakage: () => ({ asked: (asked) => ({ ...asked, path: asked.path.replace("/clip/v1/", "/clip/v2/") }) }),
  },
  {
    rule: "path.label",
    does: "answers discovery over HTTP",
    breakage: () => answering(({ path }) => path.startsWith("/use_udp"), { status: 200 }),
  },
  {
    rule: "method.head",
    does: "does not support HEAD",
    breakage: () => answering(({ method }) => method === "HEAD", { status: 405 }),
  },
  {
    rule: "method.options",
    does: "answers OPTIONS without `Allow`",
    breakage: () => ({ given: (given, { method }) => (method === "OPTIONS" ? without(given, "allow") : given) }),
  },
  { rule: "cache.etag", does: "has no ETags", breakage: () => ({ given: (given) => without(given, "etag") }) },
  {
    rule: "cache.not-modified",
    does: "never answers HTTP 304",
    breakage: () => ({ asked: (asked) => ({ ...asked, headers: { ...asked.headers, "if-none-match": '"other"' } }) }),
  },
  {
    rule: "cache.gzip",
    does: "compresses nothing",
    breakage: () => ({
      asked: (asked) => ({ ...asked, headers: { ...asked.headers, "accept-encoding": "identity" } }),
    }),
  },
  {
    rule: "cache.gzip",
    does: "compresses something else",
    breakage: () => ({
      given: (given) => (given.headers["content-encoding"] === "gzip" ? { ...given, body: "{}" } : given),
    }),
  },
  {
    rule: "cache.gzip",
    does: "declares gzip and compresses nothing",
    breakage: () => ({
      asked: (asked) => ({ ...asked, headers: { ...asked.headers, "accept-encoding": "identity" } }),
      given: (given, { headers }) =>
        headers["accept-encoding"] === "gzip"
          ? { ...given, headers: { ...given.headers, "content-encoding": "gzip" } }
          : given,
    }),
  },
  {
    rule: "picture.served",
    does: "does not serve its pictures",
    breakage: () => ({
      given: (given, { path }) => (path.startsWith("/pictures/") ? { ...given, status: 404, body: "" } : given),
    }),
  },
  {
    rule: "picture.any-case",
    does: "finds pictures in upper case only",
    breakage: () => ({
      given: (given, { path }) =>
        /^\/pictures\/.*[a-z]/.test(path) ? { ...given, status: 404, headers: {}, body: "" } : given,
    }),
  },
  {
    rule: "bridge.shape",
    does: "has no `mac` in `bridge`",
    breakage: () => inSuccess(isList("bridge"), ({ data }) => delete data.arr[0].mac),
  },
  {
    rule: "bridge.shape",
    does: "has two bridges",
    breakage: () =>
      inSuccess(isList("bridge"), ({ data }) => {
        data.arr.push(data.arr[0]);
        data.len = 2;
      }),
  },
  { rule: "bridge.shape", does: "has no `bridge`", breakage: refusing(({ path }) => path.endsWith("/bridge"), 404) },
  {
    rule: "bridge.parent",
    does: "has a bridge whose parent does not exist",
    breakage: () =>
      inSuccess(isList("bridge"), ({ data }) => {
        data.arr[0].parent_id = NOBODY;
      }),
  },
  {
    rule: "bridge.ip",
    does: "gives an address of another network",
    breakage: () =>
      inSuccess(isList("bridge"), ({ data }) => {
        data.arr[0].ip = "172.17.0.2";
      }),
  },
  {
    rule: "bridge.wrong-key",
    does: "answers a wrong key with HTTP 401",
    breakage: refusing(
      isBridgeWith((key) => key?.startsWith("luxgate-check") === true),
      401,
    ),
  },
  {
    rule: "bridge.wrong-key",
    does: "does not check keys",
    breakage: () => ({
      asked: (asked) => {
        const { "application-key": _key, ...headers } = asked.headers;
        return asked.path === `${ROOT}/bridge` ? { ...asked, headers } : asked;
      },
    }),
  },
  {
    rule: "bridge.empty-key",
    does: "treats an empty key as a wrong one",
    breakage: refusing(
      isBridgeWith((key) => key === ""),
      200,
    ),
  },
  {
    rule: "joining.shape",
    does: "has the status `idle` instead of `stopped`",
    breakage: () =>
      inSuccess(isList("zigbee_device_discovery"), ({ data }) => {
        data.arr[0].status = "idle";
      }),
  },
  {
    rule: "joining.owner",
    does: "has an owner of `zigbee_device_discovery` that does not exist",
    breakage: () =>
      inSuccess(isList("zigbee_device_discovery"), ({ data }) => {
        data.arr[0].owner.rid = NOBODY;
      }),
  },
];
