import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { devicesText, groupsText, infoText } from "../../test/support/zigbee2mqtt/bridge-texts.ts";
import {
  aBulb,
  aGroup,
  type DeviceFields,
  ieeeAddress,
  type StandInDevice,
} from "../../test/support/zigbee2mqtt/devices.ts";
import { onlineText, USUAL_STYLE } from "../../test/support/zigbee2mqtt/style.ts";
import { atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import type { Measurement, Results } from "../support/measurement.ts";
import { type Server, startGateway } from "../support/process.ts";
import { memoryOf, usedSeconds } from "../support/process-figures.ts";
import { startMosquitto } from "../zigbee2mqtt/broker.ts";

const BASE = "zigbee2mqtt";
const AIM = { turnMillis: 50, megabytes: 300 };
const LOOK_MILLIS = 250;
const CALM_MILLIS = 2_000;
const CALM_SHARE = 0.1;
/** After what was said is dealt with: notes that nobody left, scenes that are over, what is stored. */
const REST_MILLIS = 5_000;

const lamps = (count: number, fields: DeviceFields = {}): readonly StandInDevice[] =>
  Array.from({ length: count }, (_, at) => aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}`, ...fields }));

/** So many of them as fit into the longest list that is read. */
const SLIM: DeviceFields = { model: "onOff", oddities: { endpoints: {} } };

/** Behind the one that is always there and no room. */
const FIRST_GROUP = 1_000;

const groups = (count: number, members: readonly StandInDevice[]) =>
  Array.from({ length: count }, (_, at) =>
    aGroup({ id: FIRST_GROUP + at, members: members.slice(at * 5, (at + 1) * 5) }),
  );

const SCENES = Array.from({ length: 50 }, (_, at) => ({ id: at, name: `Scene ${at}` }));

/** What a broker says, and what is served once all of that is dealt with. */
interface Stage {
  readonly name: string;
  readonly say: () => readonly (readonly [topic: string, payload: string])[];
  readonly served: { readonly list: "light" | "room"; readonly count: number };
}

const stages = (size: number): readonly Stage[] => [
  {
    name: `${whole(3_000 / size)} groups of 50 scenes each`,
    say: () => [
      [
        "bridge/groups",
        groupsText(Array.from({ length: 3_000 / size }, (_, at) => aGroup({ id: FIRST_GROUP + at, scenes: SCENES }))),
      ],
    ],
    served: { list: "room", count: Math.min(3_000 / size, 2_000) },
  },
  { name: "none of them any more", say: () => [["bridge/groups", groupsText([])]], served: { list: "room", count: 0 } },
  {
    name: `${whole(50_000 / size)} devices`,
    say: () => [["bridge/devices", devicesText(USUAL_STYLE, lamps(50_000 / size, SLIM))]],
    served: { list: "light", count: Math.min(50_000 / size, 10_000) },
  },
  {
    name: `${whole(10_000 / size)} colour lamps in ${whole(2_000 / size)} groups`,
    say: () => [
      ["bridge/devices", devicesText(USUAL_STYLE, lamps(10_000 / size))],
      ["bridge/groups", groupsText(groups(2_000 / size, lamps(10_000 / size)))],
    ],
    served: { list: "room", count: 2_000 / size },
  },
  {
    name: "each of them says how it is",
    say: () =>
      Array.from({ length: 10_000 / size }, (_, at) => [
        `Lamp ${at + 1}`,
        JSON.stringify({ state: "ON", brightness: 1 + (at % 254), color_mode: "xy", color: { x: 0.3, y: 0.4 } }),
      ]),
    served: { list: "light", count: 10_000 / size },
  },
  {
    name: "one of them is left",
    say: () => [["bridge/devices", devicesText(USUAL_STYLE, lamps(1))]],
    served: { list: "light", count: 1 },
  },
];

interface Figures {
  readonly name: string;
  readonly bytes: number;
  readonly servedSeconds: number;
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number; readonly longestTurn: number };
  readonly megabytes: number;
}

export const brokerLists: Measurement = {
  title: "Lists that a broker says",
  how: () =>
    `A gateway with a core of its own before Mosquitto, which says one thing after the other; a client follows events over HTTP. The delay of the event loop is \`monitorEventLoopDelay\` with a resolution of 1 ms, from just before \
something is said until ${REST_MILLIS / 1000} s after the gateway is calm again: lists, placement, storing and events are in it; own work is the most that the thread itself used of its core in one turn, which others on this machine do not add to. Of what is said there are at most 10,000 devices, 2,000 groups and 10,000 scenes; the others are set aside, and told as a problem.`,
  measure: async ({ pace, folder, progress }) => {
    const mosquitto = await startMosquitto(folder);
    const client = await connectAsync(mosquitto.url);
    for (const [topic, payload] of STANDING) await say(client, topic, payload);
    const gateway = await startGateway(join(folder, "broker-lists"), ["--backend", `${mosquitto.url}/${BASE}`], {
      nodeOptions: ["--import=./dist/bench/watch-event-loop.js"],
    });
    const figures: Figures[] = [];
    try {
      const follower = new AbortController();
      void followEvents(gateway.url, follower.signal);
      for (const stage of stages(pace.isQuick ? 10 : 1)) {
        progress.at(`broker-lists: ${stage.name}`);
        figures.push(await measured(stage, client, gateway));
      }
      follower.abort();
    } finally {
      await client.endAsync();
      await gateway.stop();
      await mosquitto.stop();
    }
    progress.clear();
    return results(figures);
  },
};

