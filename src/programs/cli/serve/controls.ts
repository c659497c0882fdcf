import { lstatSync } from "node:fs";
import { contentsOf } from "../../../core/home/home.ts";
import { type Author, OPERATOR } from "../../../core/home/trail-entry.ts";
import type { Problem } from "../../../edges/backends/condition.ts";
import { COMMAND_SLICES } from "../../../edges/control/command.ts";
import { CommandTurns } from "../../../edges/control/command-turns.ts";
import type { Controls } from "../../../edges/control/controls.ts";
import { briefOf } from "../../../edges/control/views/matter-view.ts";
import type { GatewayStatus } from "../../../edges/control/views/status-view.ts";
import type { FleetCondition } from "../../../edges/fleet/member/condition.ts";
import { LINK_MILLIS } from "../../../edges/http/operator/one-time-links.ts";
import type { MatterBridge } from "../../../edges/matter/bridge.ts";
import type { MdnsAnnouncer } from "../../../edges/mdns/announce.ts";
import { nameOfBroker } from "../../../edges/mqtt/connection/broker-address.ts";
import { backupPieces } from "../../../edges/store/backup.ts";
import { exportedPieces } from "../../../edges/store/exported-home.ts";
import { newIdentity } from "../../../edges/store/folder/new-identity.ts";
import { snapshotFolder, snapshotsIn } from "../../../edges/store/recovery/snapshot-files.ts";
import { readInThread } from "../../../edges/store/thread/read-in-thread.ts";
import { STORE_WORKER, VERSION } from "../../../runtime/package.ts";
import type { RunningEvents } from "../../../runtime/start-events.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { inSlices } from "../../../shared/step-queue.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import type { FirstHome } from "./first-home.ts";
import type { ServedHome } from "./home-to-serve.ts";
import { forgetReplaced, keepReplacedInSteps } from "./home-to-serve.ts";
import { backupOf, inSteps } from "./own-backups.ts";
import type { OwnMatter } from "./own-matter.ts";
import { leavesMqttPort } from "./own-mqtt-port.ts";
import { reachableFromOutside } from "./reachable-at.ts";
import type { ServeOptions } from "./serve-command.ts";

/** The parts of a running program that the operator's commands reach. */
interface RunningProgram {
  readonly running: RunningGateway;
  readonly home: Omit<ServedHome, "contents">;
  /** What a factory reset begins with. */
  readonly first: FirstHome;
  /** Undefined until the gateway is announced, which comes last of all. */
  readonly announcer: () => MdnsAnnouncer | undefined;
  /** Undefined for a gateway that belongs to no fleet, and until it joins. */
  readonly fleet: () => FleetCondition | undefined;
  readonly matter: OwnMatter;
  readonly folder: string;
  readonly options: ServeOptions;
  readonly pressButton: (by: Author) => void;
  readonly reload: Controls["reload"];
}

/** What the operator's commands work on, in a running program. */
export function controlsFor(program: RunningProgram): Controls {
  const { running, home, first, folder, pressButton, reload } = program;
  const { gateway, backend, simulation, optimisticState } = running;
  return {
    by: OPERATOR,
    gateway,
    backend,
    simulation,
    optimisticState,
    clock: SYSTEM_CLOCK,
    run: inSlices(SYSTEM_CLOCK.now, COMMAND_SLICES),
    turns: new CommandTurns(SYSTEM_CLOCK.now),
    readTrail: (query, older) => home.store.readTrail(query, older),
    sessions: sessionsOf(program),
    matter: () => program.matter.bridge ?? (program.options.matter ? "starting" : undefined),
    traffic: running.traffic,
    problems: () => problemsOf(program.fleet()),
    pressButton,
    reload,
    status: statusOf(program),
    exportHome: () => inSteps(exportedPieces(contentsOf(gateway.home), VERSION)),
    backupHome: async (withKeys) => inSteps(backupPieces(await backupOf({ running, ...home }, withKeys))),
    readHome: (text) => readInThread(STORE_WORKER, text),
    keepHome: () => keepReplacedInSteps(folder, contentsOf(gateway.home)),
    factoryHome: () => first.make({ ...newIdentity(), mac: gateway.home.identity.mac }),
    forgetEverything: async () => {
      try {
        await program.matter.forget();
      } finally {
        await home.store.purgeHistory();
        forgetReplaced(folder);
      }
    },
  };
}

