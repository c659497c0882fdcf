import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../../e2e/support/event-load-figures.ts";
import { atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import type { Aim, Bench, Measurement, Pace, Results } from "../support/measurement.ts";
import { type Server, startGateway } from "../support/process.ts";
import { memoryOf, usedSeconds } from "../support/process-figures.ts";
import { startMosquitto } from "../zigbee2mqtt/broker.ts";
import { TellingLamps } from "../zigbee2mqtt/lamps.ts";
import { Sight } from "../zigbee2mqtt/sight.ts";

const LAMPS = 5_000;
const PER_SECOND = 1_000;
const AIM = { millis: 100, megabytes: 256 };
/** After the last change; the store's thread has done its work by then, too. */
const REST_MILLIS = 2_000;

const secondsFor = ({ isQuick }: Pace): number => (isQuick ? 5 : 60);

export const zigbee2mqtt: Measurement = {
  title: "What thousands of lamps say through Mosquitto, until it can be read",
  how: (pace) =>
    `${whole(LAMPS)} lamps of Zigbee2MQTT say ${whole(PER_SECOND)} states a second for ${secondsFor(pace)} s; the gateway has a core, all else the other. \
Measured from just before a state is published until a light that is read every 2 ms shows it, or a follower of events is told.`,
  measure: async (bench) => {
    const mosquitto = await startMosquitto(bench.folder);
    const lamps = await TellingLamps.start(mosquitto.url, LAMPS);
    const backend = ["--backend", `${mosquitto.url}/zigbee2mqtt`];
    const server = await startGateway(join(bench.folder, "zigbee2mqtt"), backend);
    try {
      return await measured(bench, lamps, server);
    } finally {
      await lamps.stop();
      await server.stop();
      await mosquitto.stop();
    }
  },
};

async function measured({ pace, progress }: Bench, lamps: TellingLamps, server: Server): Promise<Results> {
  const seconds = secondsFor(pace);
  const { pid } = server.process;
  progress.at("zigbee2mqtt: until all lamps are served");
  const beganMillis = performance.now();
  const sight = await Sight.of(server.url, LAMPS);
  const servedSeconds = (performance.now() - beganMillis) / 1000;
  await lamps.change({ perSecond: PER_SECOND, count: LAMPS });
  await pause(REST_MILLIS);
  sight.follow();
  await pause(REST_MILLIS);
  progress.at(`zigbee2mqtt: ${seconds} s`);
  lamps.onChange = (ieee, shown) => sight.expect(ieee, shown);
  const before = usedSeconds(pid);
  await lamps.change({ perSecond: PER_SECOND, count: PER_SECOND * seconds });
  const share = ((usedSeconds(pid) - before) / seconds) * 100;
  await pause(REST_MILLIS);
  await sight.allLooked();
  progress.clear();
  const wrong = await countWrong(lamps, sight);
  const { most } = memoryOf(pid);
  const megabytes = ratio(lamps.bytesOfList / 1e6, 1);
  return {
    tables: [
      {
        title: "Milliseconds",
        columns: ["seen by", "changes", "p50", "p99", "longest"],
        rows: [
          ["reading", ...cells(sight.readMillis)],
          ["events", ...cells(sight.eventMillis)],
        ],
      },
      {
        title: "",
        columns: ["list of Zigbee2MQTT", "all lamps served after", "share of its core"],
        rows: [[`${megabytes} MB`, `${ratio(servedSeconds, 1)} s`, `${whole(share)}%`]],
      },
    ],
    aims: aimsFor(sight, { wrong, most }),
  };
}

const aimsFor = (sight: Sight, { wrong, most }: { readonly wrong: number; readonly most: number }): readonly Aim[] => [
  ...[
    { by: "reading", millis: sight.readMillis },
    { by: "events", millis: sight.eventMillis },
  ].map(({ by, millis }) =>
    atMost({
      what: `Zigbee2MQTT: p99 until seen by ${by}`,
      figure: percentile(millis, 99),
      aim: AIM.millis,
      unit: " ms",
    }),
  ),
  atMost({ what: "Zigbee2MQTT: lamps shown other than they were left", figure: wrong, aim: 0, digits: 0 }),
  atMost({ what: "Zigbee2MQTT: memory at most", figure: most, aim: AIM.megabytes, unit: " MB", digits: 0 }),
];

/** Of a lamp that is off, only that counts. */
async function countWrong(lamps: TellingLamps, sight: Sight): Promise<number> {
  const served = await sight.shown();
  return [...lamps.shown].filter(([ieee, { on, brightnessPercent }]) => {
    const shown = served.get(ieee);
    return shown?.on !== on || (on && shown.brightnessPercent !== brightnessPercent);
  }).length;
}

const cells = (millis: readonly number[]): readonly string[] => [
  whole(millis.length),
  ...[50, 99, 100].map((hundredths) => ratio(percentile(millis, hundredths), 1)),
];
