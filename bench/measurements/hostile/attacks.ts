import type { OperatorRequest } from "../../../e2e/support/operator-line.ts";
import type { StreamManner } from "../../processes/hostile-streams.ts";
import type { SubscriberManner } from "../../processes/hostile-subscribers.ts";
import type { Manner } from "../../processes/slow-clients.ts";
import { LIGHTS_PATH } from "../../support/homes.ts";
import { runLoad } from "../../support/load-process.ts";
import type { Target } from "./target.ts";

/** Who is there beside the clients that are measured. */
export interface Attack {
  readonly name: string;
  readonly run: (target: Target, seconds: number) => Promise<unknown>;
}

interface Group {
  readonly manner: Manner;
  readonly connections: number;
  readonly paths: readonly string[];
}

const STORM = 200;
const ROOT = "/clip/v2/resource";
const SOME = ["", "1", "3", "4", "1,3", "1,4", "3,4", "1,3,4"];
/** Each of them another list of nearly all devices. */
const FILTERS = SOME.flatMap((more) =>
  SOME.map((less) => `${ROOT}/device?ext_light=1&ext_room=1&ext_zigbee=1&cat1_id=2,${more}&cat1_id_not=${less}`),
);
const SWITCHES = [0, 1].flatMap((first) => [0, 1].map((second) => [first, second] as const));
/** Every room with all that it holds, with and without the two rooms that hold everything. */
const ROOMS = SWITCHES.map(
  ([all, none]) => `${ROOT}/room?ext_device=1&ext_light=1&include_all_room=${all}&include_no_room=${none}`,
);

const HEADERS: Group = { manner: "headers", connections: 1_000, paths: [LIGHTS_PATH] };
const BODIES: Group = { manner: "body", connections: 1_000, paths: [`${LIGHTS_PATH}/x`] };
const ONE_LIST: Group = { manner: "reading", connections: 200, paths: [LIGHTS_PATH] };
const LISTS: Group = { manner: "reading", connections: 64, paths: FILTERS };

const attack = (process: string, given: object): Promise<unknown> => runLoad(process, given, { isMeasured: false });

const slowly =
  (...groups: readonly Group[]): Attack["run"] =>
  ({ url }, seconds) =>
    attack("slow-clients", { url, seconds, groups });

const over =
  (method: string, paths: readonly string[]): Attack["run"] =>
  ({ url }, seconds) =>
    attack("read-at-pace", { url, method, paths, perSecond: STORM, seconds: seconds - 2, connections: 16 });

const request = (line: string, body = "", headers = ""): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const CHUNKED = "POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";

interface Pipelining {
  readonly requests: readonly string[];
  readonly times?: number;
  readonly connections?: number;
  readonly addresses?: number;
  readonly doesRead?: boolean;
}

/** Unless told otherwise from one address, and without ever reading a response. */
const pipelined = (port: number, seconds: number, pipelining: Pipelining): Promise<unknown> =>
  attack("pipelining-clients", {
    ...{ port, seconds, connections: 64, addresses: 1, times: 1_500, doesRead: false },
    ...pipelining,
  });

const unread =
  (text: string, more: Omit<Pipelining, "requests"> = {}): Attack["run"] =>
  ({ port }, seconds) =>
    pipelined(port, seconds, { requests: [text], ...more });

/** Each of them for every lamp of the house, and each with another brightness. */
const wholeHouse = ({ key, wholeHouseId }: Target): readonly string[] =>
  Array.from({ length: 20 }, (_, number) =>
    request(
      `PUT ${ROOT}/group_light/${wholeHouseId}`,
      JSON.stringify({ on: 1, brightness: 5 + number }),
      `application-key: ${key}\r\n`,
    ),
  );

const streams =
  (manner: StreamManner, more: object = {}): Attack["run"] =>
  ({ url }, seconds) =>
    attack("hostile-streams", { url, seconds, streams: 64, addresses: 1, manner, ...more });

const subscribers =
  (manner: SubscriberManner, more: object = {}): Attack["run"] =>
  ({ mqttPort }, seconds) =>
    attack("hostile-subscribers", { port: mqttPort, seconds, clients: 63, addresses: 1, manner, ...more });

const operator =
  (...requests: readonly OperatorRequest[]): Attack["run"] =>
  ({ stateFolder }, seconds) =>
    attack("busy-operator", { stateFolder, seconds, requests });

const set = (...words: readonly string[]): OperatorRequest => ({
  command: "set",
  with: { device: "all", words: [...words] },
});

export const ATTACKS: readonly Attack[] = [
  { name: "1,000 slow headers", run: slowly(HEADERS) },
  { name: "1,000 slow bodies", run: slowly(BODIES) },
  { name: "200 slow readers of one list", run: slowly(ONE_LIST) },
  { name: "64 slow readers of different lists", run: slowly(LISTS) },
  { name: "all of these at once", run: slowly(HEADERS, BODIES, ONE_LIST, LISTS) },
  { name: `${STORM} times HEAD a second for every room and all in it`, run: over("HEAD", ROOMS) },
  { name: `${STORM} different lists a second`, run: over("GET", [...FILTERS, ...ROOMS]) },
  {
    name: "64 × 1,500 unread POST /operator/session",
    run: unread(request("POST /operator/session", '{"link":"none"}')),
  },
  { name: "64 × 1,500 unread POST /api", run: unread(request("POST /api", '{"device_type":"acme#phone"}')) },
  { name: "64 × 1,500 unread files of the page", run: unread(request("GET /")) },
  { name: "64 × 1,500 unread reads of a light that is none", run: unread(request(`GET ${LIGHTS_PATH}/x`)) },
  {
    name: "64 × 1,500 POST /api that are read, from 16 addresses",
    run: unread(request("POST /api", '{"device_type":"acme#phone"}'), { doesRead: true, addresses: 16 }),
  },
  { name: "16 × 30,000 blank lines", run: unread("\r\n", { connections: 16, times: 30_000 }) },
  {
    name: "16 bodies without an end, in pieces of one byte",
    run: unread(`${CHUNKED}${"1\r\na\r\n".repeat(30_000)}`, { connections: 16, times: 10 }),
  },
  {
    name: "30 × 1,800 unread GET /metrics",
    run: ({ metricsPort }, seconds) =>
      pipelined(metricsPort, seconds, { requests: [request("GET /metrics")], connections: 30, times: 1_800 }),
  },
  {
    name: "64 × 20 commands for the whole house",
    run: (target, seconds) =>
      pipelined(target.port, seconds, { requests: wholeHouse(target), times: 1, doesRead: true }),
  },
  {
    name: "64 × 20 commands for the whole house, unread",
    run: (target, seconds) => pipelined(target.port, seconds, { requests: wholeHouse(target), times: 1 }),
  },
  { name: "an operator who sets all lamps again and again", run: operator(set("on", "40%"), set("off")) },
  {
    name: "16 clients that shake hands for TLS again and again",
    run: ({ httpsPort }, seconds) =>
      attack("handshaking-clients", { port: httpsPort, seconds, connections: 16, addresses: 1 }),
  },
  { name: "64 event streams that never read and come back", run: streams("leave-unread") },
  { name: "64 event streams, each under another name of the gateway", run: streams("read", { hasHostOfItsOwn: true }) },
  { name: "63 MQTT clients that subscribe to all again and again", run: subscribers("subscribe-again") },
  { name: "63 MQTT clients that never read", run: subscribers("never-read") },
  { name: "MQTT clients that come and go", run: subscribers("connect-again") },
];
