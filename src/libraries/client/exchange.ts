import type { Clock } from "../../shared/clock.ts";
import { isObject } from "../../shared/is-object.ts";
import { LuxgateError } from "./luxgate-error.ts";

/** What every exchange depends on. */
export interface Line {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** How long an answer may take. */
  readonly timeoutMillis: number;
}

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** One request and its response, which must be read in time. Every failure but an abort is a LuxgateError. */
export async function exchange<Taken>(
  { fetch, clock, timeoutMillis }: Line,
  { method, url, headers, body, signal }: Outgoing,
  take: (response: Response) => Promise<Taken>,
): Promise<Taken> {
  signal.throwIfAborted();
  const end = new AbortController();
  const onAbort = () => end.abort();
  signal.addEventListener("abort", onAbort);
  let isLate = false;
  const cancel = clock.after(timeoutMillis, () => {
    isLate = true;
    end.abort();
  });
  const init: RequestInit = { method, headers: { ...headers }, signal: end.signal };
  if (body !== undefined) init.body = body;
  let isAnswered = false;
  try {
    const response = await fetch(url, init);
    isAnswered = true;
    return await take(response);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof LuxgateError) throw cause;
    if (isLate) throw new LuxgateError("timeout", `${url} did not answer in time`, { cause });
    throw new LuxgateError("unreachable", `${url} is unreachable${isAnswered ? "" : originHint(url)}`, { cause });
  } finally {
    cancel();
    signal.removeEventListener("abort", onAbort);
  }
}

/** Browsers do not tell a page that an answer was kept from it because the page is of another origin. */
function originHint(url: string): string {
  const location: unknown = Reflect.get(globalThis, "location");
  const { origin: own } = isObject(location) ? location : {};
  if (typeof own !== "string" || own === new URL(url).origin) return "";
  const remedy = own === "null" ? "" : `; to allow this origin, start Luxgate with --allow-origin ${own}`;
  return `, or does not allow pages of other origins (CORS)${remedy}`;
}
