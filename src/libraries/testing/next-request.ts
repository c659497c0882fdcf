import { type AwaitedRequest, fitsRequest, type RequestFilter } from "./request-filter.ts";
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
  const cameBefore = log.requests.findLast(fitting(filter));
  const end = () => isEnough.abort(new Error("Nobody waits for the request any more."));
  signal?.addEventListener("abort", end);
  const timer =
    withinMillis === undefined
      ? undefined
      : setTimeout(
          () => isEnough.abort(new Error(lateWords(log, withinMillis, filter.after === undefined && cameBefore))),
          withinMillis,
        );
  try {
    return await log.next(filter, isEnough.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

const fitting =
  (filter: RequestFilter) =>
  ({ method, path }: LoggedRequest): boolean =>
    fitsRequest(filter, { method, target: path });

function lateWords({ requests }: RequestLog, millis: number, cameBefore: LoggedRequest | false | undefined): string {
  const latest = requests.slice(-MOST_NAMED).map(({ method, path }) => `${method} ${path}`);
  const came = latest.length === 0 ? "No request has come." : `The latest requests: ${latest.join(", ")}.`;
  const hint = cameBefore
    ? ` Request ${cameBefore.number} matches, but came before: wait with after: 0 to get it.`
    : "";
  return `No matching request was answered within ${millis} ms. ${came}${hint}`;
}
