import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { foreignHostIn } from "../http/admission.ts";
import type { Clock } from "../shared/clock.ts";
import { endOnError } from "../shared/connection-faults.ts";
import { openReplaceableServer, portOf } from "../shared/open-server.ts";
import { listenWithRetries } from "../shared/retrying-listener.ts";

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

const PATH = "/metrics";
const RETRY_MILLIS = 2_000;
/** A Prometheus or two, and a person who looks. */
const MOST_CONNECTIONS = 32;
const TIMEOUTS = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 120_000 };

/** Serves metrics on a port of their own. A port that is taken is tried again until it is free; HTTP serves on. */
export async function listenForMetrics(options: MetricsListenerOptions): Promise<MetricsListener> {
  const { port, onState, clock } = options;
  const listener = await listenWithRetries<Server>({
    open: (onLost) => listening(options, onLost),
    close: closed,
    onListening: (server) => onState({ listening: true, port: portOf(server) }),
    onLost: (reason) => onState({ listening: false, port, reason }),
    clock,
    retryMillis: RETRY_MILLIS,
  });
  return {
    get port() {
      return listener.socket && portOf(listener.socket);
    },
    stop: () => listener.stop(),
  };
}

function listening(options: MetricsListenerOptions, onLost: (error: unknown) => void): Promise<Server> {
  const server = createServer(TIMEOUTS, (request, response) => {
    respond(request, response, options).catch((fault: unknown) => {
      options.onFault(fault);
      request.socket.destroy();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connection", endOnError);
  return openReplaceableServer(server, { port: options.port, host: options.host }, onLost);
}

async function respond(request: IncomingMessage, response: ServerResponse, options: MetricsListenerOptions) {
  const { registry, ownNames } = options;
  const { method = "", url = "", rawHeaders, httpVersion } = request;
  const say = (status: number, text: string) =>
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
  // As on the HTTP port: no web site may read this by pointing a name of its own at us.
  if (foreignHostIn({ method, target: url, rawHeaders, httpVersion, localAuthority: "" }, ownNames) !== undefined) {
    say(421, "This gateway does not answer under that host name; one of its own is allowed with --allow-host.\n");
    return;
  }
  if (url.split("?", 1)[0] !== PATH) return void say(404, `Metrics are at ${PATH}.\n`);
  if (method !== "GET" && method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    say(405, "Metrics can be read only.\n");
    return;
  }
  const text = await registry.metrics();
  response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" }).end(text);
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
