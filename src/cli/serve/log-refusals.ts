import type { RefusedClient } from "../../events/client-protocol.ts";
import type { OnRefused, RefusedRequest } from "../../http/refused-request.ts";
import { plainAddress } from "../../http/request.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { shownTarget, withoutSecrets } from "../../shared/shown-target.ts";
import { type Rate, TokenBucket } from "../../shared/token-bucket.ts";
import { logWarning, type WriteLog } from "./log.ts";

const MINUTE_MILLIS = 60_000;

/** A host name that can be copied into a command as it is; a port may follow. */
const HOST_NAME = /^(?<name>[a-z0-9][a-z0-9._-]{0,252})(?::\d*)?$/i;

/** An origin that does no harm in a log. */
const ORIGIN = /^https?:\/\/[a-z0-9._:[\]-]{1,260}$/i;

/** Logs refusals that may puzzle people, each kind at most once a minute, with what would mend it. */
export function logRefusedRequests(now: MonotonicClock, writeLog: WriteLog = logWarning): OnRefused {
  const nextMillis = new Map<RefusedRequest["why"], number>();
  return (refused) => {
    const nowMillis = now();
    if (nowMillis < (nextMillis.get(refused.why) ?? Number.NEGATIVE_INFINITY)) return;
    nextMillis.set(refused.why, nowMillis + MINUTE_MILLIS);
    writeLog(explanationOf(refused));
  };
}

function explanationOf(refused: RefusedRequest): string {
  switch (refused.why) {
    case "foreign-host": {
      const { name } = HOST_NAME.exec(withoutSecrets(refused.host))?.groups ?? {};
      return name === undefined
        ? "A request was refused: it names a host that is none."
        : `A request for the host ${name} was refused. If that is a name of this gateway: --allow-host ${name}`;
    }
    case "foreign-origin": {
      const isOrigin = ORIGIN.test(withoutSecrets(refused.origin));
      const page = isOrigin ? `A page of ${refused.origin}` : "A page of another web site";
      const hint = isOrigin ? ` To let clients of that origin in: --allow-origin ${refused.origin}` : "";
      return `${page} was refused: browsers may use this gateway from its own pages only.${hint}`;
    }
    case "no-key":
      return `A request from ${refused.clientAddress} was refused: it gives no key, and needs one. Pair the client (luxgate press) and have it send the key in the header application-key.`;
    case "wrong-key":
      return `A request from ${refused.clientAddress} was refused: its key was revoked, or is none of ours. Pair the client again (luxgate press); luxgate keys lists those that are right.`;
    case "connections-of-address":
      return `A connection from ${refused.clientAddress} was refused: that address holds as many as one may. Clients should use connections again instead of opening others.`;
    case "connections":
      return "A connection was refused: as many are open as the gateway takes.";
    default:
      return refused satisfies never;
  }
}

/** However many addresses there are. */
const ALL_TOGETHER: Rate = { perSecond: 1, burst: 10 };

const EXPLANATIONS: Readonly<Record<RefusedClient["why"], string>> = {
  "no key":
    "was refused: it gives no key, and --profile shared asks for one. Pair it (luxgate press) and give it the key as user name or password; for clients that cannot give one, serve with --profile home.",
  "unknown key":
    "was refused: its key was revoked, or is none of ours. Pair it again (luxgate press) and give it the new key; luxgate keys lists those that are right.",
  "key revoked":
    "was disconnected: its key was revoked. To let it in again, pair it (luxgate press) and give it the new key.",
  "connections of address": "was refused: its address holds as many connections as one may.",
  connections: "was refused: as many clients are connected as the gateway takes.",
};

/**
 * Logs MQTT clients that are refused, what is wrong and what mends it. Clients try again every few seconds, so each
 * address is logged once a minute. Only addresses that were logged are remembered, so the rate bounds their number too.
 */
export function logRefused(now: MonotonicClock, writeLog: WriteLog = logWarning): (refused: RefusedClient) => void {
  const loggedAtMillis = new Map<string, number>();
  const budget = new TokenBucket(ALL_TOGETHER, now());
  return ({ address, clientId, why }) => {
    const nowMillis = now();
    for (const [other, atMillis] of loggedAtMillis)
      if (nowMillis - atMillis >= MINUTE_MILLIS) loggedAtMillis.delete(other);
    if (loggedAtMillis.has(address) || budget.levelAt(nowMillis) < 1) return;
    budget.take(nowMillis);
    loggedAtMillis.set(address, nowMillis);
    const name = clientId === "" ? "" : ` that calls itself ${JSON.stringify(shownTarget(clientId))}`;
    writeLog(`The MQTT client at ${plainAddress(address)}${name} ${EXPLANATIONS[why]}`);
  };
}
