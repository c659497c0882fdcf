import { once } from "node:events";
import { atLeast, atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import { type LargeHome, LIGHTS_PATH, lightIds, startHome } from "../support/homes.ts";
import { runLoad } from "../support/load-process.ts";
import type { Bench, Measurement, Pace, Results } from "../support/measurement.ts";
import { pairedKey } from "../support/pairing.ts";
import { memoryOf, usedSeconds } from "../support/process-figures.ts";

const LIGHTS = 10_000;
const CHANGES = 1_000;
const POLLS = 20;
const SINGLE_READS = 100;
const AIM = { readMillis: 10, delayMillis: 20, changes: 0.99 };

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Reads extends Times {
  readonly reads: number;
  readonly failed: number;
}

interface Changes extends Times {
  readonly changes: number;
  readonly perSecond: number;
}

const secondsFor = ({ isQuick }: Pace): number => (isQuick ? 5 : 30);

export const busyHome: Measurement = {
  title: "A busy home",
  how: (pace) =>
    `${whole(LIGHTS)} lights for ${secondsFor(pace)} s: ${whole(CHANGES)} changes a second by \`PUT\`, each to another light, each stored before it is answered; the whole list is read ${POLLS} times a second, \
and ${SINGLE_READS} times a second one light. Each kind comes from a process of its own at its own pace, whatever becomes of the requests before, and the first two seconds do not count; these have one core, the gateway with all its threads the other. \
The delay of the event loop is \`monitorEventLoopDelay\` with a resolution of 1 ms, loaded before the gateway by \`node --import\`.`,
  measure: async (bench) => {
    const nodeOptions = ["--import=./dist/bench/watch-event-loop.js"];
    const home = await startHome(bench, "busy-home", { lights: LIGHTS, nodeOptions });
    try {
      return await measured(bench, home);
    } finally {
      await home.stop();
    }
  },
};

async function measured({ pace, progress }: Bench, home: LargeHome): Promise<Results> {
  const { url, process: gateway } = home;
  const seconds = secondsFor(pace);
  const ids = await lightIds(url);
  const lightPaths = spread(ids).map((id) => `${LIGHTS_PATH}/${id}`);
  const given = { url, key: await pairedKey(home), lightIds: spread(ids), perSecond: CHANGES };
  progress.at("busy-home: warm-up");
  await runLoad("change-at-pace", { ...given, seconds: 2, firstTurn: 0 });
  progress.at(`busy-home: ${seconds} s`);
  gateway.send("begin");
  const usedBefore = usedSeconds(gateway.pid);
  const [changes, polls, singles] = await Promise.all([
    runLoad<Changes>("change-at-pace", { ...given, seconds, firstTurn: 1 }),
    runLoad<Reads>("read-at-pace", { url, paths: [LIGHTS_PATH], perSecond: POLLS, seconds }),
    runLoad<Reads>("read-at-pace", { url, paths: lightPaths, perSecond: SINGLE_READS, seconds }),
  ]);
  const share = ((usedSeconds(gateway.pid) - usedBefore) / seconds) * 100;
  gateway.send("end");
  const [delay] = (await once(gateway, "message")) as [Times];
  progress.clear();
  const memory = memoryOf(gateway.pid);
  return {
    tables: [
      {
        title: "Milliseconds",
        columns: ["", "count", "p50", "p99", "longest"],
        rows: [
          ["single read", whole(singles.reads), ...cells(singles)],
          ["list", whole(polls.reads), ...cells(polls)],
          ["change, until it is stored", whole(changes.changes), ...cells(changes)],
          ["delay of the event loop", "", ...cells(delay)],
        ],
      },
      {
        title: "",
        columns: ["changes a second", "reads that failed", "share of its core", "memory then", "at most"],
        rows: [
          [
            whole(changes.perSecond),
            whole(polls.failed + singles.failed),
            `${whole(share)}%`,
            `${whole(memory.now)} MB`,
            `${whole(memory.most)} MB`,
          ],
        ],
      },
    ],
    aims: [
      atMost({ what: "busy home: p99 of a single read", figure: singles.p99, aim: AIM.readMillis, unit: " ms" }),
      atMost({
        what: "busy home: p99 of the event loop's delay",
        figure: delay.p99,
        aim: AIM.delayMillis,
        unit: " ms",
      }),
      atMost({ what: "busy home: reads that failed", figure: polls.failed + singles.failed, aim: 0, digits: 0 }),
      atLeast({
        what: "busy home: changes made in time, of those asked for",
        figure: changes.perSecond / CHANGES,
        aim: AIM.changes,
      }),
    ],
  };
}

/** In an order in which neighbours are far from one another, and each comes once. */
function spread<Item>(items: readonly Item[]): readonly Item[] {
  const STEP = 7_919;
  return items.map((item, place) => items[(place * STEP) % items.length] ?? item);
}

const cells = ({ p50, p99, max }: Times): readonly string[] => [p50, p99, max].map((millis) => ratio(millis, 1));
