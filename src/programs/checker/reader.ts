import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { counted } from "../../shared/counted.ts";
import type { Answer } from "./answer.ts";
import { readJson } from "./json.ts";

export interface ReaderOptions {
  readonly url: URL;
  /** Sent with every request that does not bring its own. */
  readonly key: string | undefined;
  /** Between requests, so that a small gateway is not kept busy. */
  readonly pauseMillis: number;
  readonly timeoutMillis: number;
  /** How much an answer may hold before it is cut off. */
  readonly mostBytes?: number;
}

export interface RequestOptions {
  readonly method?: string;
  readonly body?: string | undefined;
  /** Whether the body is sent in chunks, without its length. */
  readonly isChunked?: boolean | undefined;
  /** With `content-type` empty, a body is sent without a Content-Type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whose connections are used; without one, each request has a connection of its own. */
  readonly agent?: Agent;
  /** Where to stop reading an answer that has no end. */
  readonly until?: string | undefined;
  /** Instead of the one that is sent with every request; null for no such header. */
  readonly key?: string | null | undefined;
  /** Instead of the time that every answer may take. */
  readonly timeoutMillis?: number | undefined;
}

interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | undefined;
  readonly until: string | undefined;
  readonly timeoutMillis: number;
  readonly agent: Agent | false;
}

/** Why a request was not answered, in a sentence for a person. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** The gateway may still be at work: nothing says how long an answer takes. */
export class TimedOut extends Unanswered {}

/** More than the largest home needs. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Sends one request at a time over plain HTTP, and gives the answer as it came. */
export class Reader {
  readonly url: URL;
  readonly #options: ReaderOptions;
  requests = 0;

  constructor(options: ReaderOptions) {
    this.url = options.url;
    this.#options = options;
  }

  /** A reader of what answers at another address, which does not get the key. */
  under(address: string): Reader {
    const url = new URL(this.url);
    url.hostname = address;
    return new Reader({ ...this.#options, url, key: undefined });
  }

  async ask(target: string, options: RequestOptions = {}): Promise<Answer> {
    const { method = "GET", body, key = this.#options.key, until, agent = false } = options;
    const { pauseMillis, timeoutMillis } = this.#options;
    if (this.requests > 0 && pauseMillis > 0) await wait(pauseMillis);
    this.requests += 1;
    const received = await this.#exchange(target, {
      method,
      headers: {
        ...(key === null || key === undefined ? {} : { "application-key": key }),
        ...headersFor(options),
      },
      body,
      until,
      agent,
      timeoutMillis: options.timeoutMillis ?? timeoutMillis,
    }).catch(unanswered);
    return { request: `${method} ${target}`, ...received, ...readJson(received.body) };
  }

  #exchange(
    target: string,
    { body, until, timeoutMillis, ...how }: Outgoing,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: Uint8Array }> {
    const { url, mostBytes = MOST_BYTES } = this.#options;
    return new Promise((resolve, reject) => {
      const where = { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port || 80, path: target };
      const outgoing = request({ ...where, ...how }, (incoming) => {
        const chunks: Uint8Array[] = [];
        let bytes = 0;
        const end = () => {
          clearTimeout(deadline);
          resolve({ status: incoming.statusCode as number, headers: incoming.headers, body: Buffer.concat(chunks) });
        };
        incoming.on("data", (chunk: Uint8Array) => {
          chunks.push(chunk);
          bytes += chunk.byteLength;
          if (bytes > mostBytes) outgoing.destroy(new Unanswered("the answer is too long"));
          if (until === undefined || !Buffer.concat(chunks.slice(-2)).includes(until)) return;
          end();
          outgoing.destroy();
        });
        incoming.on("error", fail);
        incoming.on("end", end);
      });
      const fail = (error: Error) => {
        clearTimeout(deadline);
        reject(error);
      };
      const slow = new TimedOut(`no answer within ${counted(timeoutMillis / 1000, "second")}`);
      const deadline = setTimeout(() => outgoing.destroy(slow), timeoutMillis);
      outgoing.on("error", fail);
      outgoing.end(body);
    });
  }
}

function headersFor({ body, isChunked = false, headers = {} }: RequestOptions): Outgoing["headers"] {
  const size: Outgoing["headers"] = isChunked
    ? { "transfer-encoding": "chunked" }
    : { "content-length": Buffer.byteLength(body ?? "") };
  const all: Outgoing["headers"] = {
    ...(body === undefined ? {} : { "content-type": "application/json", ...size }),
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/** Every error of a connection has a code. */
function unanswered(error: unknown): never {
  if (error instanceof Unanswered) throw error;
  throw new Unanswered(reasonFor((error as NodeJS.ErrnoException).code as string), { cause: error });
}

function reasonFor(code: string): string {
  if (code.startsWith("HPE_")) return "the answer is not HTTP";
  return REASONS.get(code) ?? `it is unreachable (${code})`;
}

const REASONS = new Map([
  ["ECONNREFUSED", "nothing listens on this port"],
  ["ENOTFOUND", "unknown host name"],
  ["EAI_AGAIN", "the host name cannot be resolved"],
  ["EHOSTUNREACH", "no route to this host"],
  ["ENETUNREACH", "no route to this network"],
  ["ECONNRESET", "the connection was closed"],
]);