/** The link stands behind #: browsers do not send that part, and previews of links do not use it up. */
function sessionsOf({ running: { http }, options }: RunningProgram): Controls["sessions"] {
  const { door } = http;
  if (!door) return undefined;
  const { signIn } = door;
  return {
    makeLink: () => {
      const secret = door.makeLink();
      const urls = reachableFromOutside(options, http.port).map((address) => `${address}/#open=${secret}`);
      return { urls, millis: LINK_MILLIS };
    },
    list: () => door.sessions.all,
    end: (id, by) => door.sessions.end(id, by),
    endForReset: (ownId, by) => door.endForReset(ownId, by),
    requests: signIn && {
      listCommand: "luxgate operators",
      list: () => signIn.waiting,
      allow: (code, by) => signIn.allow(code, by),
      deny: (code, by) => signIn.deny(code, by),
    },
  };
}

const TAKEN = { off: "its port cannot be opened" };
const LEFT = { off: "its port belongs to the broker of --backend" };
const TURNED_OFF = { off: "disabled" };

/** The status of the running program at the moment of each call. */
function statusOf({ running, home, announcer, fleet, matter, folder, options }: RunningProgram): () => GatewayStatus {
  const { gateway, http, events, discovery, readiness } = running;
  const startedMillis = SYSTEM_CLOCK.now();
  return () => ({
    version: VERSION,
    pid: process.pid,
    uptimeMillis: SYSTEM_CLOCK.now() - startedMillis,
    notReady: readiness.problems().map(({ words, detail }) => (detail === "" ? words : `${words} (${detail})`)),
    http: { address: options.host, port: http.port },
    page: http.door ? [...reachableFromOutside(options, http.port)] : null,
    https: http.tlsPort === undefined ? null : { port: http.tlsPort },
    metrics: options.metricsPort === undefined ? null : { address: options.metricsHost, port: options.metricsPort },
    discovery: discovery.port === undefined ? TAKEN : { port: discovery.port },
    mqtt: mqttStatus(events, options),
    broker: brokerStatus(events, options),
    fleet: fleetStatus(fleet()),
    matter: matterStatus(matter.bridge, options),
    mdns: mdnsStatus(announcer(), options),
    eventStreams: http.eventStreams,
    profile: options.profile,
    stateFolder: folder,
    store: {
      trouble: gateway.storeProblem ?? null,
      lastSnapshot: lastSnapshot(folder),
    },
    recovered: [...home.report, ...matter.recovered],
  });
}

function mqttStatus({ mqtt }: RunningEvents, options: ServeOptions): GatewayStatus["mqtt"] {
  if (!mqtt) return leavesMqttPort(options) ? LEFT : TURNED_OFF;
  return mqtt.port === undefined ? TAKEN : { port: mqtt.port, clients: mqtt.clients };
}

function brokerStatus({ publisher }: RunningEvents, { mqttUrl }: ServeOptions): GatewayStatus["broker"] {
  if (!publisher || !mqttUrl) return null;
  const { state } = publisher;
  return { url: nameOfBroker(mqttUrl), trouble: state && !state.connected ? state.reason : null };
}

function fleetStatus(condition: FleetCondition | undefined): GatewayStatus["fleet"] {
  if (!condition) return null;
  const { gatewayId: gateway, server = null, isMember, problem: trouble = null, sinceMillis, pending } = condition;
  return { gateway, server, isMember, trouble, forMillis: SYSTEM_CLOCK.now() - sinceMillis, pending };
}

function problemsOf(condition: FleetCondition | undefined): readonly Problem[] {
  if (condition?.problem === undefined) return [];
  const { problem: description, sinceMillis } = condition;
  return [{ about: "the fleet", description, count: 1, lastMillis: SYSTEM_CLOCK.now(), sinceMillis }];
}

function matterStatus(bridge: MatterBridge | undefined, options: ServeOptions): GatewayStatus["matter"] {
  if (bridge) return briefOf(bridge.state());
  const { matter, matterPort: port } = options;
  return matter ? { phase: "starting", why: null, port, lamps: 0, leftOut: 0, ecosystems: null } : null;
}

function mdnsStatus(announcer: MdnsAnnouncer | undefined, options: ServeOptions): GatewayStatus["mdns"] {
  if (!options.mdns) return TURNED_OFF;
  const state = announcer?.state;
  if (!state) return { off: "the announcement is starting" };
  return state.announced ? { name: state.name, addresses: [...state.addresses] } : { off: state.reason };
}

function lastSnapshot(stateFolder: string): string | null {
  const [newest] = snapshotsIn(snapshotFolder(stateFolder));
  return newest ? (lstatSync(newest.path, { throwIfNoEntry: false })?.mtime.toISOString() ?? null) : null;
}
