import { Gateway, type GatewayOptions } from "../core/gateway/gateway.ts";
import type { OptimisticState } from "../core/gateway/optimistic-state.ts";
import type { Journal } from "../core/present/events/journal.ts";
import type { Backend } from "../edges/backends/backend.ts";
import { type SimulatedBackend, startSimulatedBackend } from "../edges/backends/simulated/start.ts";
import { DiscoveryAnswers } from "../edges/discovery/answer.ts";
import { AnswerBudget } from "../edges/discovery/answer-budget.ts";
import { type DiscoveryListener, type DiscoveryState, listenForDiscovery } from "../edges/discovery/listen.ts";
import { ownNetworks } from "../edges/discovery/own-networks.ts";
import { noteWrongKey } from "../edges/http/access.ts";
import { plainAddress } from "../edges/http/request.ts";
import { inSlices } from "../shared/step-queue.ts";
import { shownText, TrafficLog } from "../shared/traffic-log.ts";
import { Readiness, type ReadinessProblem } from "./readiness.ts";
import { SlicedClock } from "./sliced-clock.ts";
import { type StartDevices, startBackend } from "./start-backend.ts";
import { type EventsStartOptions, type RunningEvents, startEvents } from "./start-events.ts";
import { type HttpStartOptions, type RunningHttp, startHttp } from "./start-http.ts";
import { startJournal, startOfIds } from "./start-journal.ts";

export interface StartOptions extends GatewayOptions, HttpStartOptions, EventsStartOptions {
  /** Undefined for no discovery. */
  readonly discoveryPort: number | undefined;
  /** Simulated devices by default. */
  readonly startDevices?: StartDevices<Backend> | undefined;
  /** Whether all devices are those of other gateways, which are commanded by another way. */
  readonly isMirror?: boolean | undefined;
  /** No event has this id; the next one has the id after it. By default ids go on rising after a restart. */
  readonly firstEventId?: number | undefined;
  /** What else keeps it from doing all its work. */
  readonly readinessProblems?: (() => readonly ReadinessProblem[]) | undefined;
  readonly onDiscoveryState: (state: DiscoveryState) => void;
}

export interface RunningGateway {
  readonly gateway: Gateway;
  readonly backend: Backend;
  /** The back end once more, when its devices are simulated. */
  readonly simulation: SimulatedBackend | undefined;
  readonly optimisticState: OptimisticState;
  readonly journal: Journal;
  /** What comes and goes, for whoever looks. */
  readonly traffic: TrafficLog;
  readonly http: RunningHttp;
  readonly events: RunningEvents;
  readonly discovery: DiscoveryListener;
  readonly readiness: Readiness;
  stop(): Promise<void>;
}

const NO_DISCOVERY: DiscoveryListener = { port: undefined, stop: async () => undefined };

const DISCOVERY_RETRY_MILLIS = 2_000;

/** A change of many resources takes a quarter of the time, unless nobody else needs it. */
const SLICES = { sliceMillis: 1, restMillis: 3 };

/** Puts the parts together: devices, a home, and HTTP, events and discovery before it. */
export async function startGateway({ contents, ...given }: StartOptions): Promise<RunningGateway> {
  const options = { ...given, clock: new SlicedClock(given.clock) };
  const { clock, host } = options;
  const gateway = new Gateway({ ...options, contents, run: inSlices(clock.now, SLICES) });
  const journal = startJournal(gateway, clock, options.firstEventId ?? startOfIds(options.today()));
  const { backend, simulation, optimisticState, stop: stopBackend } = startDevices(gateway, options);
  const readiness = new Readiness(gateway, backend, options.readinessProblems);
  const notReady = () => readiness.problems().map(({ words }) => words);
  const traffic = startTraffic(journal, options.today);
  const http = await startHttp(options, { gateway, backend, journal, traffic, notReady });
  const onMqttRefused: StartOptions["onMqttRefused"] = (refused) => {
    if (refused.why === "unknown key") noteWrongKey(gateway, plainAddress(refused.address));
    options.onMqttRefused(refused);
  };
  const events = await startEvents({ ...options, onMqttRefused }, { gateway, journal, http, traffic });
  const conditions = { networks: ownNetworks(clock.now), httpHost: host, advertiseIp: options.advertiseIp };
  const { discoveryPort } = options;
  const listen = (port: number) =>
    listenForDiscovery({
      port,
      answers: new DiscoveryAnswers(gateway, conditions, new AnswerBudget(clock.now())),
      clock,
      retryMillis: DISCOVERY_RETRY_MILLIS,
      traffic,
      onState: options.onDiscoveryState,
      onFault: options.onFault,
    });
  const discovery = discoveryPort === undefined ? NO_DISCOVERY : await listen(discoveryPort);
  // A front needs no discovery: its clients know the address of the load balancer.
  const isNeeded = discoveryPort !== undefined && options.isMirror !== true;
  readiness.begin({ discovery: isNeeded ? discovery : undefined, mqtt: events.mqtt });
  const stop = async () => {
    // What is still asked over HTTP is answered only if devices and subscribers are told of it.
    await Promise.all([http.stop(), discovery.stop()]);
    await Promise.all([events.stop(), stopBackend()]);
    await gateway.stop();
  };
  return { gateway, backend, simulation, optimisticState, journal, traffic, http, events, discovery, readiness, stop };
}

function startDevices(
  gateway: Gateway,
  { clock, startDevices, isMirror = false }: Pick<StartOptions, "clock" | "startDevices" | "isMirror">,
) {
  if (startDevices) return { ...startBackend(gateway, clock, startDevices, { isMirror }), simulation: undefined };
  const started = startBackend(gateway, clock, startSimulatedBackend);
  return { ...started, simulation: started.backend };
}

/** Shows events to whoever looks at the traffic; the other parts show what is theirs. */
function startTraffic(journal: Journal, today: () => Date): TrafficLog {
  const traffic = new TrafficLog(today);
  let unsubscribe: () => void = () => undefined;
  traffic.onSwitched(() => {
    unsubscribe();
    if (!traffic.isOn) return;
    unsubscribe = journal.onAppended((appended) => {
      for (const { recorded } of appended) {
        const bytes = Buffer.from(recorded.text);
        const what = `${recorded.action} ${recorded.type}`;
        traffic.note({ kind: "event", from: "gateway", what, body: shownText([bytes]), bytes: bytes.byteLength });
      }
    });
  });
  return traffic;
}
