import { fitsRequest, type RequestFilter } from "./rules.ts";

/** A request that came. */
export interface LoggedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; it is whole once there is a status. */
  readonly body: string;
  /** Of the answer that the client got; undefined while, or because, there is none. */
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

  /** The next one that fits. */
  next(filter: RequestFilter): Promise<LoggedRequest> {
    return new Promise((settle) => this.#waiters.add({ filter, settle }));
  }

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    for (const waiter of this.#waiters) {
      if (!fitsRequest(waiter.filter, { method: request.method, target: request.path })) continue;
      this.#waiters.delete(waiter);
      waiter.settle(request);
    }
  }

  clear(): void {
    this.#requests.length = 0;
  }
}
