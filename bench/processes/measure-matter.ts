import { setTimeout as pause } from "node:timers/promises";
import { MatterController } from "../../e2e/support/matter-controller-process.ts";
import { OperatorLine } from "../../e2e/support/operator-line.ts";
import { FollowedLamps } from "../matter/followed-lamps.ts";
import type { MatterFigures, SteadyFigures } from "../matter/matter-figures.ts";
import { type MatterHome, slowReads, startMatterHome } from "../matter/matter-home.ts";
import { AskedProcess } from "../support/asked-process.ts";
import { type FleetChange, machineMillis } from "../support/fleet-change.ts";
import { found, given } from "../support/given.ts";
import { runLoad } from "../support/load-process.ts";
import { type Bench, QUICK_PACE, WHOLE_PACE } from "../support/measurement.ts";
import { pairedKey } from "../support/pairing.ts";
import { memoryOf, usedSeconds } from "../support/process-figures.ts";
import { Progress } from "../support/progress.ts";
import { RawAsker } from "../support/raw-asker.ts";
import type { SentChange } from "../support/sent-change.ts";

// A bridge and a controller in a network of their own, which this process was started in.
const ANY_PORTS = ["--matter", "--matter-port=0"];
const PER_SECOND = 100;
const BETWEEN_SAMPLES_MILLIS = 50;
const SETTLE_MILLIS = 5_000;

const { folder, isQuick } = await given<{ readonly folder: string; readonly isQuick: boolean }>();
const bench: Bench = { pace: isQuick ? QUICK_PACE : WHOLE_PACE, folder, progress: new Progress(process.stderr) };
const [rounds, samples, steadySeconds] = isQuick ? [1, 10, 5] : [5, 100, 60];

const starts = await measureStarts();
const bridged = await startMatterHome(bench, "matter-on", ANY_PORTS);
const alone = await startMatterHome(bench, "matter-off", []);
await bridged.online;
const controller = new MatterController(undefined, "Bench");
try {
  const lamps = await followedLamps(bridged);
  const afterwards = await measureAfterwards();
  const key = await pairedKey(bridged);
  const reportMillis = await measureReports(lamps, key);
  const commandMillis = await measureCommands(lamps);
  const steady = await measureSteadyChanges(lamps, key);
  const memory = memoryOf(bridged.process.pid);
  found({ ...starts, afterwards, reportMillis, commandMillis, steady, memory } satisfies MatterFigures);
} finally {
  await Promise.all([controller.stop(), bridged.stop(), alone.stop()]);
}

/** Both take turns, each read from when it is ready, for as long as the bridge takes. */
async function measureStarts() {
  const onlineMillis: number[] = [];
  const whileStarting = { bridged: [] as number[], alone: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const home = await startMatterHome(bench, "matter-on", ANY_PORTS);
    const beganMillis = performance.now();
    const slow = await slowReads(home.url, home.online);
    const readMillis = performance.now() - beganMillis;
    await home.stop();
    const other = await startMatterHome(bench, "matter-off", []);
    const otherSlow = await slowReads(other.url, pause(readMillis));
    await other.stop();
    // The first round founds the homes, and this process gets going itself.
    if (round === 0) continue;
    onlineMillis.push(await home.online);
    whileStarting.bridged.push(slow);
    whileStarting.alone.push(otherSlow);
  }
  return { onlineMillis, whileStarting };
}

async function followedLamps({ stateFolder, url }: MatterHome): Promise<FollowedLamps> {
  const operator = await OperatorLine.open(stateFolder);
  const { manualCode } = await operator.done({ command: "matter.pair", with: {} });
  operator.close();
  await controller.pair({ pairingCode: String(manualCode).replaceAll("-", "") });
  return await FollowedLamps.of(url, controller);
}

/** With a controller that follows all lamps, once it has read them. */
async function measureAfterwards() {
  const slow = { bridged: [] as number[], alone: [] as number[] };
  await pause(SETTLE_MILLIS);
  for (let round = 0; round < rounds; round += 1) {
    slow.bridged.push(await slowReads(bridged.url, pause(5_000)));
    slow.alone.push(await slowReads(alone.url, pause(5_000)));
  }
  return slow;
}

/** From just before a client asks until the controller has it. */
async function measureReports(lamps: FollowedLamps, key: string): Promise<readonly number[]> {
  const asker = new RawAsker(bridged.url);
  const millis: number[] = [];
  for (let number = 0; number < samples; number += 1) {
    const lamp = lamps.all[number % lamps.all.length];
    if (!lamp) throw new Error("there are no lamps");
    const brightness = 20 + (number % 70);
    const body = JSON.stringify({ on: 1, brightness });
    lamps.forget();
    const beganMillis = performance.now();
    void asker.ask(
      `PUT /clip/v2/resource/light/${lamp.lightId} HTTP/1.1\r\nHost: localhost\r\napplication-key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const report = await lamps.reported(lamp, brightness);
    millis.push(report === undefined ? Number.NaN : performance.now() - beganMillis);
    await pause(BETWEEN_SAMPLES_MILLIS);
  }
  asker.end();
  return millis;
}

/** From just before the controller is asked until a client that follows events has what the lamp was told. */
async function measureCommands(lamps: FollowedLamps): Promise<readonly number[]> {
  const follower = AskedProcess.start("follow-front");
  const millis: number[] = [];
  await follower.ask({ do: "follow", url: bridged.url });
  for (let number = 0; number < samples; number += 1) {
    const lamp = lamps.all[number % lamps.all.length];
    if (!lamp) throw new Error("there are no lamps");
    const beganMillis = machineMillis();
    await lamps.command(lamp, 30 + number);
    millis.push((await seenMillis(follower, lamp.lightId)) - beganMillis);
    await pause(BETWEEN_SAMPLES_MILLIS);
  }
  await follower.stop();
  return millis;
}

/** When a light's event came; rooms have events as well. */
async function seenMillis(follower: AskedProcess, id: string): Promise<number> {
  for (;;) {
    const { seen } = await follower.ask<{ readonly seen: readonly FleetChange[] }>({ do: "see", count: 1 });
    const event = seen.find(({ lightId }) => lightId === id);
    if (event || seen.length === 0) return event?.atMillis ?? Number.NaN;
  }
}

/** Each lamp in turn, at a steady pace; then all of them are looked at, from every side. */
async function measureSteadyChanges(lamps: FollowedLamps, key: string): Promise<SteadyFigures> {
  const { url, process: gateway } = bridged;
  lamps.forget();
  const usedBefore = usedSeconds(gateway.pid);
  const beganMillis = performance.now();
  const load = await runLoad<{ perSecond: number; p50: number; p99: number; sent: readonly SentChange[] }>(
    "change-at-pace",
    {
      ...{ url, key, lightIds: lamps.all.map(({ lightId }) => lightId), perSecond: PER_SECOND },
      ...{ seconds: steadySeconds, firstTurn: 1, isLogged: true },
    },
  );
  const share = (usedSeconds(gateway.pid) - usedBefore) / ((performance.now() - beganMillis) / 1_000);
  const desired = new Map(load.sent.map(({ lightId, brightness }) => [lightId, brightness]));
  const last = load.sent.at(-1);
  const lastLamp = lamps.all.find(({ lightId }) => lightId === last?.lightId);
  if (last && lastLamp) await lamps.reported(lastLamp, last.brightness);
  await pause(1_000);
  const { perSecond, p50, p99, sent } = load;
  const wrong = await lamps.wrong(desired);
  return { seconds: steadySeconds, asked: sent.length, perSecond, p50, p99, share, wrong };
}
