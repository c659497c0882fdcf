import type { AwaitedRequest } from "./request-filter.ts";
import type { LoggedRequest, RequestLog } from "./request-log.ts";

/** How many of the requests that came are named when the awaited one did not. */
const MOST_NAMED = 5;

/** The next request that fits; an error when it has not been answered within the time that is given. */
export async function nextRequest(
  log: RequestLog,
  { withinMillis, ...filter }: AwaitedRequest,
  signal?: AbortSignal,
): Promise<LoggedRequest> {
  const isEnough = new AbortController();
  const end = () => isEnough.abort(new Error("Nobody waits for the request any more."));
  signal?.addEventListener("abort", end);
  const timer =
    withinMillis === undefined
      ? undefined
      : setTimeout(() => isEnough.abort(new Error(lateWords(log, withinMillis))), withinMillis);
  try {
    return await log.next(filter, isEnough.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

function lateWords({ requests }: RequestLog, millis: number): string {
  const latest = requests.slice(-MOST_NAMED).map(({ method, path }) => `${method} ${path}`);
  const came = latest.length === 0 ? "No request has come." : `The latest requests: ${latest.join(", ")}.`;
  return `No matching request was answered within ${millis} ms. ${came}`;
}
