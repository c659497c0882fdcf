import { isArea } from "../../home/changes/effect-on-state.ts";
import type { BackendContext } from "../backend.ts";
import { type Delays, type Fate, type Habits, ORDINARY } from "./habits.ts";
import type { HandSettings } from "./happening.ts";
import { Queue } from "./queue.ts";
import {
  changedTruth,
  hasParts,
  isAnyOn,
  type StateChange,
  setByHand,
  type Truth,
  takenOf,
  wholeState,
} from "./truth.ts";

/** What a device has around it. */
export interface Surroundings extends BackendContext {
  readonly usualDelays: () => Delays;
}

/** A device of the simulated network, with a mind of its own: it knows what it truly shows. */
export class SimulatedDevice {
  readonly #surroundings: Surroundings;
  readonly #commands: Queue;
  readonly #reports: Queue;
  #truth: Truth;
  #hasLeft = false;
  #habits: Habits = ORDINARY;

  constructor(truth: Truth, surroundings: Surroundings) {
    this.#truth = truth;
    this.#surroundings = surroundings;
    this.#commands = new Queue(surroundings.clock);
    this.#reports = new Queue(surroundings.clock);
  }

  get truth(): Truth {
    return this.#truth;
  }

  get isOnline(): boolean {
    return this.#truth.device.online;
  }

  get habits(): Habits {
    return this.#habits;
  }

  behave(habits: Partial<Habits>): void {
    this.#habits = { ...this.#habits, ...habits };
  }

  /** Gets a command and obeys in a while, unless the command is lost. */
  command(wish: StateChange, fate: Fate): void {
    if (!this.isOnline) return;
    const { loseNext, latencyMillis } = this.#habits;
    if (loseNext > 0) this.behave({ loseNext: loseNext - 1 });
    if (loseNext > 0 || fate.isLost) return;
    const usualMillis = fate.latencyMillis ?? this.#surroundings.usualDelays().latencyMillis;
    this.#commands.add(latencyMillis ?? usualMillis, () => this.#take(wish));
  }

  /** Somebody sets it at the device itself, which also works while the network is out of its reach. */
  setByHand(settings: HandSettings): "done" | "not-allowed" {
    for (const change of setByHand(this.#truth, settings)) this.#take(change);
    return hasParts(this.#truth) ? "done" : "not-allowed";
  }

  switchTo(to: "on" | "off" | "toggle"): "done" | "not-allowed" {
    return this.setByHand({ on: to === "toggle" ? !isAnyOn(this.#truth) : to === "on" });
  }

  /** What is on its way to it or from it is lost. */
  goOffline(): void {
    if (!this.isOnline) return;
    this.#commands.clear();
    this.#reports.clear();
    this.#reach(false);
  }

  comeOnline(): void {
    if (this.isOnline) return;
    this.#reach(true);
    for (const change of wholeState(this.#truth)) this.#tell(change);
  }

  /** The home has it no more: it falls silent. */
  leave(): void {
    this.#hasLeft = true;
    this.#commands.clear();
    this.#reports.clear();
  }

  #take(wish: StateChange): void {
    const taken = takenOf(this.#truth, wish);
    if (!taken) return;
    this.#truth = changedTruth(this.#truth, taken);
    this.#tell(taken);
  }

  #reach(online: boolean): void {
    const { device } = this.#truth;
    this.#truth = { ...this.#truth, device: { ...device, online } };
    if (!this.#hasLeft) this.#surroundings.report({ kind: "deviceReached", deviceId: device.id, online });
  }

  #tell(change: StateChange): void {
    if (!this.isOnline || this.#hasLeft) return;
    const millis = this.#habits.reportLateMillis ?? this.#surroundings.usualDelays().reportLateMillis;
    this.#reports.add(millis, () => this.#surroundings.report(this.#possible(change)));
  }

  /** A room can go while a box still names it for its area. */
  #possible(change: StateChange): StateChange {
    if (change.kind !== "syncBoxChanged" || isArea(this.#surroundings.home, change.state.areaId)) return change;
    return { ...change, state: { ...change.state, areaId: null } };
  }
}
