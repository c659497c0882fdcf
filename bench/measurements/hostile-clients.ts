import { setTimeout as pause } from "node:timers/promises";
import type { Manner } from "../processes/slow-clients.ts";
import { atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import { type LargeHome, LIGHTS_PATH, lightIds, startHome } from "../support/homes.ts";
import { runLoad } from "../support/load-process.ts";
import type { Bench, Findings, Measurement, Pace } from "../support/measurement.ts";
import { memoryOf } from "../support/process-figures.ts";

const LIGHTS = 10_000;
const READS = 100;
const NEW_CONNECTIONS = 20;
const STORM = 200;
const AIM = { times: 3, megabytes: 64, megabytesAfter: 16 };
const AFTER_SECONDS = 30;
const LOOK_MILLIS = 100;

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

interface Times {
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Group {
  readonly manner: Manner;
  readonly connections: number;
  readonly paths: readonly string[];
}

const HEADERS: Group = { manner: "headers", connections: 1_000, paths: [LIGHTS_PATH] };
const BODIES: Group = { manner: "body", connections: 1_000, paths: [`${LIGHTS_PATH}/x`] };
const ONE_LIST: Group = { manner: "reading", connections: 200, paths: [LIGHTS_PATH] };
const LISTS: Group = { manner: "reading", connections: 64, paths: FILTERS };

/** Who is there beside the clients that are measured. */
interface Attack {
  readonly name: string;
  readonly run: (url: string, seconds: number) => Promise<unknown>;
}

const slowly =
  (...groups: readonly Group[]): Attack["run"] =>
  (url, seconds) =>
    runLoad("slow-clients", { url, seconds, groups }, { isMeasured: false });
const over =
  (method: string, paths: readonly string[]): Attack["run"] =>
  (url, seconds) =>
    runLoad(
      "read-at-pace",
      { url, method, paths, perSecond: STORM, seconds: seconds - 2, connections: 16 },
      { isMeasured: false },
    );

const ATTACKS: readonly Attack[] = [
  { name: "1,000 slow headers", run: slowly(HEADERS) },
  { name: "1,000 slow bodies", run: slowly(BODIES) },
  { name: "200 slow readers of one list", run: slowly(ONE_LIST) },
  { name: "64 slow readers of different lists", run: slowly(LISTS) },
  { name: "all of these at once", run: slowly(HEADERS, BODIES, ONE_LIST, LISTS) },
  { name: `${STORM} times HEAD a second for every room and all in it`, run: over("HEAD", ROOMS) },
  { name: `${STORM} different lists a second`, run: over("GET", [...FILTERS, ...ROOMS]) },
];

const secondsFor = ({ isQuick }: Pace): number => (isQuick ? 3 : 20);

export const hostileClients: Measurement = {
  title: "Hostile clients",
  how: (pace) =>
    `${whole(LIGHTS)} lights. Beside those who take their time (headers and bodies a byte a second, lists that are asked for and never read; 500 come in a second, and who is turned out comes back at once), or ask for what is expensive, for ${secondsFor(pace)} s each, \
one process reads a light ${READS} times a second over connections that it keeps, another one ${NEW_CONNECTIONS} times a second over a new connection each. All of them come from this machine, so from one address, and share one core, where the attackers give way to those who are measured. \
A ratio is that to the same reads with nobody beside them, measured before and after all attacks; memory is the most that was seen, and what there is ${AFTER_SECONDS} s after the attackers left.`,
  measure: async (bench) => {
    const home = await startHome(bench, "hostile-clients", { lights: LIGHTS });
    try {
      return await measured(bench, home);
    } finally {
      await home.stop();
    }
  },
};

interface Measured {
  readonly name: string;
  readonly kept: Times;
  readonly fresh: Times;
  readonly mostMegabytes: number;
  readonly megabytesAfter: number;
}

async function measured(bench: Bench, home: LargeHome): Promise<Findings> {
  await fetch(`${home.url}${LIGHTS_PATH}`).then((answer) => answer.arrayBuffer());
  const quiet: Attack = { name: "nobody", run: async () => undefined };
  const before = await underAttack(bench, home, quiet);
  const attacked: Measured[] = [];
  for (const attack of ATTACKS) attacked.push(await underAttack(bench, home, attack));
  const after = await underAttack(bench, home, quiet);
  const base = { ...before, kept: slower(before.kept, after.kept), fresh: slower(before.fresh, after.fresh) };
  return {
    tables: [
      {
        title: "Milliseconds of the others, and megabytes",
        columns: [
          "beside",
          "p50",
          "p99",
          "longest",
          "÷ base",
          "new: p99",
          "longest",
          "÷ base",
          "failed",
          "MB",
          "after",
        ],
        rows: [before, ...attacked, { ...after, name: "nobody again" }].map((one) => cells(one, base)),
      },
    ],
    aims: attacked.flatMap((one) => aimsOf(one, base)),
  };
}

/** The base of a machine that others use is what it takes in a bad minute of two. */
const slower = (one: Times, other: Times): Times => (one.p99 > other.p99 ? one : other);

async function underAttack(
  { pace, progress }: Bench,
  { url, process: gateway }: LargeHome,
  attack: Attack,
): Promise<Measured> {
  const seconds = secondsFor(pace);
  const paths = (await lightIds(url, 100)).map((id) => `${LIGHTS_PATH}/${id}`);
  progress.at(`hostile-clients: ${attack.name}`);
  let mostMegabytes = 0;
  const look = () => {
    mostMegabytes = Math.max(mostMegabytes, memoryOf(gateway.pid).now);
  };
  const looking = setInterval(look, LOOK_MILLIS);
  const [kept, fresh] = await Promise.all([
    runLoad<Times>("read-at-pace", { url, paths, perSecond: READS, seconds }),
    runLoad<Times>("read-at-pace", { url, paths, perSecond: NEW_CONNECTIONS, seconds, isFresh: true }),
    attack.run(url, seconds + 2),
  ]);
  clearInterval(looking);
  progress.at(`hostile-clients: ${AFTER_SECONDS} s after ${attack.name}`);
  if (!pace.isQuick) await pause(AFTER_SECONDS * 1_000);
  progress.clear();
  return { name: attack.name, kept, fresh, mostMegabytes, megabytesAfter: memoryOf(gateway.pid).now };
}

const cells = ({ name, kept, fresh, mostMegabytes, megabytesAfter }: Measured, base: Measured): readonly string[] => [
  name,
  ...[kept.p50, kept.p99, kept.max].map((millis) => ratio(millis)),
  ratio(kept.p99 / base.kept.p99),
  ...[fresh.p99, fresh.max].map((millis) => ratio(millis)),
  ratio(fresh.p99 / base.fresh.p99),
  whole(kept.failed + fresh.failed),
  whole(mostMegabytes),
  whole(megabytesAfter),
];

const aimsOf = ({ name, kept, fresh, mostMegabytes, megabytesAfter }: Measured, base: Measured) => [
  atMost({ what: `${name}: p99 of others ÷ base`, figure: kept.p99 / base.kept.p99, aim: AIM.times }),
  atMost({ what: `${name}: p99 of new connections ÷ base`, figure: fresh.p99 / base.fresh.p99, aim: AIM.times }),
  atMost({ what: `${name}: reads that failed`, figure: kept.failed + fresh.failed, aim: 0, digits: 0 }),
  atMost({
    what: `${name}: memory more than base`,
    figure: mostMegabytes - base.megabytesAfter,
    aim: AIM.megabytes,
    unit: " MB",
    digits: 0,
  }),
  atMost({
    what: `${name}: memory more than base ${AFTER_SECONDS} s later`,
    figure: megabytesAfter - base.megabytesAfter,
    aim: AIM.megabytesAfter,
    unit: " MB",
    digits: 0,
  }),
];
