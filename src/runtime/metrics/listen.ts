import type { Registry } from "prom-client";
import { Forwarding } from "../../edges/http/forwarding.ts";
import { HTTP_LIMITS, type HttpLimits } from "../../edges/http/limits.ts";
import { NO_OBSERVERS } from "../../edges/http/observed-requests.ts";
import { InFlight } from "../../edges/http/server/in-flight.ts";
import { type HttpListener, listenForHttp } from "../../edges/http/server/listen.ts";
import type { Clock } from "../../shared/clock.ts";
import { listenWithRetries } from "../../shared/retrying-listener.ts";
import { MetricsHandler } from "./metrics-handler.ts";

export interface MetricsListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Host names with a dot under which to answer. */
  readonly ownNames: readonly string[];
  readonly registry: Registry;
  readonly clock: Clock;
  readonly onState: (state: MetricsState) => void;
  readonly onFault: (fault: unknown) => void;
}

export type MetricsState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

export interface MetricsListener {
  /** Undefined while another program has the port. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

const RETRY_MILLIS = 2_000;

/** As those of HTTP, for a Prometheus or two and a person who looks; a scraper keeps its connection between scrapes. */
const METRICS_LIMITS: HttpLimits = {
  ...HTTP_LIMITS,
  keepAliveMillis: 120_000,
  stopMillis: 100,
  connections: 64,
  connectionsPerAddress: 16,
  unprovenConnections: 32,
};

/** Serves metrics on a port of their own. A port that is taken is tried again until it is free; HTTP serves on. */
export async function listenForMetrics(options: MetricsListenerOptions): Promise<MetricsListener> {
  const { port, onState, clock } = options;
  const listener = await listenWithRetries<HttpListener>({
    open: (onLost) => listening(options, onLost),
    close: (open) => open.stop(),
    onListening: (open) => onState({ listening: true, port: open.port }),
    onLost: (reason) => onState({ listening: false, port, reason }),
    clock,
    retryMillis: RETRY_MILLIS,
  });
  return {
    get port() {
      return listener.socket?.port;
    },
    stop: () => listener.stop(),
  };
}

const listening = (options: MetricsListenerOptions, onLost: (error: unknown) => void): Promise<HttpListener> =>
  listenForHttp({
    host: options.host,
    port: options.port,
    limits: METRICS_LIMITS,
    ownNames: options.ownNames,
    allowedOrigins: [],
    forwarding: new Forwarding([]),
    handler: new MetricsHandler(options.registry, METRICS_LIMITS.bodyBytes),
    openStream: () => "too-many",
    inFlight: new InFlight(METRICS_LIMITS),
    observers: NO_OBSERVERS,
    now: options.clock.now,
    onAccepted: () => undefined,
    onLost,
    onFault: options.onFault,
  });
