import { randomUUID } from "node:crypto";
import type { Clock } from "../../../../../shared/clock.ts";
import type { Agreement } from "../../../backend.ts";
import { nothingSent } from "../../../nothing-sent.ts";
import type { BridgeResponse } from "../protocol/bridge-messages.ts";

/** The outcome of a request: done, or why not, in a sentence for people. */
export type RequestOutcome = Exclude<Agreement, "no-part">;

interface RequestsDependencies {
  readonly clock: Clock;
  /** The name of the bridge, for people. */
  readonly name: string;
  /** Why nothing can be sent at the moment. */
  readonly whyUnreachable: () => string | undefined;
  readonly publish: (topic: string, payload: string, onDelivered?: () => void) => void;
}

const RESPONSE_TIMEOUT_MILLIS = 10_000;
const LONGEST_ERROR = 300;

const UNKNOWN = 'the outcome is unknown. Check it with "luxgate devices" and "luxgate status"';

/** Pending requests to one Zigbee2MQTT. A unique `transaction` in each request and its response correlates the two. */
export class Requests {
  readonly #dependencies: RequestsDependencies;
  readonly #pending = new Map<string, (outcome: RequestOutcome) => void>();

  constructor(dependencies: RequestsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Settles with the response, or at the timeout. */
  request(name: string, fields: object, timeoutMillis = RESPONSE_TIMEOUT_MILLIS): Promise<RequestOutcome> {
    const transaction = `luxgate ${randomUUID()}`;
    return this.#pend(transaction, timeoutMillis, () =>
      this.#dependencies.publish(`bridge/request/${name}`, JSON.stringify({ ...fields, transaction })),
    );
  }

  /** Publishes what Zigbee2MQTT does not respond to: done once the broker has it. */
  send(topic: string, payload: object): Promise<RequestOutcome> {
    const key = randomUUID();
    return this.#pend(key, RESPONSE_TIMEOUT_MILLIS, () =>
      this.#dependencies.publish(topic, JSON.stringify(payload), () => this.#settle(key, "done")),
    );
  }

  /** Responses to requests of others, late responses and repeated ones match no pending request. */
  onResponse({ transaction, outcome, error }: BridgeResponse): void {
    if (transaction === undefined) return;
    if (outcome === "done") this.#settle(transaction, "done");
    else if (outcome === "refused")
      this.#settle(transaction, this.#refused(`refused: ${error.slice(0, LONGEST_ERROR)}`));
    else this.#settle(transaction, this.#refused(`gave an unclear answer: ${UNKNOWN}.`));
  }

  /** No response can come any more. */
  failAll(reason: string): void {
    for (const key of [...this.#pending.keys()]) {
      this.#settle(key, this.#refused(`became unreachable before it answered (${reason}): ${UNKNOWN}.`));
    }
  }

  #pend(key: string, timeoutMillis: number, send: () => void): Promise<RequestOutcome> {
    const unreachable = this.#dependencies.whyUnreachable();
    if (unreachable !== undefined) return Promise.resolve({ refused: nothingSent(unreachable) });
    return new Promise((resolve) => {
      const onTimeout = () =>
        this.#settle(key, this.#refused(`did not answer within ${timeoutMillis / 1_000} s: ${UNKNOWN}.`));
      const cancelTimeout = this.#dependencies.clock.after(timeoutMillis, onTimeout);
      this.#pending.set(key, (outcome) => {
        cancelTimeout();
        resolve(outcome);
      });
      send();
    });
  }

  #settle(key: string, outcome: RequestOutcome): void {
    const settle = this.#pending.get(key);
    this.#pending.delete(key);
    settle?.(outcome);
  }

  #refused(words: string): RequestOutcome {
    return { refused: `Zigbee2MQTT at ${this.#dependencies.name} ${words}` };
  }
}