const STANDING: readonly (readonly [string, string])[] = [
  ["bridge/state", onlineText(USUAL_STYLE, true)],
  ["bridge/info", infoText(USUAL_STYLE, undefined)],
  ["bridge/devices", devicesText(USUAL_STYLE, lamps(1))],
  ["bridge/groups", groupsText([])],
];

const say = (client: MqttClient, topic: string, payload: string) =>
  client.publishAsync(`${BASE}/${topic}`, payload, { retain: topic.startsWith("bridge/"), qos: 1 });

async function measured(stage: Stage, client: MqttClient, { url, process: gateway }: Server): Promise<Figures> {
  const said = stage.say();
  gateway.send("begin");
  const beganMillis = performance.now();
  await Promise.all(said.map(([topic, payload]) => say(client, topic, payload)));
  const { list, count } = stage.served;
  let calmMillis = await untilCalm(gateway.pid);
  while ((await countOf(url, list)) !== count) calmMillis = await untilCalm(gateway.pid);
  await pause(REST_MILLIS);
  gateway.send("end");
  const [delay] = (await once(gateway, "message")) as [Figures["delay"]];
  const bytes = said.reduce((sum, [, payload]) => sum + Buffer.byteLength(payload), 0);
  return {
    name: stage.name,
    bytes,
    servedSeconds: (calmMillis - beganMillis) / 1000,
    delay,
    megabytes: memoryOf(gateway.pid).now,
  };
}

/** When it began to use next to nothing of its core for a while. */
async function untilCalm(pid: number | undefined): Promise<number> {
  let calmSinceMillis = performance.now();
  let before = usedSeconds(pid);
  while (performance.now() - calmSinceMillis < CALM_MILLIS) {
    await pause(LOOK_MILLIS);
    const used = usedSeconds(pid);
    if (used - before > CALM_SHARE * (LOOK_MILLIS / 1000)) calmSinceMillis = performance.now();
    before = used;
  }
  return calmSinceMillis;
}

async function countOf(url: string, list: string): Promise<number> {
  const { data } = (await (await fetch(`${url}/clip/v2/resource/${list}`)).json()) as { data: { len: number } };
  return data.len;
}

async function followEvents(url: string, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(`${url}/eventstream/clip/v2`, { signal });
    for await (const _ of body ?? []);
  } catch {
    // Left behind, or done.
  }
}

const results = (figures: readonly Figures[]): Results => ({
  tables: [
    {
      title: "",
      columns: ["what is said", "of", "calm after", "delay p50", "p99", "longest", "own work", "memory then"],
      rows: figures.map(({ name, bytes, servedSeconds, delay: { p50, p99, max, longestTurn }, megabytes }) => [
        name,
        `${ratio(bytes / 1e6, 1)} MB`,
        `${ratio(servedSeconds, 1)} s`,
        ...[p50, p99, max, longestTurn].map((millis) => `${ratio(millis, 1)} ms`),
        `${whole(megabytes)} MB`,
      ]),
    },
  ],
  aims: [
    atMost({
      what: "a broker's lists: most work of the gateway in one turn of the event loop",
      figure: Math.max(...figures.map(({ delay }) => delay.longestTurn)),
      aim: AIM.turnMillis,
      unit: " ms",
    }),
    atMost({
      what: "a broker's lists: memory after any of them",
      figure: Math.max(...figures.map(({ megabytes }) => megabytes)),
      aim: AIM.megabytes,
      unit: " MB",
      digits: 0,
    }),
  ],
});
