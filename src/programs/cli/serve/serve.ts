import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { PAIRING_WINDOW_MILLIS } from "../../../core/home/pairing-window.ts";
import type { Author } from "../../../core/home/trail-entry.ts";
import { answersToBrowsers } from "../../../edges/control/converse.ts";
import { listenForOperator } from "../../../edges/control/listen.ts";
import type { FleetMember } from "../../../edges/fleet/member/fleet-member.ts";
import type { MdnsAnnouncer } from "../../../edges/mdns/announce.ts";
import { homePathIn } from "../../../edges/store/folder/home-path.ts";
import type { SqliteStore } from "../../../edges/store/thread/sqlite-store.ts";
import type { RunningGateway, StartOptions } from "../../../runtime/start-gateway.ts";
import { examineFolder } from "../../../shared/folder-trust.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { stateFolder } from "../state-folder.ts";
import { backendKindOf } from "./backend-option.ts";
import type { Backups } from "./backups.ts";
import { watchButton } from "./button.ts";
import { controlsFor } from "./controls.ts";
import { exitOnFault } from "./exit-on-fault.ts";
import { type FirstHome, firstHome } from "./first-home.ts";
import { homeToServe, type ServedHome, unusable } from "./home-to-serve.ts";
import { log, logEntries, logTaken, logWarning, setUpLog } from "./log.ts";
import { logBackend, logMdns, logOperator } from "./log-states.ts";
import { matterProblems } from "./matter-problems.ts";
import type { BackedUp } from "./own-backups.ts";
import { OwnMatter } from "./own-matter.ts";
import { readyLines } from "./ready-lines.ts";
import { letKeysEdit, reloading } from "./reloading.ts";
import type { ServeOptions } from "./serve-command.ts";
import { fleetFor, joinFleet } from "./serve-fleet.ts";
import { metricsFor } from "./serve-metrics.ts";
import { tlsFor } from "./serve-tls.ts";
import type { ServiceManager } from "./service-manager.ts";
import { onFault, type ServedDevices, startServing } from "./start-serving.ts";
import { onStopSignal } from "./stop-signals.ts";
import { type TypedCommand, typedCommandFor } from "./typed-command.ts";

/** Runs the gateway until a signal stops it. */
export async function serve(
  options: ServeOptions,
  store: SqliteStore,
  readOptions: () => Promise<ServeOptions>,
): Promise<void> {
  process.umask(0o077);
  setUpLog(options);
  let stop = () => store.close();
  const endBecauseOf = exitOnFault(() => stop());
  const folder = whereState(options);
  await examineBackups(options);
  const place = fleetFor(options);
  const typed = await typedCommandFor(folder);
  const first = firstHome(options, typed);
  if (!existsSync(homePathIn(folder))) first.prepare();
  let matter: OwnMatter | undefined;
  const readinessProblems = () => matterProblems(matter?.bridge?.state());
  const { running, home } = await started(options, { folder, first, store, typed, readinessProblems });
  store.onThreadFault(endBecauseOf);
  matter = new OwnMatter({ options, running, folder, store });
  const reload = reloading(options, readOptions, running);
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve, () => void reload().catch(onFault)));
  const pressButton = (by?: Author) => {
    running.gateway.pressButton(by);
    log(`Button pressed. A client can pair within ${PAIRING_WINDOW_MILLIS / 1000} s.`);
  };
  const releaseButton = watchButton(() => pressButton(), options.button);
  let announcer: MdnsAnnouncer | undefined;
  let fleet: FleetMember | undefined;
  const controls = controlsFor({
    running,
    home,
    first,
    announcer: () => announcer,
    fleet: () => fleet?.condition,
    matter,
    folder,
    options,
    pressButton,
    reload,
  });
  const operator = await listenForOperator({ folder, controls, onState: logOperator(), onFault });
  running.http.commands.runBy(answersToBrowsers(controls));
  letKeysEdit(running.http, options.allowEditing);
  const backups = options.backupDir === undefined ? undefined : await backUp(options, { running, ...home });
  const [ready = "", ...details] = readyLines(running, { ...options, folder, typed });
  logEntries([{ level: "info", message: ready, details }]);
  if (options.mdns) announcer = await announced(options, running);
  fleet = await joinFleet(place, { running, folder, readTrail: controls.readTrail, options });
  await matter.start();
  const metrics = await metricsFor(options, running, { fleet, backups, matter: () => matter?.bridge?.state() });
  const manager = await serviceManager();
  manager?.ready(`Serving on port ${running.http.port}`);
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    releaseButton();
    await operator.stop();
    await backups?.stop();
    // While the gateway still carries out what the fleet has commanded.
    await fleet?.stop();
    await matter?.stop();
    await Promise.all([announcer?.stop(), metrics?.stop(), running.stop(), manager?.stopping()]);
  };
  stop = () => {
    stopping ??= stopAll();
    return stopping;
  };
  await stopped;
  log("Stopping.");
  await stop();
  await logTaken();
}

