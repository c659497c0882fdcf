import type { RefusedClient } from "../../events/client-protocol.ts";
import { plainAddress } from "../../http/request.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { type Rate, TokenBucket } from "../../shared/token-bucket.ts";
import { log } from "./log.ts";

const AGAIN_MILLIS = 60_000;
/** However many addresses there are. */
const ALL_TOGETHER: Rate = { perSecond: 1, burst: 10 };

const WORDS: Readonly<Record<RefusedClient["why"], string>> = {
  "no key":
    "was refused: it gives no key, and --profile shared asks for one. Pair it (luxgate press) and give it the key as user name or password; for clients that cannot give one, serve with --profile home.",
  "unknown key":
    "was refused: its key was revoked, or is none of ours. Pair it again (luxgate press) and give it the new key; luxgate keys lists those that are right.",
  "key revoked":
    "was disconnected: its key was revoked. To let it in again, pair it (luxgate press) and give it the new key.",
};

/**
 * Tells of MQTT clients that are refused, what is wrong and what mends it. They try again every few seconds, so each
 * address is told of once a minute. Only addresses that were told of are remembered, so the rate bounds those too.
 */
export function logRefused(now: MonotonicClock, tell: typeof log = log): (refused: RefusedClient) => void {
  const toldAtMillis = new Map<string, number>();
  const budget = new TokenBucket(ALL_TOGETHER, now());
  return ({ address, clientId, why }) => {
    const nowMillis = now();
    for (const [told, atMillis] of toldAtMillis) if (nowMillis - atMillis >= AGAIN_MILLIS) toldAtMillis.delete(told);
    if (toldAtMillis.has(address) || budget.levelAt(nowMillis) < 1) return;
    budget.take(nowMillis);
    toldAtMillis.set(address, nowMillis);
    const name = clientId === "" ? "" : ` that calls itself ${JSON.stringify(clientId)}`;
    tell(`The MQTT client at ${plainAddress(address)}${name} ${WORDS[why]}`);
  };
}
