import { fitsRequest, type RequestFilter } from "./request-filter.ts";

/** A request that came. */
export interface LoggedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; it is whole once there is a status, unless the gateway refused it half-way. */
  readonly body: string;
  /** Of the answer that the client gets; undefined while, or because, there is none. */
  readonly status: number | undefined;
}

interface Waiter {
  readonly filter: RequestFilter;
  readonly settle: (request: LoggedRequest) => void;
}

/** Every request, in the order in which they came. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];
  readonly #waiters = new Set<Waiter>();

  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** The next one to come that fits, once its status is known, or it is known that there will be none. */
  next(filter: RequestFilter): Promise<LoggedRequest> {
    return new Promise((settle) => this.#waiters.add({ filter, settle }));
  }

  /** Gives what is called once it is known how the request was answered. */
  add(request: LoggedRequest): () => void {
    this.#requests.push(request);
    const waiting = [...this.#waiters].filter(({ filter }) =>
      fitsRequest(filter, { method: request.method, target: request.path }),
    );
    for (const waiter of waiting) this.#waiters.delete(waiter);
    return () => {
      for (const { settle } of waiting.splice(0)) settle(request);
    };
  }
}
