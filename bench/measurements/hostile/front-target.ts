import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PAIRING_WINDOW_MILLIS } from "../../../src/core/home/pairing-window.ts";
import { enrol } from "../../../src/edges/fleet/authority/members.ts";
import { entriesOf, putKeysEntry } from "../../../src/edges/fleet/bucket-entries.ts";
import { PRESS_KEY } from "../../../src/edges/fleet/front/fleet-keys.ts";
import { FLEET_BUCKET } from "../../../src/edges/fleet/subjects.ts";
import { startFleet, type TestFleet } from "../../../test/support/nats/fleet-servers.ts";
import { type LargeHome, LIGHTS_PATH, startHome } from "../../support/homes.ts";
import type { Bench } from "../../support/measurement.ts";
import { clientKey } from "../../support/pairing.ts";
import { BOTH_CORES, moveTo, startFront } from "../../support/process.ts";
import { allListeners } from "./listeners.ts";
import { type Target, targetOf } from "./target.ts";

const LOOK_MILLIS = 200;
const MOST_LOOKS = 600;

/** A front with one NATS server and one gateway behind it, which has all the lights. */
export async function startFrontTarget(bench: Bench, lights: number): Promise<Target> {
  const fleet = await startFleet();
  for (const { pid } of fleet.servers) moveTo(pid, BOTH_CORES);
  const gateway = await startMember(bench, fleet, lights);
  const credentials = credentialsFile(bench, "front", (await fleet.credentials("front")).text);
  const { listeners, args } = await allListeners(bench);
  const front = await startFront(fleet.urls, credentials, { args, onBothCores: true });
  const stop = async () => {
    await front.stop();
    await gateway.stop();
    await fleet.stop();
  };
  const { stateFolder } = gateway;
  return targetOf({ ...front, ...listeners, stop, stateFolder, key: await pairedWithFleet(fleet, front.url) });
}

/** Resolves once the fleet has all its lights. */
async function startMember(bench: Bench, fleet: TestFleet, lights: number): Promise<LargeHome> {
  const operator = await fleet.connect();
  const { id, publicKey, text } = await fleet.credentials("gateway");
  await enrol(operator, "gateway", { id, name: "Floor 1", publicKey, addedAt: new Date().toISOString() });
  const file = credentialsFile(bench, "gateway", text);
  const args = [`--fleet=${fleet.urls.join(",")}`, `--fleet-credentials=${file}`];
  const home = await startHome(bench, "hostile-clients", { lights, args, onBothCores: true });
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if ((await entriesOf(operator, FLEET_BUCKET, `${id}.lights.*`)).length === lights) return home;
    await pause(LOOK_MILLIS);
  }
  throw new Error(`the fleet does not get the ${lights} lights of ${home.url}${LIGHTS_PATH}`);
}

async function pairedWithFleet(fleet: TestFleet, url: string): Promise<string> {
  const endsAt = new Date(Date.now() + PAIRING_WINDOW_MILLIS).toISOString();
  const value = { endsAt };
  await putKeysEntry(await fleet.connect(), PRESS_KEY, { value, ttl: `${PAIRING_WINDOW_MILLIS / 1000}s` });
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const key = await clientKey(url);
    if (key !== undefined) return key;
    await pause(LOOK_MILLIS);
  }
  throw new Error(`no client can pair at ${url}`);
}

function credentialsFile({ folder }: Bench, name: string, text: string): string {
  const file = join(folder, `${name}.creds`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
