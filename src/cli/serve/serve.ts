import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { listenForOperator } from "../../control/listen.ts";
import { PAIRING_WINDOW_MILLIS } from "../../home/pairing-window.ts";
import type { MdnsAnnouncer } from "../../mdns/announce.ts";
import type { RunningGateway } from "../../runtime/start-gateway.ts";
import { startMdns } from "../../runtime/start-mdns.ts";
import { SYSTEM_CLOCK } from "../../runtime/system-clock.ts";
import { collectGarbage } from "../../shared/collect-garbage.ts";
import { counted } from "../../shared/counted.ts";
import { examineFolder } from "../../shared/folder-trust.ts";
import { homePathIn } from "../../store/folder/home-path.ts";
import type { SqliteStore } from "../../store/thread/sqlite-store.ts";
import { CommandFault } from "../command-fault.ts";
import { stateFolder } from "../state-folder.ts";
import { backendKindOf } from "./backend-option.ts";
import { watchButton } from "./button.ts";
import { controlsFor } from "./controls.ts";
import { type FirstHome, firstHome } from "./first-home.ts";
import { collectGarbageWhenIdle, keepHeapSmall, letHeapGrowSoon } from "./heap.ts";
import { homeToServe, type ServedHome, unusable } from "./home-to-serve.ts";
import { log, logTaken } from "./log.ts";
import { logBackend, logMdns, logOperator } from "./log-states.ts";
import { outliveFaults } from "./outlive-faults.ts";
import { readyLines } from "./ready-lines.ts";
import type { ServeOptions } from "./serve-command.ts";
import { metricsFor } from "./serve-metrics.ts";
import { tlsFor } from "./serve-tls.ts";
import { onFault, type ServedDevices, startServing } from "./start-serving.ts";
import { onStopSignal } from "./stop-signals.ts";

/** Runs the gateway until a signal stops it. */
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
  if (options.mdns)
    announcer = startMdns(
      { ...options, clock: SYSTEM_CLOCK, onMdnsState: logMdns(), onThread: keepHeapSmall },
      running,
    );
  const metrics = await metricsFor(options, running);
  collectGarbage();
  collectGarbageWhenIdle();
  letHeapGrowSoon();
  await stopped;
  log("Stopping.");
  releaseButton();
  await operator.stop();
  await Promise.all([announcer?.stop(), metrics?.stop(), running.stop()]);
  await logTaken();
}

/** The real path of the state folder; a folder that cannot be trusted is a fault before anything is touched. */
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

/** A function of its own, so that the home as it was at the start is not held in memory for as long as the gateway runs. */
async function started(
  options: ServeOptions,
  { folder, first, store }: { readonly folder: string; readonly first: FirstHome; readonly store: SqliteStore },
): Promise<{ readonly running: RunningGateway; readonly home: Omit<ServedHome, "contents"> }> {
  const devices = { ...(await devicesFor(options)), tls: await tlsFor(options) };
  const { contents, ...home } = await homeToServe(folder, first, store);
  log(...home.report);
  return { running: await startServing(options, { ...home, contents }, devices), home };
}

/** Devices of a back end are listed by id, so that gateways which share a broker list the same in the same order. */
async function devicesFor({ backend, backendCa }: ServeOptions): Promise<ServedDevices> {
  const prepared = await backendKindOf(backend)?.prepare(
    backend.map(({ address }) => address),
    { authority: backendCa, clock: SYSTEM_CLOCK, log, onSource: logBackend(SYSTEM_CLOCK) },
  );
  if (prepared && "mistake" in prepared) throw new CommandFault([prepared.mistake]);
  return prepared ? { startDevices: prepared, order: "id" } : {};
}
