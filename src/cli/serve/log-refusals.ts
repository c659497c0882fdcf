import type { RefusedClient } from "../../events/client-protocol.ts";
import { plainAddress } from "../../http/request.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { type Rate, TokenBucket } from "../../shared/token-bucket.ts";
import { log } from "./log.ts";

const MINUTE_MILLIS = 60_000;

/** A host name that can be copied into a command as it is; a port may follow. */
const HOST_NAME = /^(?<name>[a-z0-9][a-z0-9._-]{0,252})(?::\d*)?$/i;

/** Logs, at most once a minute, under which host name a request was refused, and how it would be answered. */
export function logForeignHosts(clock: MonotonicClock, writeLog: typeof log): (host: string) => void {
  let nextMillis = Number.NEGATIVE_INFINITY;
  return (host) => {
    const nowMillis = clock();
    if (nowMillis < nextMillis) return;
    nextMillis = nowMillis + MINUTE_MILLIS;
    const { name } = HOST_NAME.exec(host)?.groups ?? {};
    writeLog(
      name === undefined
        ? "A request was refused: it names a host that is none."
        : `A request for the host ${name} was refused. If that is a name of this gateway: --allow-host ${name}`,
    );
  };
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
};

/**
 * Logs MQTT clients that are refused, what is wrong and what mends it. Clients try again every few seconds, so each
 * address is logged once a minute. Only addresses that were logged are remembered, so the rate bounds their number too.
 */
export function logRefused(now: MonotonicClock, writeLog: typeof log = log): (refused: RefusedClient) => void {
  const loggedAtMillis = new Map<string, number>();
  const budget = new TokenBucket(ALL_TOGETHER, now());
  return ({ address, clientId, why }) => {
    const nowMillis = now();
    for (const [other, atMillis] of loggedAtMillis)
      if (nowMillis - atMillis >= MINUTE_MILLIS) loggedAtMillis.delete(other);
    if (loggedAtMillis.has(address) || budget.levelAt(nowMillis) < 1) return;
    budget.take(nowMillis);
    loggedAtMillis.set(address, nowMillis);
    const name = clientId === "" ? "" : ` that calls itself ${JSON.stringify(clientId)}`;
    writeLog(`The MQTT client at ${plainAddress(address)}${name} ${EXPLANATIONS[why]}`);
  };
}
