import type { MonotonicClock } from "../../shared/clock.ts";
import type { log } from "./log.ts";

const MINUTE_MILLIS = 60_000;

/** A host name that can be copied into a command as it is; a port may follow. */
const HOST_NAME = /^(?<name>[a-z0-9][a-z0-9._-]{0,252})(?::\d*)?$/i;

/** Tells, at most once a minute, under which host name a request was refused, and how it would be answered. */
export function logForeignHosts(clock: MonotonicClock, tell: typeof log): (host: string) => void {
  let nextMillis = Number.NEGATIVE_INFINITY;
  return (host) => {
    const nowMillis = clock();
    if (nowMillis < nextMillis) return;
    nextMillis = nowMillis + MINUTE_MILLIS;
    const { name } = HOST_NAME.exec(host)?.groups ?? {};
    tell(
      name === undefined
        ? "A request was refused: it names a host that is none."
        : `A request for the host ${name} was refused. If that is a name of this gateway: --allow-host ${name}`,
    );
  };
}
