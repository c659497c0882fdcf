import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { listenForOperator } from "../control/listen.ts";
import { PAIRING_WINDOW_MILLIS } from "../home/pairing-window.ts";
import type { MdnsAnnouncer } from "../mdns/announce.ts";
import { collectGarbage } from "../shared/collect-garbage.ts";
import { homePathIn } from "../store/home-path.ts";
import type { SqliteStore } from "../store/sqlite-store.ts";
import { watchButton } from "./button.ts";
import { controlsFor } from "./controls.ts";
import { type FirstHome, firstHome } from "./first-home.ts";
import { homeToServe, type ServedHome } from "./home-to-serve.ts";
import { collectGarbageWhenIdle } from "./idle-garbage.ts";
import { log } from "./log.ts";
import { logOperator } from "./log-operator.ts";
import { outliveFaults } from "./outlive-faults.ts";
import { readyLines } from "./ready-lines.ts";
import type { ServeOptions } from "./serve-options.ts";
import { letHeapGrowSoon } from "./small-heap.ts";
import type { RunningGateway } from "./start-gateway.ts";
import { startMdns } from "./start-mdns.ts";
import { onFault, type ServedDevices, startServing } from "./start-serving.ts";
import { stateFolder } from "./state-folder.ts";

/** Runs the gateway until it is told to stop. */
export async function serve(options: ServeOptions, store: SqliteStore): Promise<void> {
  process.umask(0o077);
  const folder = resolve(options.dataDir ?? stateFolder());
  const first = firstHome(options);
  if (!existsSync(homePathIn(folder))) first.prepare();
  const { running, home } = await started(options, { folder, first, store });
  const stopped = stopSignal();
  const pressButton = () => {
    running.gateway.pressButton();
    log(`Button pressed: clients may pair for ${PAIRING_WINDOW_MILLIS / 1000} seconds.`);
  };
  const releaseButton = watchButton(pressButton, options.button);
  let announcer: MdnsAnnouncer | undefined;
  const operator = await listenForOperator({
    folder,
    controls: controlsFor({ running, home, first, announcer: () => announcer, folder, options, pressButton }),
    onState: logOperator(),
    onFault,
  });
  outliveFaults(log);
  log(...readyLines(running, { host: options.host, folder }));
  announcer = startMdns(options, running);
  collectGarbage();
  collectGarbageWhenIdle();
  letHeapGrowSoon();
  await stopped;
  log("Stopping.");
  releaseButton();
  await operator.stop();
  await Promise.all([announcer?.stop(), running.stop()]);
}

/** By itself, so that the home as it was then is not held for as long as the gateway runs. */
async function started(
  options: ServeOptions,
  { folder, first, store }: { readonly folder: string; readonly first: FirstHome; readonly store: SqliteStore },
): Promise<{ readonly running: RunningGateway; readonly home: Omit<ServedHome, "contents"> }> {
  const devices = await devicesFor(options);
  const { contents, ...home } = await homeToServe(folder, first, store);
  log(...home.report);
  return { running: await startServing(options, { ...home, contents }, devices), home };
}

/** What Zigbee2MQTT takes is loaded for who has it. */
async function devicesFor(options: ServeOptions): Promise<ServedDevices> {
  if (options.backend.length === 0) return {};
  const { zigbeeDevices } = await import("./zigbee-devices.ts");
  return zigbeeDevices(options);
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Settles on the first signal to stop; the next one ends the process at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
