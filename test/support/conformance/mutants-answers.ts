import { answering, inJson, inSuccess, isList, isOne, isRead, type Mutant } from "./mutant.ts";

/** Gateways whose answers are wrong as such. */
export const BROKEN_ANSWERS: readonly Mutant[] = [
  {
    rule: "http.answers",
    does: "cuts the connection when asked for a room that does not exist",
    breakage: () => ({
      given: (given, asked) => (given.status === 404 && asked.path.includes("/room/") ? "cut" : given),
    }),
  },
  {
    rule: "http.json",
    does: "loses the end of the list of scenes",
    breakage: () => ({
      given: (given, asked) => (isList("scene")(asked, given) ? { ...given, body: given.body.slice(0, -9) } : given),
    }),
  },
  {
    rule: "http.json",
    does: "answers unknown ids with a page",
    breakage: () => ({ given: (given) => (given.status === 404 ? { ...given, body: "<h1>Not found</h1>" } : given) }),
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
    does: "says `ok`",
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
    does: "counts in text",
    breakage: () =>
      inSuccess(isList("light"), ({ data }) => {
        data.len = `${data.len}`;
      }),
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
