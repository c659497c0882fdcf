import type { Clock } from "../../../shared/clock.ts";
import type { Delivery } from "./device-behaviour.ts";
import type { RandomFaults } from "./happening.ts";
import { between, type RandomSource, seededRandom } from "./seeded-random.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

const MINUTE_MILLIS = 60_000;
const SHORTEST_DROP_MILLIS = 10_000;
const LONGEST_DROP_MILLIS = 120_000;

/** Random faults of a network. Commands and drops draw from two sources, so that neither disturbs the other. */
export class RandomNetwork {
  readonly faults: RandomFaults;
  readonly #clock: Clock;
  readonly #devices: () => readonly SimulatedDevice[];
  readonly #commandRandom: RandomSource;
  readonly #dropRandom: RandomSource;
  /** Cancels the return of each device that dropped off. */
  readonly #returns = new Map<SimulatedDevice, () => void>();
  #cancel: (() => void) | undefined;

  constructor(faults: RandomFaults, clock: Clock, devices: () => readonly SimulatedDevice[]) {
    this.faults = faults;
    this.#clock = clock;
    this.#devices = devices;
    this.#commandRandom = seededRandom(faults.seed);
    this.#dropRandom = seededRandom(~faults.seed);
  }

  start(): void {
    if (this.faults.dropPercent > 0) this.#awaitMinute();
  }

  /** Draws the same number of times for each command, so that one fault does not shift the others. */
  nextDelivery(): Delivery {
    const { losePercent, latencyMillis: range } = this.faults;
    const isLost = this.#commandRandom() * 100 < losePercent;
    const share = this.#commandRandom();
    return { isLost, latencyMillis: range ? Math.round(between(range.from, range.to, share)) : undefined };
  }

  /** A person sets the device online or offline, so the random return is cancelled. */
  leaveAlone(device: SimulatedDevice): void {
    this.#returns.get(device)?.();
    this.#returns.delete(device);
  }

  /** Ends all random faults; devices that dropped off come back. */
  stop(): void {
    this.#cancel?.();
    for (const [device, cancel] of this.#returns) {
      cancel();
      device.comeOnline();
    }
    this.#returns.clear();
  }

  #awaitMinute(): void {
    this.#cancel = this.#clock.after(MINUTE_MILLIS / this.faults.speed, () => {
      this.#awaitMinute();
      for (const device of this.#devices()) this.#maybeDrop(device);
    });
  }

  #maybeDrop(device: SimulatedDevice): void {
    const isDropped = this.#dropRandom() * 100 < this.faults.dropPercent;
    const millis = between(SHORTEST_DROP_MILLIS, LONGEST_DROP_MILLIS, this.#dropRandom()) / this.faults.speed;
    if (!isDropped || !device.isOnline) return;
    device.goOffline();
    this.#returns.set(
      device,
      this.#clock.after(millis, () => {
        this.#returns.delete(device);
        device.comeOnline();
      }),
    );
  }
}
