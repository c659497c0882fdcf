import { hostname } from "node:os";
import type { Gateway } from "../core/gateway/gateway.ts";
import type { AccessKey } from "../core/home/model/access-key.ts";
import type { Journal } from "../core/present/events/journal.ts";
import type { Bridge } from "../core/present/wire/bridge.ts";
import type { Backend } from "../edges/backends/backend.ts";
import { Access } from "../edges/http/access.ts";
import { Dispatcher } from "../edges/http/dispatcher.ts";
import { FleetDoor } from "../edges/http/fleet-door.ts";
import { Forwarding } from "../edges/http/forwarding.ts";
import { GatewayListDoor } from "../edges/http/gateway-list-door.ts";
import { LampSearchDoor, type SearchLamps } from "../edges/http/lamp-search-door.ts";
import type { HttpLimits } from "../edges/http/limits.ts";
import { ObservedRequests } from "../edges/http/observed-requests.ts";
import { CommandStreams } from "../edges/http/operator/command-streams.ts";
import { OperatorDoor } from "../edges/http/operator/operator-door.ts";
import { OwnSessions, type SessionFile } from "../edges/http/operator/own-sessions.ts";
import type { RequestKeeper } from "../edges/http/operator/request-keeper.ts";
import type { SessionKeeper } from "../edges/http/operator/session-keeper.ts";
import { SignInRequests } from "../edges/http/operator/sign-in-requests.ts";
import { OwnPage } from "../edges/http/page/own-page.ts";
import type { Profile } from "../edges/http/profile.ts";
import type { IsOfGateway } from "../edges/http/read/lists.ts";
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
import { GatewayStreams, type OpenHome } from "../edges/http/sse/gateway-streams.ts";
import { StreamSharing } from "../edges/http/sse/stream-sharing.ts";
import { Pairing } from "../edges/http/write/pairing.ts";
import { Writes } from "../edges/http/write/writes.ts";
import type { Clock } from "../shared/clock.ts";
import type { GatewayList } from "../shared/listed-gateway.ts";
import type { TrafficLog } from "../shared/traffic-log.ts";
import { isAnyKeyGone } from "./key-gone.ts";

interface KeptSessions {
  readonly keeper: SessionKeeper;
  readonly requests: RequestKeeper;
  readonly linkCommand: string;
}

/** What a front of a fleet knows of its gateways. */
interface Gateways {
  readonly list: () => GatewayList;
  /** The home of one of them. */
  readonly openHome: OpenHome;
  readonly searchLamps: SearchLamps;
}

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
  /** Where sessions of operators' browsers and requests for them are kept, and what a person runs for a link; in memory by default. */
  readonly sessions?: KeptSessions | undefined;
  /** Where those in memory outlive the process; undefined where they end with it. */
  readonly sessionFile?: SessionFile | undefined;
  /** How a client can pair that may not yet; by default the gateway's button. */
  readonly pairingAdvice?: string | undefined;
  readonly profile: Profile;
  /** Gateways beside this one, as a front of a fleet has them. */
  readonly otherBridges?: (() => readonly Bridge[]) | undefined;
  /** Whose a resource is, where it is not all this gateway's. */
  readonly isOf?: IsOfGateway | undefined;
  /** Of a front of a fleet. */
  readonly gateways?: Gateways | undefined;
  /** Who carries out the commands of clients; the gateway itself by default. */
  readonly commands?: ((gateway: Gateway) => Pick<Writes, "write">) | undefined;
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
  /** What carries out the commands of clients, also of those that come by another way. */
  readonly writes: Pick<Writes, "write">;
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
  const streaming = { clock, limits: eventLimits, sharing: new StreamSharing({ clock, limits: eventLimits }), onFault };
  const streams = new EventStreams({ ...streaming, home, journal });
  const { gateways } = options;
  const gatewayStreams = gateways && new GatewayStreams({ ...streaming, openHome: gateways.openHome });
  const endStreams = () => {
    streams.endAll();
    gatewayStreams?.endAll();
  };
  const { inFlight, responses, queue, giveWay, stop: stopResponses } = startResponses(limits, clock);
  const commands = new CommandStreams({ clock, sendMillis: limits.sendMillis, inFlight, onFault });
  const { pageFolder } = options;
  const { keeper, requests, linkCommand }: KeptSessions = options.sessions ?? {
    keeper: ownSessions(options, gateway),
    requests: new SignInRequests(options),
    linkCommand: "luxgate open",
  };
  if (pageFolder !== undefined) await keeper.begin?.();
  const door =
    pageFolder === undefined
      ? undefined
      : new OperatorDoor({
          trail: gateway.trail,
          clock,
          today: options.today,
          sessions: keeper,
          requests,
          linkCommand,
          admitKey: (request) => access.admitKey(request),
          onEnded: ({ id }) => {
            commands.endOf(id);
            if (options.profile === "shared") endStreams();
          },
        });
  const access = new Access({ ...options, gateway, sessions: door?.sessions });
  const reads = new Reads({
    home,
    identity: () => gateway.identity,
    otherBridges: options.otherBridges,
    isOf: options.isOf,
    isJoining: () => backend.joiningMillisLeft() > 0,
    advertiseIp: options.advertiseIp,
    responses,
  });
  const writes = options.commands?.(gateway) ?? new Writes(gateway, backend);
  const dispatcher = new Dispatcher({
    limits,
    access,
    reads,
    writes,
    catchUp: keeper.catchUp,
    pairing: new Pairing({ ...options, gateway }),
    page:
      door && pageFolder !== undefined ? { own: new OwnPage(pageFolder, { isFront: !!gateways }), door } : undefined,
    fleet:
      gateways &&
      new FleetDoor(
        new GatewayListDoor({ list: gateways.list, access, clock }),
        new LampSearchDoor({ search: gateways.searchLamps, access, queue }),
      ),
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
    openStream: (response, outcome) => {
      if (!("origin" in outcome)) return commands.open(response, outcome);
      const { gatewayId } = outcome;
      return gatewayStreams && gatewayId !== undefined
        ? gatewayStreams.open(response, gatewayId, outcome)
        : streams.open(response, outcome);
    },
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
  const unsubscribe = gateway.watch((notification) => {
    if (options.profile === "shared" && isAnyKeyGone(home, notification)) endStreams();
  });
  const stop = async () => {
    unsubscribe();
    gatewayStreams?.stop();
    streams.stop();
    commands.stop();
    await door?.stop();
    stopResponses();
    await listener.stop();
  };
  return {
    requestObserver,
    access,
    writes,
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
      return streams.count + (gatewayStreams?.count ?? 0);
    },
    get responsesInFlight() {
      return inFlight.count;
    },
    stop,
  };
}

function ownSessions({ clock, today, sessionFile }: HttpStartOptions, gateway: Gateway): OwnSessions {
  return new OwnSessions({
    clock,
    today,
    file: sessionFile,
    gatewayId: () => gateway.identity.resetId,
    onUnreadable: (reason) =>
      gateway.trail.note({
        by: { kind: "gateway" },
        did: `operator sessions ended: their file cannot be read (${reason})`,
        devices: [],
        outcome: "done",
      }),
  });
}
