import type { OnRefused, RefusedRequest } from "../../../edges/http/refused-request.ts";
import { plainAddress } from "../../../edges/http/request.ts";
import type { RefusedClient } from "../../../edges/mqtt/broker/client-protocol.ts";
import type { MonotonicClock } from "../../../shared/clock.ts";
import { shownTarget, withoutSecrets } from "../../../shared/shown-target.ts";
import { type Rate, TokenBucket } from "../../../shared/token-bucket.ts";
import { logWarning, type WriteLog } from "./log.ts";

const MINUTE_MILLIS = 60_000;

/** A host name that can be copied into a command as it is; a port may follow. */
const HOST_NAME = /^(?<name>[a-z0-9][a-z0-9._-]{0,252})(?::\d*)?$/i;

/** An origin that does no harm in a log. */
const ORIGIN = /^https?:\/\/[a-z0-9._:[\]-]{1,260}$/i;

interface LogOptions {
  /** How the commands begin that mend it: `luxgate`, or `luxgate fleet` at a front. */
  readonly command?: string;
  readonly writeLog?: WriteLog;
}

/** Logs refusals that may puzzle people, each kind at most once a minute, with what would mend it. */
export function logRefusedRequests(
  now: MonotonicClock,
  { command = "luxgate", writeLog = logWarning }: LogOptions = {},
): OnRefused {
  const nextMillis = new Map<RefusedRequest["why"], number>();
  return (refused) => {
    const nowMillis = now();
    if (nowMillis < (nextMillis.get(refused.why) ?? Number.NEGATIVE_INFINITY)) return;
    nextMillis.set(refused.why, nowMillis + MINUTE_MILLIS);
    writeLog(explanationOf(refused, command));
  };
}

function explanationOf(refused: RefusedRequest, command: string): string {
  switch (refused.why) {
    case "foreign-host": {
      const { name } = HOST_NAME.exec(withoutSecrets(refused.host))?.groups ?? {};
      return name === undefined
        ? "A request was refused: its host name is invalid."
        : `A request for the host ${name} was refused. If this is a name of the gateway, allow it with --allow-host ${name}`;
    }
    case "foreign-origin": {
      const isOrigin = ORIGIN.test(withoutSecrets(refused.origin));
      const page = isOrigin ? `A page of ${refused.origin}` : "A page of another website";
      const hint = isOrigin ? ` To allow clients of that origin, use --allow-origin ${refused.origin}` : "";
      return `${page} was refused: browsers can use this gateway only from its own pages.${hint}`;
    }
    case "no-key":
      return `A request from ${refused.clientAddress} was refused: it requires a key and has none. Pair the client (${command} press) and send the key in the header application-key.`;
    case "wrong-key":
      return `A request from ${refused.clientAddress} was refused: its key is invalid or was revoked. Pair the client again (${command} press). List the valid keys with ${toList(command)}.`;
    case "connections-of-address":
      return `A connection from ${refused.clientAddress} was refused: that address has reached its connection limit. Clients should reuse connections instead of opening new ones.`;
    case "connections":
      return "A connection was refused: the gateway has reached its connection limit.";
    default:
      return refused satisfies never;
  }
}

const toList = (command: string): string => [command, "keys"].join(" ");

/** However many addresses there are. */
const ALL_TOGETHER: Rate = { perSecond: 1, burst: 10 };

const explanations = (command: string): Readonly<Record<RefusedClient["why"], string>> => ({
  "no key": `was refused: it has no key, and --profile shared requires one. Pair it (${command} press) and use the key as its user name or password. For clients that cannot send a key, serve with --profile home.`,
  "unknown key": `was refused: its key is invalid or was revoked. Pair it again (${command} press) and give it the new key. List the valid keys with ${toList(command)}.`,
  "key revoked": `was disconnected: its key was revoked. To allow it again, pair it (${command} press) and give it the new key.`,
  "connections of address": "was refused: its address has reached its connection limit.",
  connections: "was refused: the gateway has reached its client limit.",
});

/**
 * Logs MQTT clients that are refused, what is wrong and what mends it. Clients try again every few seconds, so each
 * address is logged once a minute. Only addresses that were logged are remembered, so the rate bounds their number too.
 */
export function logRefused(
  now: MonotonicClock,
  { command = "luxgate", writeLog = logWarning }: LogOptions = {},
): (refused: RefusedClient) => void {
  const explanationsHere = explanations(command);
  const loggedAtMillis = new Map<string, number>();
  const budget = new TokenBucket(ALL_TOGETHER, now());
  return ({ address, clientId, why }) => {
    const nowMillis = now();
    for (const [other, atMillis] of loggedAtMillis)
      if (nowMillis - atMillis >= MINUTE_MILLIS) loggedAtMillis.delete(other);
    if (loggedAtMillis.has(address) || budget.levelAt(nowMillis) < 1) return;
    budget.take(nowMillis);
    loggedAtMillis.set(address, nowMillis);
    const name = clientId === "" ? "" : ` with the client id ${JSON.stringify(shownTarget(clientId))}`;
    writeLog(`The MQTT client at ${plainAddress(address)}${name} ${explanationsHere[why]}`);
  };
}
