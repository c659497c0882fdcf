import type { Clock } from "../../../../home/clock.ts";
import { isFromZigbee2Mqtt } from "../protocol/parse-state.ts";
import { Silence } from "./silence.ts";
import type { Message } from "./transport.ts";

/** So long after it came, Zigbee2MQTT hears questions, and has said what it remembers of its devices. */
const STARTS_MILLIS = 5_000;

/** A Zigbee2MQTT that cannot be reached. */
export interface Outage {
  readonly trouble: string;
  readonly sinceMillis: number;
}

export interface BridgeStatusOptions {
  readonly base: string;
  readonly clock: Clock;
  readonly onOther: () => void;
  /** Nothing is said: to be told where somebody else speaks, if anybody does. */
  readonly onSilence: (tell: (bases: readonly string[]) => void) => void;
}

const whereInstead = (bases: readonly string[]): string =>
  bases.length === 0
    ? "is that the base topic?"
    : `there is a Zigbee2MQTT below ${bases.join(", ")}; put that behind the broker's address`;

/** Whether a Zigbee2MQTT can be reached, and whether it runs. */
export class BridgeStatus {
  readonly #clock: Clock;
  readonly #onOther: () => void;
  readonly #silence: Silence;
  /** Why it cannot be reached. */
  #trouble: string | undefined = "it was not reached yet";
  /** Since when it cannot be reached; counts only while it cannot. */
  #sinceMillis: number;
  #isRunning: boolean | undefined;
  #wasThere = false;
  #callOffStart: (() => void) | undefined;

  constructor({ base, clock, onOther, onSilence }: BridgeStatusOptions) {
    this.#clock = clock;
    this.#sinceMillis = clock.now();
    this.#onOther = onOther;
    this.#silence = new Silence(clock, () =>
      onSilence((bases) => {
        if (this.#silence.isLong) this.#become(`nothing is said below ${base}/: ${whereInstead(bases)}`);
      }),
    );
  }

  get trouble(): string | undefined {
    return this.#trouble ?? (this.#isRunning === false ? "Zigbee2MQTT is not running" : undefined);
  }

  /** Why it cannot be reached, and since when. */
  get away(): Outage | undefined {
    const { trouble } = this;
    return trouble === undefined ? undefined : { trouble, sinceMillis: this.#sinceMillis };
  }

  /** It has just come back: what it says of devices is what it remembers of them, and questions are not heard yet. */
  get isStarting(): boolean {
    return this.#callOffStart !== undefined;
  }

  opened(): void {
    this.#silence.begin();
    this.#isRunning = undefined;
    this.#become(undefined);
  }

  closed(reason: string): void {
    this.#silence.end();
    this.#start(undefined);
    this.#become(reason);
  }

  heard(message: Message): void {
    if (isFromZigbee2Mqtt(message) && this.#silence.end() === "was long") this.#become(undefined);
  }

  /** What is said live it says as it comes; one that was there before has come back. */
  heardRunning(isRunning: boolean, isRetained: boolean): void {
    const isBack = isRunning && !isRetained && this.#wasThere;
    this.#wasThere = true;
    if (isRunning === this.#isRunning && !isBack) return;
    if (this.trouble === undefined) this.#sinceMillis = this.#clock.now();
    this.#isRunning = isRunning;
    this.#start(isBack ? STARTS_MILLIS : undefined);
    this.#onOther();
  }

  #start(millis: number | undefined): void {
    this.#callOffStart?.();
    this.#callOffStart = undefined;
    if (millis === undefined) return;
    this.#callOffStart = this.#clock.after(millis, () => {
      this.#callOffStart = undefined;
      this.#onOther();
    });
  }

  #become(trouble: string | undefined): void {
    if (this.trouble === undefined) this.#sinceMillis = this.#clock.now();
    this.#trouble = trouble;
    this.#onOther();
  }
}
