import type { Wire } from "../http/http-client.ts";
import {
  answering,
  type Breakage,
  inEvery,
  inJson,
  inRecord,
  inSuccess,
  isList,
  type Mutant,
  NOBODY,
  type Reply,
} from "./mutant.ts";

const record = (change: (record: Wire, reply: Wire) => unknown) => (): Breakage => inRecord(change);

const texts = (change: (text: string) => string) => (): Breakage => ({
  replies: (replies) => replies.map((reply) => ({ ...reply, text: change(reply.text) })),
});

const toAsker = ({ to }: Reply): boolean => to === "asker";
const isPairing = ({ path }: { path: string }) => path === "/api";

/** A message with QoS 1 that does not hold all of a resource. */
const isChange = (bytes: Buffer): boolean =>
  bytes[0] === 0x32 && !/"(motion_type|services|icon|area_id)"/.test(`${bytes}`);

/** Something that is remembered from the first time it is seen. */
const remembering = (change: (record: Wire, times: number) => unknown) => (): Breakage => {
  let times = 0;
  return inRecord((data) => {
    if (data.link_enabled) times += 1;
    if (times > 0) change(data, times);
  });
};

/** Gateways that are found, or paired, in another way. */
export const BROKEN_NETWORK: readonly Mutant[] = [
  { rule: "discovery.answers", does: "never answers", breakage: () => ({ replies: () => [] }) },
  {
    rule: "discovery.answers",
    does: "answers to a wrong port",
    breakage: () => ({ replies: (replies) => replies.map(({ text }) => ({ text, to: "elsewhere" })) }),
  },
  {
    rule: "discovery.answers",
    does: "answers to port 9001 of the asker only",
    breakage: () => ({ replies: (replies) => replies.filter((reply) => !toAsker(reply)) }),
  },
  {
    rule: "discovery.broadcast",
    does: "does not answer broadcasts",
    breakage: () => ({ replies: (replies, { isBroadcast }) => (isBroadcast ? [] : replies) }),
  },
  {
    rule: "discovery.unicast",
    does: "answers broadcasts only",
    breakage: () => ({ replies: (replies, { isBroadcast }) => (isBroadcast ? replies : []) }),
  },
  {
    rule: "discovery.every",
    does: "drops every third request",
    breakage: () => {
      let times = 0;
      return { replies: (replies) => (++times % 3 === 0 ? [] : replies) };
    },
  },
  {
    rule: "discovery.any-json",
    does: "accepts only the exact text of the request",
    breakage: () => ({ replies: (replies, { text }) => (text === '{"op":101}' ? replies : []) }),
  },
  { rule: "discovery.json", does: "puts a byte order mark before it", breakage: texts((text) => `\ufeff${text}`) },
  {
    rule: "discovery.op",
    does: "replies with `op` 101",
    breakage: record((_record, reply) => {
      reply.op = 101;
    }),
  },
  { rule: "discovery.op", does: "replies with plain text", breakage: texts(() => "here I am") },
  { rule: "discovery.fields", does: "has no name", breakage: record((data) => delete data.name) },
  {
    rule: "discovery.fields",
    does: "spells `link_remain_ms` right",
    breakage: texts((text) => text.replace("link_remian_ms", "link_remain_ms")),
  },
  {
    rule: "discovery.fields",
    does: "writes `link_enabled` as 0 and 1",
    breakage: record((data) => {
      data.link_enabled = Number(data.link_enabled);
    }),
  },
  {
    rule: "discovery.mac",
    does: "writes the MAC in lower case",
    breakage: record((data) => {
      data.mac = "3c:22:fb:12:34:56";
    }),
  },
  {
    rule: "discovery.mac",
    does: "writes the MAC with hyphens",
    breakage: record((data) => {
      data.mac = data.mac.replaceAll(":", "-");
    }),
  },
  {
    rule: "discovery.ip",
    does: "gives a name for its address",
    breakage: record((data) => {
      data.ip = "gateway.local";
    }),
  },
  {
    rule: "discovery.ip",
    does: "gives an address that no host has",
    breakage: record((data) => {
      data.ip = "127.0.0.9";
    }),
  },
  {
    rule: "discovery.ip",
    does: "gives 0.0.0.0 for its address",
    breakage: record((data) => {
      data.ip = "0.0.0.0";
    }),
  },
  {
    rule: "discovery.reset-id",
    does: "gives a serial number for `reset_id`",
    breakage: record((data) => {
      data.reset_id = "LX-0001";
    }),
  },
  {
    rule: "discovery.name",
    does: "gives the name that a person gave it",
    breakage: () => ({
      ...inEvery("device", (device) => device.product.cat1_id === 1 && Object.assign(device, { name: "Attic" })),
      ...inRecord((data) => Object.assign(data, { name: "Attic" })),
    }),
  },
  ...["name", "model", "version"].map(
    (field): Mutant => ({
      rule: "discovery.product",
      does: `has an empty \`${field}\``,
      breakage: record((data) => {
        data[field] = "";
      }),
    }),
  ),
  {
    rule: "discovery.device",
    does: "gives an id for `reset_id` that no device has",
    breakage: record((data) => {
      data.reset_id = NOBODY;
    }),
  },
  {
    rule: "discovery.device",
    does: "gives the id of a lamp for `reset_id`",
    breakage: () => {
      let lamp = "";
      return {
        ...inEvery("device", ({ id, product }) => {
          if (product.cat1_id === 2) lamp = id;
        }),
        ...inRecord((data) => {
          data.reset_id = lamp;
        }),
      };
    },
  },
  {
    rule: "discovery.default",
    does: "has a window that is always open",
    breakage: record((data) => Object.assign(data, { link_enabled: true, link_remian_ms: 5_000 })),
  },
  {
    rule: "discovery.default",
    does: "opens the window again and again without a press",
    breakage: () => {
      let times = 0;
      return inRecord((data) => {
        times += 1;
        Object.assign(data, { link_enabled: true, link_remian_ms: 10_000 - (times % 40) * 250 });
      });
    },
  },
  {
    rule: "discovery.shut",
    does: "counts down while the window is closed",
    breakage: record((data) => {
      data.link_remian_ms ||= 5_000;
    }),
  },
  {
    rule: "discovery.window",
    does: "announces a remaining time of one minute",
    breakage: record((data) => {
      data.link_remian_ms = 60_000;
    }),
  },
  {
    rule: "discovery.any-json",
    does: "does not recognise `op` written with an escape",
    breakage: () => ({ replies: (replies, { text }) => (text.includes("\\u") ? [] : replies) }),
  },
  {
    rule: "discovery.more-fields",
    does: "ignores requests with fields beside `op`",
    breakage: () => ({ replies: (replies, { text }) => (text.includes("luxgate_check") ? [] : replies) }),
  },
  {
    rule: "discovery.mac",
    does: "has a MAC of zeros",
    breakage: record((data) => {
      data.mac = "00:00:00:00:00:00";
    }),
  },
  {
    rule: "discovery.mac",
    does: "has a multicast MAC",
    breakage: record((data) => {
      data.mac = "01:00:5E:00:00:FB";
    }),
  },
  {
    rule: "discovery.once",
    does: "answers twice",
    breakage: () => ({ replies: (replies) => [...replies, ...replies.filter(toAsker)] }),
  },
  {
    rule: "discovery.source",
    does: "answers from another port",
    breakage: () => ({ replies: (replies) => replies.map((reply) => ({ ...reply, from: "another port" })) }),
  },
  {
    rule: "discovery.source",
    does: "answers from another address",
    breakage: () => ({ replies: (replies) => replies.map((reply) => ({ ...reply, from: "another address" })) }),
  },
  {
    rule: "discovery.second-port",
    does: "answers only to the port that sent the request",
    breakage: () => ({ replies: (replies) => replies.filter(toAsker) }),
  },
  {
    rule: "discovery.size",
    does: "sends a datagram of 2000 bytes",
    breakage: record((data) => {
      data.name = "L".repeat(2_000);
    }),
  },
  {
    rule: "discovery.ignores",
    does: "answers any `op`",
    breakage: () => ({ replies: (replies, { text, usual }) => (text.startsWith("{") ? usual : replies) }),
  },
  {
    rule: "discovery.ignores",
    does: "answers any datagram",
    breakage: () => ({ replies: (_replies, { usual }) => usual }),
  },
  {
    rule: "discovery.same",
    does: "has another MAC each time",
    breakage: () => {
      let times = 0;
      return inRecord((data) => {
        data.mac = `02:00:00:00:00:0${(times++ >> 1) % 10}`;
      });
    },
  },
  {
    rule: "discovery.bridge",
    does: "has another id in `bridge`",
    breakage: () =>
      inSuccess(isList("bridge"), ({ data }) => {
        data.arr[0].id = NOBODY;
      }),
  },
  {
    rule: "discovery.window",
    does: "opens the window for a minute",
    extras: ["pair"],
    breakage: remembering((data) => {
      data.link_remian_ms += 50_000;
    }),
  },
  {
    rule: "pairing.opens",
    does: "opens the window for five seconds",
    breakage: record((data) => {
      data.link_remian_ms = Math.max(0, data.link_remian_ms - 5_000);
      data.link_enabled = data.link_remian_ms > 0;
    }),
  },
  {
    rule: "pairing.opens",
    does: "opens the window for nine seconds",
    breakage: record((data) => {
      data.link_remian_ms = Math.max(0, data.link_remian_ms - 1_000);
      data.link_enabled = data.link_remian_ms > 0;
    }),
  },
  {
    rule: "pairing.opens",
    does: "counts `link_remian_ms` in seconds",
    breakage: record((data) => {
      data.link_remian_ms = Math.ceil(data.link_remian_ms / 1_000);
    }),
  },
  {
    rule: "pairing.opens",
    does: "never shows a press",
    breakage: record((data) => Object.assign(data, { link_enabled: false, link_remian_ms: 0 })),
  },
  {
    rule: "pairing.counts-down",
    does: "does not count down",
    breakage: remembering((data) => {
      data.link_remian_ms &&= 9_900;
    }),
  },
  {
    rule: "pairing.counts-down",
    does: "counts down twice as fast as time passes",
    breakage: record((data) => {
      if (data.link_enabled) data.link_remian_ms = Math.max(1, data.link_remian_ms * 2 - 10_000);
    }),
  },
  {
    rule: "pairing.counts-down",
    does: "counts up now and then",
    breakage: remembering((data, times) => {
      if (data.link_enabled && times % 10 > 7) data.link_remian_ms = Math.min(10_000, data.link_remian_ms + 600);
    }),
  },
  {
    rule: "pairing.shuts",
    does: "keeps the window open for eleven seconds",
    breakage: () => {
      let late = 0;
      return remembering((data) => {
        if (data.link_enabled) data.link_remian_ms = Math.min(10_000, data.link_remian_ms + 1_000);
        else if (++late < 8) Object.assign(data, { link_enabled: true, link_remian_ms: 1_000 - late * 100 });
      })();
    },
  },
  {
    rule: "pairing.shuts",
    does: "never closes the window",
    breakage: remembering((data) =>
      Object.assign(data, { link_enabled: true, link_remian_ms: data.link_remian_ms || 1 }),
    ),
  },
  {
    rule: "pairing.shuts",
    does: "closes the window after five seconds, though it announces ten",
    breakage: record(
      (data) => data.link_remian_ms < 5_000 && Object.assign(data, { link_enabled: false, link_remian_ms: 0 }),
    ),
  },
  {
    rule: "pairing.only-open",
    does: "gives a key while the window is closed",
    breakage: () =>
      inJson(isPairing, (json) =>
        Object.assign(json, { code: 0, msg: "success", data: { obj: { username: "z".repeat(43) } } }),
      ),
  },
  {
    rule: "pairing.refused",
    does: "answers HTTP 403 while the window is closed",
    breakage: () => answering((asked, { body }) => isPairing(asked) && !body.includes('"code":0'), { status: 403 }),
  },
  {
    rule: "pairing.refused",
    does: "uses -10086, the clients' own marker",
    breakage: () => answering((asked, { body }) => isPairing(asked) && !body.includes('"code":0'), { code: -10086 }),
  },
  {
    rule: "pairing.key",
    does: "gives the key under another name",
    breakage: () =>
      inSuccess(isPairing, ({ data }) => {
        data.obj = { key: data.obj.username };
      }),
  },
  {
    rule: "pairing.key",
    does: "gives the key itself as `obj`",
    breakage: () =>
      inSuccess(isPairing, ({ data }) => {
        data.obj = data.obj.username;
      }),
  },
  {
    rule: "pairing.key-fits",
    does: "gives a key that is not accepted",
    breakage: () =>
      inSuccess(isPairing, ({ data }) => {
        data.obj.username = "z".repeat(43);
      }),
  },
  {
    rule: "pairing.one",
    does: "gives one key after the other",
    breakage: () => {
      let first = "";
      return {
        given: (given, asked) => {
          if (!isPairing(asked)) return given;
          if (given.body.includes('"code":0')) first = given.body;
          return first === "" ? given : { ...given, body: first };
        },
      };
    },
  },
  {
    rule: "mqtt.connects",
    does: "grants QoS 0 only",
    breakage: () => ({
      mqtt: (bytes) => (bytes[0] === 0x90 ? Buffer.concat([bytes.subarray(0, -1), Buffer.from([0])]) : bytes),
    }),
  },
  {
    rule: "mqtt.connects",
    does: "refuses all MQTT connections",
    breakage: () => ({ mqtt: (bytes) => (bytes[0] === 0x20 ? Buffer.from([0x20, 2, 0, 5]) : bytes) }),
  },
  {
    rule: "mqtt.item",
    does: "publishes items without an array",
    breakage: () => ({ mqtt: (bytes) => replaced(replaced(bytes, "[{", " {"), "}]", "} ") }),
  },
  {
    rule: "mqtt.item",
    does: "publishes ids that do not exist",
    breakage: () => ({
      mqtt: (bytes) => Buffer.from(bytes.toString("latin1").replace(/\[\{"id":"./g, '[{"id":"?'), "latin1"),
    }),
  },
  {
    rule: "mqtt.item",
    does: "publishes payloads that are not JSON",
    breakage: () => ({ mqtt: (bytes) => replaced(bytes, "[{", "({") }),
  },
  {
    rule: "mqtt.light",
    does: "leaves out the `device_id` of a light",
    breakage: () => ({ mqtt: (bytes) => replaced(bytes, "device_id", "device_no") }),
  },
  {
    rule: "mqtt.light",
    does: "publishes no changes of lights",
    breakage: () => ({ mqtt: (bytes) => replaced(bytes, "res/light/update", "res/LIGHT/update") }),
  },
  {
    rule: "mqtt.light",
    does: "sends invalid MQTT data when a light changes",
    breakage: () => ({ mqtt: (bytes) => (bytes[0] === 0x32 ? Buffer.from([0, 0]) : bytes) }),
  },
  {
    rule: "mqtt.light",
    does: "publishes the state of lights to new subscribers, and no changes",
    breakage: () => ({ mqtt: (bytes) => (isChange(bytes) ? Buffer.of() : bytes) }),
  },
  {
    rule: "stream.snapshot",
    does: "gives the number of its resources instead of the resources",
    breakage: () => stream(() => "event: snapshot\ndata: 42\n: {}\n\n"),
  },
  {
    rule: "stream.snapshot",
    does: "begins with another event",
    breakage: () => stream((text) => text.replace("event: snapshot", "event: hello")),
  },
  {
    rule: "stream.snapshot",
    does: "has no event stream",
    breakage: () => ({ asked: (asked) => ({ ...asked, path: asked.path.replace("/eventstream", "/events") }) }),
  },
  {
    rule: "stream.snapshot",
    does: "leaves out its lights",
    breakage: () => stream((text) => text.replace('"light":[', '"lamp":[')),
  },
  {
    rule: "stream.snapshot",
    does: "has a snapshot that is not an object",
    breakage: () => stream((text) => text.replace("data: {", "data: }")),
  },
];

const stream = (change: (text: string) => string): Breakage => ({
  given: (given, { path }) => (path.startsWith("/eventstream") ? { ...given, body: change(given.body) } : given),
});

/** As long as before, as lengths stand before what they measure. */
function replaced(bytes: Buffer, text: string, by: string): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll(text, by), "latin1");
}
