import { hostname } from "node:os";
import type { Gateway } from "../core/gateway/gateway.ts";
import type { Replacement } from "../core/home/changes/replacement.ts";
import type { AccessKey } from "../core/home/model/access-key.ts";
import type { Journal } from "../core/present/events/journal.ts";
import type { Backend } from "../edges/backends/backend.ts";
import { Access } from "../edges/http/access.ts";
import { Dispatcher } from "../edges/http/dispatcher.ts";
import { Forwarding } from "../edges/http/forwarding.ts";
import type { HttpLimits } from "../edges/http/limits.ts";
import { ObservedRequests } from "../edges/http/observed-requests.ts";
import { CommandStreams } from "../edges/http/operator/command-streams.ts";
import { OperatorDoor } from "../edges/http/operator/operator-door.ts";
import { OwnPage } from "../edges/http/page/own-page.ts";
import type { Profile } from "../edges/http/profile.ts";
import { Reads } from "../edges/http/read/reads.ts";
import { startResponses } from "../edges/http/read/start-responses.ts";
import type { OnRefused } from "../edges/http/refused-request.ts";
import { RequestMeter } from "../edges/http/request-meter.ts";
import { type AnsweredRequest, RequestObserver } from "../edges/http/request-observer.ts";
import { RequestTraffic } from "../edges/http/request-traffic.ts";
import { type HttpListener, listenForHttp } from "../edges/http/server/listen.ts";
import type { TlsOptions } from "../edges/http/server/listen-tls.ts";
import { EVENT_LIMITS } from "../edges/http/sse/event-limits.ts";
import { EventStreams } from "../edges/http/sse/event-stream.ts";
import { Pairing } from "../edges/http/write/pairing.ts";
import { Writes } from "../edges/http/write/writes.ts";
import type { Clock } from "../shared/clock.ts";
import type { TrafficLog } from "../shared/traffic-log.ts";

export interface HttpStartOptions {
  readonly host: string;
  readonly httpPort: number;
  readonly advertiseIp: string | undefined;
  /** Host names with a dot under which to answer, beside this machine's own. */
  readonly allowHost: readonly string[];
  /** Other origins whose pages may use the interface of clients. */
  readonly allowOrigin?: readonly string[] | undefined;
  /** Where the gateway's own page is, by which operators come in too; undefined for none. */
  readonly pageFolder?: string | undefined;
  readonly profile: Profile;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  /** By the wall clock, for people to read. */
  readonly today: () => Date;
  readonly onPaired: (key: AccessKey) => void;
  readonly onFault: (fault: unknown) => void;
  readonly onRefused?: OnRefused | undefined;
  /** Called with each request that was answered or refused; may be switched on and off later. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
  /** Whether requests are counted and timed, for metrics. */
  readonly metersRequests?: boolean | undefined;
  readonly tls?: TlsOptions | undefined;
  /** Addresses and networks of proxies whose word on who asks is taken. */
  readonly trustProxy?: readonly string[] | undefined;
}

export interface RunningHttp extends HttpListener {
  readonly requestObserver: RequestObserver;
  readonly access: Access;
  /** How operators come in by the page; undefined where there is none. */
  readonly door: OperatorDoor | undefined;
  /** The operator's commands over HTTP: whoever knows them has to say how they are run. */
  readonly commands: CommandStreams;
  /** Undefined unless requests are counted. */
  readonly meter: RequestMeter | undefined;
  /** The last event that the slowest client which follows events has taken; undefined where nobody follows. */
  readonly slowestReader: number | undefined;
  /** How many clients follow events. */
  readonly eventStreams: number;
  /** How many responses the kernel has not fully taken. */
  readonly responsesInFlight: number;
}

/** What HTTP stands on. */
interface HttpParts {
  readonly gateway: Gateway;
  readonly backend: Backend;
  readonly journal: Journal;
  readonly traffic: TrafficLog;
  /** Why the gateway cannot do all its work at the moment. */
  readonly notReady: () => readonly string[];
}

/** Puts together the HTTP server: access, reads, writes, pairing and the event stream. */
export async function startHttp(
  options: HttpStartOptions,
  { gateway, backend, journal, traffic, notReady }: HttpParts,
): Promise<RunningHttp> {
  const { host, limits, clock, onFault } = options;
  const { home } = gateway;
  const requestObserver = new RequestObserver(clock.now, options.onAnswered);
  const eventLimits = { ...EVENT_LIMITS, streamsPerAddress: limits.connectionsPerAddress };
  const streams = new EventStreams({ home, journal, clock, limits: eventLimits, onFault });
  const commands = new CommandStreams({ clock, sendMillis: limits.sendMillis, onFault });
  const { pageFolder } = options;
  const door =
    pageFolder === undefined
      ? undefined
      : new OperatorDoor({
          trail: gateway.trail,
          clock,
          today: options.today,
          onEnded: ({ id }) => {
            commands.endOf(id);
            if (options.profile === "shared") streams.endAll();
          },
        });
  const access = new Access({ ...options, gateway, sessions: door?.sessions });
  const { inFlight, responses, giveWay, stop: stopResponses } = startResponses(limits, clock);
  const reads = new Reads({
    home,
    identity: () => gateway.identity,
    isJoining: () => backend.joiningMillisLeft() > 0,
    advertiseIp: options.advertiseIp,
    responses,
  });
  const dispatcher = new Dispatcher({
    limits,
    access,
    reads,
    writes: new Writes(gateway, backend),
    pairing: new Pairing({ ...options, gateway }),
    page: door && pageFolder !== undefined ? { own: new OwnPage(pageFolder), door } : undefined,
    notReady,
  });
  const meter = options.metersRequests ? new RequestMeter(clock.now) : undefined;
  const listener = await listenForHttp({
    host,
    port: options.httpPort,
    tls: options.tls,
    forwarding: new Forwarding(options.trustProxy ?? []),
    limits,
    ownNames: [hostname(), ...options.allowHost],
    allowedOrigins: options.allowOrigin ?? [],
    handler: dispatcher,
    openStream: (response, outcome) =>
      "origin" in outcome ? streams.open(response, outcome) : commands.open(response, outcome),
    inFlight,
    now: clock.now,
    onAccepted: () => {
      giveWay();
      streams.giveWay();
    },
    onFault,
    onRefused: options.onRefused,
    observers: new ObservedRequests(requestObserver, new RequestTraffic(traffic, clock.now, access), meter),
  });
  const unsubscribe = gateway.watch(({ replacements }) => {
    const isGone = ({ in: kind, before }: Replacement) => kind === "keys" && before && !home.keys.get(before.id);
    if (options.profile === "shared" && replacements.some(isGone)) streams.endAll();
  });
  const stop = async () => {
    unsubscribe();
    streams.stop();
    commands.stop();
    door?.stop();
    stopResponses();
    await listener.stop();
  };
  return {
    requestObserver,
    access,
    door,
    commands,
    meter,
    port: listener.port,
    tlsPort: listener.tlsPort,
    get connections() {
      return listener.connections;
    },
    get slowestReader() {
      return streams.slowest;
    },
    get eventStreams() {
      return streams.count;
    },
    get responsesInFlight() {
      return inFlight.count;
    },
    stop,
  };
}
