import type { TrailEntry } from "../../../core/home/trail-entry.ts";
import { answersAtFront } from "../../../edges/control/converse.ts";
import type { FleetState } from "../../../edges/fleet/connection.ts";
import { gatewayIdOf, namesOf } from "../../../edges/fleet/fleet-address.ts";
import { limitsOf } from "../../../edges/http/limits.ts";
import { PAGE_FOLDER, VERSION } from "../../../runtime/package.ts";
import { type RunningFront, startFront, UnfitFleet } from "../../../runtime/start-front.ts";
import { counted } from "../../../shared/counted.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { log, logEntries, logTaken, logWarning, setUpLog } from "../serve/log.ts";
import { logRefused, logRefusedRequests } from "../serve/log-refusals.ts";
import { logListening } from "../serve/log-states.ts";
import { reachableAt } from "../serve/reachable-at.ts";
import { metricsFor } from "../serve/serve-metrics.ts";
import { logTls, tlsFor } from "../serve/serve-tls.ts";
import { cannotListen, logAnswered, onFault } from "../serve/start-serving.ts";
import { onStopSignal } from "../serve/stop-signals.ts";
import { frontControls } from "./front-controls.ts";
import type { FrontOptions } from "./front-options.ts";
import { tellOfRefusing } from "./tell-of-refusing.ts";

const NO_DISCOVERY_NEEDED = "A front works without it: use --no-discovery if clients know its address. Retrying.";

/** Runs a front until a signal stops it. */
export async function serveFront(options: FrontOptions): Promise<void> {
  setUpLog(options);
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) =>
    onStopSignal(() => {
      stopping.abort();
      resolve();
    }),
  );
  const front = await started(options, stopping.signal);
  if (!front) return;
  const metrics = await metricsFor(options, front);
  front.http.commands.runBy(answersAtFront(frontControls(front, options)));
  const [ready = "", ...details] = readyLines(front, options);
  logEntries([{ level: "info", message: ready, details }]);
  const refusingMillis = () => front.refusingMillis;
  const endTelling = tellOfRefusing({ refusingMillis, clock: SYSTEM_CLOCK, onBegin: logWarning, onEnd: log });
  await stopped;
  endTelling();
  log("Stopping.");
  await Promise.all([front.stop(), metrics?.stop()]);
  await logTaken();
}

/** Undefined when it was stopped while it waited for the cluster. */
async function started(options: FrontOptions, signal: AbortSignal): Promise<RunningFront | undefined> {
  const tls = await tlsFor(options);
  const address = { ...options.nats, credentials: options.credentials, authority: options.ca };
  const name = gatewayIdOf(address);
  if (name === undefined)
    throw new CommandFault(["--credentials is missing: luxgate fleet add-front makes a file for it."]);
  log(`Connecting to ${namesOf(address).join(", ")} …`);
  try {
    const front = await startFront({
      ...options,
      fleet: { ...address, name },
      signal,
      advertiseIp: options.advertiseIp,
      discoveryPort: options.discovery ? options.discoveryPort : undefined,
      mqttPort: options.mqtt ? options.mqttPort : undefined,
      mqttBroker: undefined,
      mqttAuthority: undefined,
      pageFolder: options.page ? PAGE_FOLDER : undefined,
      tls,
      limits: limitsOf(options),
      clock: SYSTEM_CLOCK,
      today: () => new Date(),
      onFleetState: logFleet(),
      onWaiting: () => logWarning("The fleet's data does not come. Most of the NATS servers must run. Waiting."),
      onTrail: (entries) => log(...entries.flatMap(sessionLine)),
      onPaired: ({ name: client }) => log(`Paired with ${JSON.stringify(client)}.`),
      onDiscoveryState: logListening("Discovery", "UDP port", NO_DISCOVERY_NEEDED),
      onMqttState: logListening("MQTT", "port"),
      onMqttRefused: logRefused(SYSTEM_CLOCK.now, { command: "luxgate fleet" }),
      onPublisherState: () => undefined,
      metersRequests: options.metricsPort !== undefined,
      onFault,
      onRefused: logRefusedRequests(SYSTEM_CLOCK.now, { command: "luxgate fleet" }),
      onAnswered: options.logRequests ? logAnswered : undefined,
    });
    logTls(options.host, front.http.tlsPort, tls);
    return front;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof UnfitFleet) throw new CommandFault([`${error.message}.`], error);
    throw cannotListen(error, options) ?? error;
  }
}

/** What concerns operators' sessions: a front has no audit trail. */
const sessionLine = ({ did, by }: TrailEntry): readonly string[] => {
  if (!/^(?:session|sign-in|invalid link)/.test(did)) return [];
  return [`Operator: ${did}${"name" in by ? ` at ${by.name}` : ""}.`];
};

/** Logs when the cluster is reached, lost and reached again, once each. */
function logFleet(): (state: FleetState) => void {
  let known: string | undefined;
  return (state) => {
    const words = state.state === "connected" ? "" : state.why;
    if (words === known) return;
    if (state.state === "connected") log(`Connected to the fleet at ${state.server}.`);
    else logWarning(`The fleet cannot be reached (${state.why}). Retrying.`);
    known = words;
  };
}

function readyLines(
  { gateway, http, events, discovery, mirror }: RunningFront,
  { host }: FrontOptions,
): readonly string[] {
  const { home, identity } = gateway;
  const [first, ...others] = reachableAt(host, http.port);
  const members = mirror.members.filter(({ name }) => name !== undefined);
  const away = members.filter(({ isAway }) => isAway).length;
  return [
    `Luxgate ${VERSION}, a front of the fleet ${JSON.stringify(home.gateway?.name ?? "")}, is ready at ${first}`,
    ...(others.length > 0 ? [`  also at     ${others.join("  ")}`] : []),
    `  discovery   ${discovery.port === undefined ? "off" : `UDP port ${discovery.port}, as ${identity.mac}`}`,
    `  events      ${events.mqtt ? `MQTT port ${events.mqtt.port}, and ` : ""}/eventstream/clip/v2 over HTTP`,
    `  gateways    ${members.length}${away > 0 ? `, ${away} of them not connected` : ""}`,
    `  home        ${counted(home.devices.all().length, "device")}, ${counted(home.lights.all().length, "light")}`,
    "  pairing     run: luxgate fleet press",
    ...(http.door ? ["  operator    run: luxgate fleet open"] : []),
  ];
}
