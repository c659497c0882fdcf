import { type ConnectionOptions, credsAuthenticator, type NatsConnection } from "@nats-io/transport-node";
import { BackOff } from "../../shared/back-off.ts";
import type { Clock } from "../../shared/clock.ts";
import { orAborted } from "../../shared/or-aborted.ts";
import { pause } from "../../shared/pause.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { firstConnection } from "./first-connection.ts";
import type { FleetAddress } from "./fleet-address.ts";
import { inboxOf } from "./subjects.ts";
import { isRefusal, whyNotConnected } from "./why-not-connected.ts";

export type FleetState =
  | { readonly state: "connected"; readonly server: string }
  | { readonly state: "disconnected" | "refused"; readonly why: string };

interface FleetConnectionOptions extends FleetAddress {
  /** What it is called: its inbox is under this name, and others may not listen there. */
  readonly name: string;
  readonly random: () => number;
  readonly onState: (state: FleetState) => void;
  /** Ends the attempts to connect for the first time. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Older servers lack lifetimes of single messages, and lose acknowledged revisions when their leader changes. */
const LEAST_VERSION = [2, 11] as const;

/** A server whose machine went down says nothing: it is given up when two pings in a row were not answered. */
const PING_MILLIS = 1_000;
const DIAL_MILLIS = 3_000;
const RECONNECT_MILLIS = { firstMillis: 500, longestMillis: 5_000 };

/**
 * Resolves at the first server that answers, however long that takes; goes on by itself when the connection is lost.
 * Rejects only when the signal aborts.
 */
export async function connectToFleet(options: FleetConnectionOptions): Promise<NatsConnection> {
  const { random, onState } = options;
  const backOff = new BackOff({ random, ...RECONNECT_MILLIS });
  const connection = await connectionAtLast(options, backOff);
  let last: FleetState | undefined;
  const tell = (state: FleetState) => {
    // Each attempt to come back to a server that refuses the credentials is a connection that is lost again.
    if (last?.state === "refused" && state.state !== "connected") return;
    last = state;
    onState(state);
  };
  const tellConnected = () => {
    backOff.reset();
    tell({ state: "connected", server: connection.getServer() });
  };
  tellConnected();
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === "reconnect") tellConnected();
      else if (status.type === "disconnect") tell({ state: "disconnected", why: "the connection was lost" });
      else if (status.type === "error" && isRefusal(status.error)) tell(stateAfter(status.error));
    }
  })();
  return connection;
}

async function connectionAtLast(options: FleetConnectionOptions, backOff: BackOff): Promise<NatsConnection> {
  const { signal = new AbortController().signal, clock = SYSTEM_CLOCK } = options;
  for (;;) {
    const lasting = lastingOptions(options, backOff);
    const attempt = firstConnection({ ...options, signal, dialMillis: DIAL_MILLIS, lasting });
    const opened = await orAborted(attempt, signal).catch((error: unknown) => ({ error }));
    if (!("error" in opened)) return opened;
    // A server that does not answer keeps nobody from stopping.
    if (signal.aborted) void attempt.then((late) => late.close()).catch(() => undefined);
    signal.throwIfAborted();
    options.onState(stateAfter(opened.error));
    await pause(clock, backOff.nextMillis(), signal);
    signal.throwIfAborted();
  }
}

function lastingOptions({ login, credentials, name }: FleetConnectionOptions, backOff: BackOff): ConnectionOptions {
  return {
    name,
    inboxPrefix: inboxOf(name),
    ...(login ? { user: login.user, pass: login.password } : {}),
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    maxReconnectAttempts: -1,
    // Credentials that were revoked may be given back; a client that gives up for ever would not notice.
    ignoreAuthErrorAbort: true,
    reconnectDelayHandler: () => backOff.nextMillis(),
    timeout: DIAL_MILLIS,
    pingInterval: PING_MILLIS,
    maxPingOut: 2,
    noAsyncTraces: true,
  };
}

const stateAfter = (error: unknown): FleetState => ({
  state: isRefusal(error) ? "refused" : "disconnected",
  why: whyNotConnected(error),
});

/** Why a server cannot carry a fleet, in words; undefined when it can. */
export function whyUnfit({ info }: Pick<NatsConnection, "info">): string | undefined {
  const version = info?.version ?? "0.0.0";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = (major - LEAST_VERSION[0] || minor - LEAST_VERSION[1]) >= 0;
  return isNewEnough
    ? undefined
    : `the nats-server is version ${version}; a fleet needs ${LEAST_VERSION.join(".")} or newer`;
}