/** A backup folder that cannot be trusted is a fault before anything is touched, as the state folder is. */
async function examineBackups({ backupDir }: ServeOptions): Promise<void> {
  if (backupDir === undefined) return;
  const { backupFolderRefusal } = await import("./backups.ts");
  const refusal = backupFolderRefusal(resolve(backupDir));
  if (refusal !== undefined) throw new CommandFault([refusal]);
}

/** Backups on a schedule are loaded only where somebody wants them. */
async function backUp(options: ServeOptions, backedUp: BackedUp): Promise<Backups> {
  const { startOwnBackups } = await import("./own-backups.ts");
  return startOwnBackups(options, backedUp);
}

/** Announces the gateway by mDNS, which is loaded once the gateway is ready: nothing before that needs it. */
async function announced(options: ServeOptions, running: RunningGateway): Promise<MdnsAnnouncer> {
  const { startMdns } = await import("../../../runtime/start-mdns.ts");
  return startMdns({ ...options, clock: SYSTEM_CLOCK, onMdnsState: logMdns() }, running);
}

/** The service manager that started this process and waits for a notification; undefined if there is none. */
async function serviceManager(): Promise<ServiceManager | undefined> {
  const { NOTIFY_SOCKET = "" } = process.env;
  if (NOTIFY_SOCKET === "") return undefined;
  const { ServiceManager } = await import("./service-manager.ts");
  return new ServiceManager((reason) => {
    logWarning(`The service manager cannot be notified that the gateway is ready, and may stop it (${reason}).`);
  });
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

interface StartParts {
  readonly folder: string;
  readonly first: FirstHome;
  readonly store: SqliteStore;
  readonly typed: TypedCommand;
  readonly readinessProblems: StartOptions["readinessProblems"];
}

/** A function of its own, so that the home as it was at the start is not held in memory for as long as the gateway runs. */
async function started(
  options: ServeOptions,
  { folder, first, store, typed, readinessProblems }: StartParts,
): Promise<{ readonly running: RunningGateway; readonly home: Omit<ServedHome, "contents"> }> {
  const devices = { ...(await devicesFor(options)), tls: await tlsFor(options) };
  const { contents, ...home } = await homeToServe(folder, first, store);
  logWarning(...home.report);
  return {
    running: await startServing(options, { ...home, contents }, { ...devices, typed, readinessProblems }),
    home,
  };
}

/** Devices of a back end are listed by id, so that gateways which share a broker list the same in the same order. */
async function devicesFor({ backend, backendCa }: ServeOptions): Promise<ServedDevices> {
  const prepared = await backendKindOf(backend)?.prepare(
    backend.map(({ address }) => address),
    { authority: backendCa, clock: SYSTEM_CLOCK, log, onSource: logBackend(SYSTEM_CLOCK) },
  );
  if (prepared && "problem" in prepared) throw new CommandFault([prepared.problem]);
  return prepared ? { startDevices: prepared, order: "id" } : {};
}
