import { isArea } from "../../../core/home/changes/effect-on-state.ts";
import type { BackendContext } from "../backend.ts";
import {
  type ActualState,
  acceptedOf,
  changedState,
  hasParts,
  isAnyOn,
  type StateChange,
  setByHand,
  wholeState,
} from "./actual-state.ts";
import { type Delays, type Delivery, type DeviceBehaviour, ORDINARY } from "./device-behaviour.ts";
import type { HandSettings } from "./happening.ts";
import { Queue } from "./queue.ts";

/** What a simulated device depends on. */
export interface SimulatedDeviceDependencies extends BackendContext {
  readonly usualDelays: () => Delays;
}

/** A device of the simulated network, with an actual state that the home may not show yet. */
export class SimulatedDevice {
  readonly #dependencies: SimulatedDeviceDependencies;
  readonly #commands: Queue;
  readonly #reports: Queue;
  #actualState: ActualState;
  #hasLeft = false;
  #isDeclaredOffline: boolean;
  #seenMillis: number | undefined;
  #behaviour: DeviceBehaviour = ORDINARY;

  constructor(actualState: ActualState, dependencies: SimulatedDeviceDependencies) {
    this.#actualState = actualState;
    this.#dependencies = dependencies;
    this.#isDeclaredOffline = !actualState.device.online;
    this.#commands = new Queue(dependencies.clock);
    this.#reports = new Queue(dependencies.clock);
  }

  get actualState(): ActualState {
    return this.#actualState;
  }

  get isOnline(): boolean {
    return this.#actualState.device.online;
  }

  /** The home had it offline from the start: that is no fault that somebody injected. */
  get isDeclaredOffline(): boolean {
    return this.#isDeclaredOffline && !this.isOnline;
  }

  /** When it was last there, which it is while it is online; undefined for one that never was. */
  get seenMillis(): number | undefined {
    return this.isOnline ? this.#dependencies.clock.now() : this.#seenMillis;
  }

  get behaviour(): DeviceBehaviour {
    return this.#behaviour;
  }

  behave(behaviour: Partial<DeviceBehaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...behaviour };
  }

  /** Delivers a command, which the device obeys after its latency, unless the command is lost. */
  command(command: StateChange, delivery: Delivery): void {
    if (!this.isOnline) return;
    const { loseNext, latencyMillis } = this.#behaviour;
    if (loseNext > 0) this.behave({ loseNext: loseNext - 1 });
    if (loseNext > 0 || delivery.isLost) return;
    const usualMillis = delivery.latencyMillis ?? this.#dependencies.usualDelays().latencyMillis;
    this.#commands.add(latencyMillis ?? usualMillis, () => this.#apply(command));
  }

  /** A person sets the device by hand, which also works while the device is offline. */
  setByHand(settings: HandSettings): "done" | "not-allowed" {
    for (const change of setByHand(this.#actualState, settings)) this.#apply(change);
    return hasParts(this.#actualState) ? "done" : "not-allowed";
  }

  switchTo(to: "on" | "off" | "toggle"): "done" | "not-allowed" {
    return this.setByHand({ on: to === "toggle" ? !isAnyOn(this.#actualState) : to === "on" });
  }

  /** Commands and reports in transit are lost. */
  goOffline(): void {
    if (!this.isOnline) return;
    this.#commands.clear();
    this.#reports.clear();
    this.#seenMillis = this.#dependencies.clock.now();
    this.#reach(false);
  }

  comeOnline(): void {
    if (this.isOnline) return;
    this.#isDeclaredOffline = false;
    this.#reach(true);
    for (const change of wholeState(this.#actualState)) this.#report(change);
  }

  /** The home removed the device: it reports nothing any more. */
  leave(): void {
    this.#hasLeft = true;
    this.#commands.clear();
    this.#reports.clear();
  }

  #apply(command: StateChange): void {
    const accepted = acceptedOf(this.#actualState, command);
    if (!accepted) return;
    this.#actualState = changedState(this.#actualState, accepted);
    this.#report(accepted);
  }

  #reach(online: boolean): void {
    const { device } = this.#actualState;
    this.#actualState = { ...this.#actualState, device: { ...device, online } };
    if (!this.#hasLeft) this.#dependencies.report({ kind: "deviceReached", deviceId: device.id, online });
  }

  #report(change: StateChange): void {
    if (!this.isOnline || this.#hasLeft) return;
    const millis = this.#behaviour.reportLateMillis ?? this.#dependencies.usualDelays().reportLateMillis;
    this.#reports.runOrAdd(millis, () => this.#dependencies.report(this.#possible(change)));
  }

  /** A room can be removed while a sync box still has it as its area. */
  #possible(change: StateChange): StateChange {
    if (change.kind !== "syncBoxChanged" || isArea(this.#dependencies.home, change.state.areaId)) return change;
    return { ...change, state: { ...change.state, areaId: null } };
  }
}
