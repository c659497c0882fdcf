import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../e2e/support/event-load-figures.ts";
import { row } from "./figures.ts";
import { startGateway } from "./process.ts";
import { moveToLoadCore, startMosquitto } from "./zigbee2mqtt-broker.ts";
import { TellingLamps } from "./zigbee2mqtt-lamps.ts";
import { Sight } from "./zigbee2mqtt-sight.ts";

const LAMPS = 5_000;
const PER_SECOND = 1_000;
const SECONDS = 60;
const AIM = { millis: 100, megabytes: 256 };
/** After the last change; the store's thread has done its work by then, too. */
const REST_MILLIS = 2_000;

/** What thousands of lamps say through Mosquitto, until it can be read. Gives whether none is lost or late, and memory kept low. */
export async function measureZigbee2Mqtt(folder: string): Promise<boolean> {
  moveToLoadCore();
  const mosquitto = await startMosquitto(folder);
  const lamps = await TellingLamps.start(mosquitto.url, LAMPS);
  const server = await startGateway(join(folder, "zigbee2mqtt"), ["--backend", `${mosquitto.url}/zigbee2mqtt`]);
  try {
    const megabytes = (lamps.bytesOfList / 1e6).toFixed(1);
    console.log(
      `${LAMPS} lamps of Zigbee2MQTT, a list of ${megabytes} MB, say ${PER_SECOND} states a second for ${SECONDS} s through Mosquitto; the`,
    );
    console.log("gateway has a core, all else the other. Milliseconds from just before a state is published until");
    console.log("a light that is read every 2 ms shows it, or a follower of events is told:\n");
    const beganMillis = performance.now();
    const sight = await Sight.of(server.url, LAMPS);
    console.log(`all lamps served after ${((performance.now() - beganMillis) / 1000).toFixed(1)} s`);
    await lamps.change({ perSecond: PER_SECOND, count: LAMPS });
    await pause(REST_MILLIS);
    sight.follow();
    await pause(REST_MILLIS);
    lamps.onChange = (ieee, shown) => sight.expect(ieee, shown);
    const before = usedSeconds(server.process.pid);
    await lamps.change({ perSecond: PER_SECOND, count: PER_SECOND * SECONDS });
    const share = Math.round(((usedSeconds(server.process.pid) - before) / SECONDS) * 100);
    await pause(REST_MILLIS);
    await sight.allLooked();
    const wrong = await countWrong(lamps, sight);
    const most = mostMegabytes(server.process.pid);
    console.log(row(["seen by", "changes", "p50", "p99", "max"]));
    console.log(row(["reading", ...cells(sight.readMillis)]));
    console.log(row(["events", ...cells(sight.eventMillis)]));
    console.log(
      `\nlamps shown other than they were left: ${wrong} of ${LAMPS}; memory: at most ${most} MB; ${share} % of the core`,
    );
    console.log(`The aims: p99 at most ${AIM.millis} ms, none shown wrongly, at most ${AIM.megabytes} MB.\n`);
    const isSoon = [sight.readMillis, sight.eventMillis].every((millis) => percentile(millis, 99) <= AIM.millis);
    return isSoon && wrong === 0 && most <= AIM.megabytes;
  } finally {
    await lamps.stop();
    await server.stop();
    await mosquitto.stop();
  }
}

/** Of a lamp that is off, only that counts. */
async function countWrong(lamps: TellingLamps, sight: Sight): Promise<number> {
  const served = await sight.shown();
  return [...lamps.shown].filter(([ieee, { on, brightnessPercent }]) => {
    const shown = served.get(ieee);
    return shown?.on !== on || (on && shown.brightnessPercent !== brightnessPercent);
  }).length;
}

const cells = (millis: readonly number[]): readonly (string | number)[] => [
  millis.length,
  ...[50, 99, 100].map((hundredths) => percentile(millis, hundredths).toFixed(1)),
];

/** Since its start. */
function mostMegabytes(pid: number | undefined): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}

/** Of its core, since its start; the system counts in hundredths. */
function usedSeconds(pid: number | undefined): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}
