import { hostname } from "node:os";
import { DiscoveryAnswers } from "../discovery/answer.ts";
import { AnswerBudget } from "../discovery/answer-budget.ts";
import { type DiscoveryListener, type DiscoveryState, listenForDiscovery } from "../discovery/listen.ts";
import { ownNetworks } from "../discovery/own-networks.ts";
import { Gateway, type MonotonicClock } from "../gateway/gateway.ts";
import type { Change } from "../home/change.ts";
import type { Identity } from "../home/identity.ts";
import { Answers } from "../http/answer.ts";
import type { HttpLimits } from "../http/limits.ts";
import { type HttpListener, listenForHttp } from "../http/listen.ts";

export interface GatewayOptions {
  readonly host: string;
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly advertiseIp: string | undefined;
  /** Host names with a dot under which to answer, beside this machine's own. */
  readonly allowHost: readonly string[];
  readonly identity: Identity;
  /** What makes the home, in order. */
  readonly changes: readonly Change[];
  readonly limits: HttpLimits;
  readonly clock: MonotonicClock;
  readonly onDiscoveryState: (state: DiscoveryState) => void;
  readonly onFault: (fault: unknown) => void;
}

export interface RunningGateway {
  readonly gateway: Gateway;
  readonly http: HttpListener;
  readonly discovery: DiscoveryListener;
  stop(): Promise<void>;
}

const DISCOVERY_RETRY_MILLIS = 2_000;

/** Puts the parts together: a home behind HTTP and discovery. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { identity, clock, host, limits, onFault } = options;
  const gateway = new Gateway({ identity, clock });
  for (const change of options.changes) {
    const outcome = gateway.submit(change);
    if (outcome !== "done") throw new Error(`the home cannot be made: ${change.kind} is ${outcome}`);
  }
  const http = await listenForHttp({
    host,
    port: options.httpPort,
    limits,
    ownNames: [hostname(), ...options.allowHost],
    answers: new Answers(gateway.home),
    onFault,
  });
  const conditions = { networks: ownNetworks(clock), httpHost: host, advertiseIp: options.advertiseIp };
  const discovery = await listenForDiscovery({
    port: options.discoveryPort,
    answers: new DiscoveryAnswers(gateway, conditions, new AnswerBudget(clock())),
    clock,
    retryMillis: DISCOVERY_RETRY_MILLIS,
    onState: options.onDiscoveryState,
  });
  const stop = async () => {
    await Promise.all([http.stop(), discovery.stop()]);
  };
  return { gateway, http, discovery, stop };
}
