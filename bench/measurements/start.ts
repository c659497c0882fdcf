import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { atMost } from "../support/aims.ts";
import { median, whole } from "../support/figures.ts";
import { LIGHTS_PATH, startHome } from "../support/homes.ts";
import type { Bench, Measurement, Pace, Results } from "../support/measurement.ts";
import { startGateway } from "../support/process.ts";
import { memoryOf } from "../support/process-figures.ts";

const AIM = { millis: 350, demoMegabytes: 105, largeRestMegabytes: 160 };
const LARGE = 10_000;
/** A gateway that nobody asks gives memory back, a few times in a row. */
const REST_MILLIS = 30_000;
const LIST_READS = 20;
const DEMO_READS = ["light", "device?ext_light=1&ext_room=1", "room?ext_device=1&ext_light=1", "scene", "sync"];

const startsFor = ({ isQuick }: Pace): number => (isQuick ? 3 : 10);

export const start: Measurement = {
  title: "Start and memory",
  how: (pace) =>
    `From just before the process is made until it has said that it is ready, with the demo home: with an empty state folder, and with the home stored there; the median of ${startsFor(pace)} starts each, in turn, after one that does not count. A gateway that starts has the machine's cores to itself, so what counts is a start on two of them; one on a single core is beside it. \
Memory is \`VmRSS\` of \`/proc\`, and \`VmHWM\`, the most it ever was: with the demo home after every list was read ${LIST_READS} times, the median of these starts; with ${whole(LARGE)} lights, started from the store, after the list was read ${LIST_READS} times. At rest is ${REST_MILLIS / 1000} seconds later, in which nobody asked for anything.`,
  measure: async (bench) => {
    const demo = await measureDemo(bench);
    const large = await measureLarge(bench);
    const aims = [
      { what: "ready with the demo home, for the first time", figure: demo.firstMillis, aim: AIM.millis, unit: " ms" },
      { what: "ready with the demo home, stored", figure: demo.storedMillis, aim: AIM.millis, unit: " ms" },
      { what: "memory with the demo home", figure: demo.now, aim: AIM.demoMegabytes, unit: " MB" },
      {
        what: `memory with ${whole(LARGE)} lights, at rest`,
        figure: large.rest,
        aim: AIM.largeRestMegabytes,
        unit: " MB",
      },
    ];
    return {
      tables: [
        {
          title: "Milliseconds until it is ready",
          columns: ["", "for the first time", "stored"],
          rows: [
            ["on two cores", whole(demo.firstMillis), whole(demo.storedMillis)],
            ["on one core", whole(demo.pinnedFirstMillis), whole(demo.pinnedStoredMillis)],
          ],
        },
        {
          title: "Memory in MB",
          columns: ["", "VmRSS", "at rest", "VmHWM"],
          rows: [
            ["demo home", whole(demo.now), whole(demo.rest), whole(demo.most)],
            [`${whole(LARGE)} lights`, whole(large.now), whole(large.rest), whole(large.most)],
          ],
        },
      ],
      aims: aims.map((aim) => atMost({ ...aim, digits: 0 })),
      rounds: demo.rounds,
    } satisfies Results;
  },
};

async function measureDemo({ pace, folder, progress }: Bench) {
  const starts: StartFigures[] = [];
  const rounds = startsFor(pace);
  const stored = join(folder, "start-stored");
  await timedStart(stored);
  for (let round = 1; round <= rounds; round += 1) {
    progress.at(`start: round ${round} of ${rounds}`);
    const first = await timedStart(join(folder, `start-${round}`), true);
    const again = await timedStart(stored, true);
    const pinned = await timedStart(join(folder, `start-pinned-${round}`));
    const pinnedAgain = await timedStart(stored);
    starts.push({
      ...first,
      firstMillis: first.millis,
      storedMillis: again.millis,
      pinnedFirstMillis: pinned.millis,
      pinnedStoredMillis: pinnedAgain.millis,
    });
  }
  progress.at("start: at rest");
  const { rest } = await timedStart(stored, true, REST_MILLIS);
  progress.clear();
  const of = (key: keyof StartFigures) => starts.map((one) => one[key]);
  return {
    firstMillis: median(of("firstMillis")),
    storedMillis: median(of("storedMillis")),
    pinnedFirstMillis: median(of("pinnedFirstMillis")),
    pinnedStoredMillis: median(of("pinnedStoredMillis")),
    now: median(of("now")),
    most: median(of("most")),
    rest,
    rounds: [
      { of: "first start, ms", figures: of("firstMillis") },
      { of: "stored home, ms", figures: of("storedMillis") },
      { of: "first start on one core, ms", figures: of("pinnedFirstMillis") },
      { of: "stored home on one core, ms", figures: of("pinnedStoredMillis") },
    ],
  };
}

interface StartFigures {
  readonly firstMillis: number;
  readonly storedMillis: number;
  readonly pinnedFirstMillis: number;
  readonly pinnedStoredMillis: number;
  readonly now: number;
  readonly most: number;
}

async function timedStart(stateFolder: string, onBothCores = false, restMillis = 0) {
  const beganMillis = performance.now();
  const gateway = await startGateway(stateFolder, [], { onBothCores });
  const millis = performance.now() - beganMillis;
  for (let read = 0; read < LIST_READS; read += 1) {
    for (const list of DEMO_READS) await (await fetch(`${gateway.url}/clip/v2/resource/${list}`)).arrayBuffer();
  }
  const memory = memoryOf(gateway.process.pid);
  await pause(restMillis);
  const { now: rest } = memoryOf(gateway.process.pid);
  await gateway.stop();
  return { millis, ...memory, rest };
}

/** Started from the store: reading a large home file takes memory that a usual start does not. */
async function measureLarge(bench: Bench) {
  const first = await startHome(bench, "start", { lights: LARGE });
  await first.stop();
  const gateway = await startGateway(first.stateFolder, []);
  try {
    for (let read = 0; read < LIST_READS; read += 1) {
      await (await fetch(`${gateway.url}${LIGHTS_PATH}`)).arrayBuffer();
    }
    const memory = memoryOf(gateway.process.pid);
    bench.progress.at("start: at rest");
    await pause(REST_MILLIS);
    return { ...memory, rest: memoryOf(gateway.process.pid).now };
  } finally {
    await gateway.stop();
  }
}
