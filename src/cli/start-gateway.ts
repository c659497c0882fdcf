import { hostname } from "node:os";
import type { SimulatedBackend } from "../backends/simulated/start.ts";
import { DiscoveryAnswers } from "../discovery/answer.ts";
import { AnswerBudget } from "../discovery/answer-budget.ts";
import { type DiscoveryListener, type DiscoveryState, listenForDiscovery } from "../discovery/listen.ts";
import { ownNetworks } from "../discovery/own-networks.ts";
import { Gateway, type GatewayOptions } from "../gateway/gateway.ts";
import { Answers } from "../http/answer.ts";
import type { HttpLimits } from "../http/limits.ts";
import { type HttpListener, listenForHttp } from "../http/listen.ts";
import { startBackend } from "./start-backend.ts";

export interface StartOptions extends GatewayOptions {
  readonly host: string;
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly advertiseIp: string | undefined;
  /** Host names with a dot under which to answer, beside this machine's own. */
  readonly allowHost: readonly string[];
  readonly limits: HttpLimits;
  readonly onDiscoveryState: (state: DiscoveryState) => void;
  readonly onFault: (fault: unknown) => void;
}

export interface RunningGateway {
  readonly gateway: Gateway;
  readonly backend: SimulatedBackend;
  readonly http: HttpListener;
  readonly discovery: DiscoveryListener;
  stop(): Promise<void>;
}

const DISCOVERY_RETRY_MILLIS = 2_000;

/** Puts the parts together: devices, a home, and HTTP and discovery before it. */
export async function startGateway(options: StartOptions): Promise<RunningGateway> {
  const { clock, host, limits, onFault } = options;
  const gateway = new Gateway(options);
  const { backend, stop: stopBackend } = startBackend(gateway, clock);
  const http = await listenForHttp({
    host,
    port: options.httpPort,
    limits,
    ownNames: [hostname(), ...options.allowHost],
    answers: new Answers(gateway.home),
    onFault,
  });
  const conditions = { networks: ownNetworks(clock.now), httpHost: host, advertiseIp: options.advertiseIp };
  const discovery = await listenForDiscovery({
    port: options.discoveryPort,
    answers: new DiscoveryAnswers(gateway, conditions, new AnswerBudget(clock.now())),
    clock: clock.now,
    retryMillis: DISCOVERY_RETRY_MILLIS,
    onState: options.onDiscoveryState,
  });
  const stop = async () => {
    await Promise.all([http.stop(), discovery.stop(), stopBackend()]);
    await gateway.stop();
  };
  return { gateway, backend, http, discovery, stop };
}
