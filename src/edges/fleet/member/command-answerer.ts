import type { Msg, NatsConnection, Subscription } from "@nats-io/transport-node";
import type { Clock } from "../../../shared/clock.ts";
import { commandFrom, type FleetAnswer, type FleetCommand } from "../command.ts";
import { commandSubject } from "../subjects.ts";
import { type TrailAnswer, trailRequestFrom } from "../trail-request.ts";
import { Freshness } from "./freshness.ts";
import { type ReadTrail, TrailAnswerer } from "./trail-answerer.ts";

export interface AnsweringOptions {
  /** What this gateway's own client would get. */
  readonly answer: (command: FleetCommand) => Promise<FleetAnswer>;
  /** For commands that come while too many are in work. */
  readonly busy: FleetAnswer;
  readonly clock: Clock;
  readonly today: () => Date;
  /** Undefined for a gateway that keeps no audit trail. */
  readonly readTrail?: ReadTrail | undefined;
  readonly onFault: (fault: unknown) => void;
}

const MOST_IN_WORK = 64;
/** A client may send 4 KiB, and JSON in JSON takes up to twice as much. */
const MOST_BYTES = 16 * 1024;

/** Answers commands of the fleet's clients, and its operator's questions for the audit trail. All else is dropped. */
export class CommandAnswerer {
  readonly #options: AnsweringOptions;
  readonly #trail: TrailAnswerer;
  readonly #inWork = new Set<Promise<void>>();
  readonly #freshness: Freshness;
  #subscription: Subscription | undefined;

  constructor(options: AnsweringOptions) {
    this.#options = options;
    this.#freshness = new Freshness(options);
    this.#trail = new TrailAnswerer(options.readTrail);
  }

  begin(connection: NatsConnection, gatewayId: string): void {
    this.end();
    this.#subscription = connection.subscribe(commandSubject(gatewayId), {
      callback: (error, message) => {
        if (!error) this.#take(message);
      },
    });
    this.#freshness.begin(connection);
  }

  /** Takes no more commands. */
  end(): void {
    this.#freshness.end();
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
  }

  /** Resolves once all commands that were taken are answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#inWork);
  }

  #take(message: Msg): void {
    const { busy } = this.#options;
    // An acknowledgement of the bucket can be sent here by another gateway, but never with a subject for an answer.
    if (!message.reply || message.data.byteLength > MOST_BYTES) return;
    // Whoever sent it was told that there is no answer: a lamp must not go on long after that.
    if (this.#freshness.isLate) return;
    const text = message.string();
    const command = commandFrom(text);
    const request = command ? undefined : trailRequestFrom(text);
    if (request) this.#work(message, this.#trail.answer(request));
    if (!command) return;
    if (this.#inWork.size >= MOST_IN_WORK) {
      respond(message, busy);
      return;
    }
    this.#work(message, this.#options.answer(command));
  }

  #work(message: Msg, answered: Promise<FleetAnswer | TrailAnswer>): void {
    const work = answered
      .then((answer) => respond(message, answer))
      .catch(this.#options.onFault)
      .finally(() => this.#inWork.delete(work));
    this.#inWork.add(work);
  }
}

const respond = (message: Msg, answer: FleetAnswer | TrailAnswer): void => void message.respond(JSON.stringify(answer));
