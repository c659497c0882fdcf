import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { listenForOperator } from "../../control/listen.ts";
import { PAIRING_WINDOW_MILLIS } from "../../home/pairing-window.ts";
import type { MdnsAnnouncer } from "../../mdns/announce.ts";
import type { RunningGateway } from "../../runtime/start-gateway.ts";
import { collectGarbage } from "../../shared/collect-garbage.ts";
import { counted } from "../../shared/counted.ts";
import { examineFolder } from "../../shared/folder-trust.ts";
import { homePathIn } from "../../store/folder/home-path.ts";
import type { SqliteStore } from "../../store/thread/sqlite-store.ts";
import { CommandFault } from "../command-fault.ts";
import { stateFolder } from "../state-folder.ts";
import { watchButton } from "./button.ts";
import { controlsFor } from "./controls.ts";
import { type FirstHome, firstHome } from "./first-home.ts";
import { homeToServe, type ServedHome, unusable } from "./home-to-serve.ts";
import { collectGarbageWhenIdle } from "./idle-garbage.ts";
import { log, logTaken } from "./log.ts";
import { logOperator } from "./log-operator.ts";
import { outliveFaults } from "./outlive-faults.ts";
import { readyLines } from "./ready-lines.ts";
import type { ServeOptions } from "./serve-options.ts";
import { letHeapGrowSoon } from "./small-heap.ts";
import { startMdns } from "./start-mdns.ts";
import { onFault, type ServedDevices, startServing } from "./start-serving.ts";
import { onStopSignal } from "./stop-signals.ts";

/** Runs the gateway until it is told to stop. */
export async function serve(options: ServeOptions, store: SqliteStore): Promise<void> {
  process.umask(0o077);
  const folder = whereState(options);
  const first = firstHome(options);
  if (!existsSync(homePathIn(folder))) first.prepare();
  const { running, home } = await started(options, { folder, first, store });
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve));
  const pressButton = () => {
    running.gateway.pressButton();
    log(`Button pressed: clients may pair for ${counted(PAIRING_WINDOW_MILLIS / 1000, "second")}.`);
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
  await logTaken();
}

/** Where the state really is; whatever speaks against that is told before anything is touched or waited for. */
function whereState({ dataDir }: ServeOptions): string {
  const path = resolve(dataDir ?? stateFolder());
  try {
    const examined = examineFolder(path);
    if ("path" in examined) return examined.path;
    throw new CommandFault([examined.refusal]);
  } catch (error) {
    throw error instanceof CommandFault ? error : unusable(path, error);
  }
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
