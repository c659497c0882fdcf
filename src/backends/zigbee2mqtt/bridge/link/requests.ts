import { randomUUID } from "node:crypto";
import type { Clock } from "../../../../home/clock.ts";
import type { Agreement } from "../../../backend.ts";
import { nothingSent } from "../../../nothing-sent.ts";
import type { BridgeResponse } from "../protocol/bridge-messages.ts";

/** What came of a request: Zigbee2MQTT did it, or why not, in a sentence. */
export type Reply = Exclude<Agreement, "no-part">;

interface RequestsOptions {
  readonly clock: Clock;
  /** Who is asked, for people. */
  readonly name: string;
  /** Why nothing can be sent at the moment. */
  readonly whyUnreachable: () => string | undefined;
  readonly publish: (topic: string, payload: string, onArrived?: () => void) => void;
}

/** How long Zigbee2MQTT may take to answer, where nothing else is said. */
const ANSWER_MILLIS = 10_000;
const LONGEST_WORDS = 300;

const UNKNOWN = 'whether it was done is not known; "luxgate devices" and "luxgate status" show what it says';

/** What was asked of one Zigbee2MQTT and is not answered yet. Each request bears a transaction of its own, and so does its answer. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #pending = new Map<string, (reply: Reply) => void>();

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Asks for something; settles with the answer, and in any case once the time is over. */
  ask(request: string, fields: object, withinMillis = ANSWER_MILLIS): Promise<Reply> {
    const transaction = `luxgate ${randomUUID()}`;
    return this.#pend(transaction, withinMillis, () =>
      this.#options.publish(`bridge/request/${request}`, JSON.stringify({ ...fields, transaction })),
    );
  }

  /** Says something that Zigbee2MQTT does not answer to: done once the broker has it. */
  tell(topic: string, payload: object): Promise<Reply> {
    const key = randomUUID();
    return this.#pend(key, ANSWER_MILLIS, () =>
      this.#options.publish(topic, JSON.stringify(payload), () => this.#settle(key, "done")),
    );
  }

  /** An answer to whomever: those to others, late ones and second ones are nobody's here. */
  hear({ transaction, outcome, error }: BridgeResponse): void {
    if (transaction === undefined) return;
    if (outcome === "done") this.#settle(transaction, "done");
    else if (outcome === "refused") this.#settle(transaction, this.#refused(`says: ${error.slice(0, LONGEST_WORDS)}`));
    else this.#settle(transaction, this.#refused(`gave an answer that says neither yes nor no: ${UNKNOWN}.`));
  }

  /** Nothing can be heard any more. */
  lose(reason: string): void {
    for (const key of [...this.#pending.keys()]) {
      this.#settle(key, this.#refused(`went away before it answered (${reason}): ${UNKNOWN}.`));
    }
  }

  #pend(key: string, withinMillis: number, send: () => void): Promise<Reply> {
    const unreachable = this.#options.whyUnreachable();
    if (unreachable !== undefined) return Promise.resolve({ refused: nothingSent(unreachable) });
    return new Promise((resolve) => {
      const giveUp = () =>
        this.#settle(key, this.#refused(`did not answer within ${withinMillis / 1_000} s: ${UNKNOWN}.`));
      const cancel = this.#options.clock.after(withinMillis, giveUp);
      this.#pending.set(key, (reply) => {
        cancel();
        resolve(reply);
      });
      send();
    });
  }

  #settle(key: string, reply: Reply): void {
    const settle = this.#pending.get(key);
    this.#pending.delete(key);
    settle?.(reply);
  }

  #refused(words: string): Reply {
    return { refused: `Zigbee2MQTT at ${this.#options.name} ${words}` };
  }
}
