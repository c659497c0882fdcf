import type { Clock } from "../../../../../shared/clock.ts";
import { duration } from "../../../../../shared/duration.ts";
import { brokerProblem } from "../../../../mqtt/connection/broker-problem.ts";
import { isFromZigbee2Mqtt } from "../protocol/parse-state.ts";
import type { BridgeAddress, Message } from "./transport.ts";

/** How long a Zigbee2MQTT that has just started ignores polls, and publishes the states in its cache. */
const START_MILLIS = 5_000;

/** How long the base topic may be silent after a connection: retained messages arrive at once. */
const SILENCE_MILLIS = 10_000;

/** A Zigbee2MQTT that is away: why, and since when. */
export interface Outage {
  readonly reason: string;
  readonly sinceMillis: number;
}

export interface BridgeStatusOptions {
  readonly base: string;
  readonly clock: Clock;
  readonly onChange: () => void;
  /** No message came: looks for base topics with a Zigbee2MQTT, and calls back with what it found. */
  readonly onSilence: (resolve: (bases: readonly string[]) => void) => void;
}

const hintFor = (bases: readonly string[]): string =>
  bases.length === 0
    ? "check the base topic"
    : `there is a Zigbee2MQTT below ${bases.join(", ")}; add this base topic to the broker's address`;

/** Whether a Zigbee2MQTT is connected and running. */
export class BridgeStatus {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #silence: SilenceTimer;
  /** Why the connection is of no use; undefined while it is. */
  #problem: string | undefined = "not reached yet";
  /** The beginning of the outage; has a meaning only while there is one. */
  #sinceMillis: number;
  #isRunning: boolean | undefined;
  /** Whether `bridge/state` was ever received. */
  #wasSeen = false;
  #cancelStart: (() => void) | undefined;

  constructor({ base, clock, onChange, onSilence }: BridgeStatusOptions) {
    this.#clock = clock;
    this.#sinceMillis = clock.now();
    this.#onChange = onChange;
    this.#silence = new SilenceTimer(clock, () =>
      onSilence((bases) => {
        if (this.#silence.isExpired) this.#setProblem(`no messages below ${base}/: ${hintFor(bases)}`);
      }),
    );
  }

  get problem(): string | undefined {
    return this.#problem ?? (this.#isRunning === false ? "Zigbee2MQTT is not running" : undefined);
  }

  get outage(): Outage | undefined {
    const { problem } = this;
    return problem === undefined ? undefined : { reason: problem, sinceMillis: this.#sinceMillis };
  }

  /** Zigbee2MQTT has just restarted: its reports come from its cache, and it does not answer polls yet. */
  get isStarting(): boolean {
    return this.#cancelStart !== undefined;
  }

  onOpened(): void {
    this.#silence.start();
    this.#isRunning = undefined;
    this.#setProblem(undefined);
  }

  onClosed(reason: string): void {
    this.#silence.stop();
    this.#setStarting(undefined);
    this.#setProblem(reason);
  }

  onMessage(message: Message): void {
    if (isFromZigbee2Mqtt(message) && this.#silence.stop() === "was expired") this.#setProblem(undefined);
  }

  /** `bridge/state`. A live "online" comes from a start: of a Zigbee2MQTT that was seen before, from a restart. */
  onState(isRunning: boolean, isRetained: boolean): void {
    const isRestart = isRunning && !isRetained && this.#wasSeen;
    this.#wasSeen = true;
    if (isRunning === this.#isRunning && !isRestart) return;
    if (this.problem === undefined) this.#sinceMillis = this.#clock.now();
    this.#isRunning = isRunning;
    this.#setStarting(isRestart ? START_MILLIS : undefined);
    this.#onChange();
  }

  #setStarting(millis: number | undefined): void {
    this.#cancelStart?.();
    this.#cancelStart = undefined;
    if (millis === undefined) return;
    this.#cancelStart = this.#clock.after(millis, () => {
      this.#cancelStart = undefined;
      this.#onChange();
    });
  }

  #setProblem(problem: string | undefined): void {
    if (this.problem === undefined) this.#sinceMillis = this.#clock.now();
    this.#problem = problem;
    this.#onChange();
  }
}

/** Expires where no message at all comes after a connection. */
class SilenceTimer {
  readonly #clock: Clock;
  readonly #onExpired: () => void;
  #state: "stopped" | "running" | "expired" = "stopped";
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, onExpired: () => void) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  get isExpired(): boolean {
    return this.#state === "expired";
  }

  start(): void {
    this.stop();
    this.#state = "running";
    this.#cancel = this.#clock.after(SILENCE_MILLIS, () => {
      this.#state = "expired";
      this.#onExpired();
    });
  }

  stop(): "was expired" | "was not expired" {
    this.#cancel();
    const wasExpired = this.#state === "expired";
    this.#state = "stopped";
    return wasExpired ? "was expired" : "was not expired";
  }
}

const A_SECOND_MILLIS = 1_000;

/** Why nothing can be sent to a Zigbee2MQTT, for people; undefined where it can be sent. */
export function unreachableReason(
  { name, whyReadOnly }: Pick<BridgeAddress, "name" | "whyReadOnly">,
  outage: Outage | undefined,
  nowMillis: number,
): string | undefined {
  if (whyReadOnly !== undefined) return `${name} ${whyReadOnly}`;
  if (!outage) return undefined;
  const howLong = duration(Math.max(A_SECOND_MILLIS, nowMillis - outage.sinceMillis));
  return `Zigbee2MQTT at ${name} has been unreachable for ${howLong}: ${brokerProblem(outage.reason)}`;
}
