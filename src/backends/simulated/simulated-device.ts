import { isArea } from "../../home/changes/effect-on-state.ts";
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

/** What a device has around it. */
export interface SimulatedDeviceDependencies extends BackendContext {
  readonly usualDelays: () => Delays;
}

/** A device of the simulated network, with a mind of its own: it knows what it truly shows. */
export class SimulatedDevice {
  readonly #dependencies: SimulatedDeviceDependencies;
  readonly #commands: Queue;
  readonly #reports: Queue;
  #actualState: ActualState;
  #hasLeft = false;
  #behaviour: DeviceBehaviour = ORDINARY;

  constructor(actualState: ActualState, dependencies: SimulatedDeviceDependencies) {
    this.#actualState = actualState;
    this.#dependencies = dependencies;
    this.#commands = new Queue(dependencies.clock);
    this.#reports = new Queue(dependencies.clock);
  }

  get actualState(): ActualState {
    return this.#actualState;
  }

  get isOnline(): boolean {
    return this.#actualState.device.online;
  }

  get behaviour(): DeviceBehaviour {
    return this.#behaviour;
  }

  behave(behaviour: Partial<DeviceBehaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...behaviour };
  }

  /** Gets a command and obeys in a while, unless the command is lost. */
  command(command: StateChange, delivery: Delivery): void {
    if (!this.isOnline) return;
    const { loseNext, latencyMillis } = this.#behaviour;
    if (loseNext > 0) this.behave({ loseNext: loseNext - 1 });
    if (loseNext > 0 || delivery.isLost) return;
    const usualMillis = delivery.latencyMillis ?? this.#dependencies.usualDelays().latencyMillis;
    this.#commands.add(latencyMillis ?? usualMillis, () => this.#take(command));
  }

  /** Somebody sets it at the device itself, which also works while the network is out of its reach. */
  setByHand(settings: HandSettings): "done" | "not-allowed" {
    for (const change of setByHand(this.#actualState, settings)) this.#take(change);
    return hasParts(this.#actualState) ? "done" : "not-allowed";
  }

  switchTo(to: "on" | "off" | "toggle"): "done" | "not-allowed" {
    return this.setByHand({ on: to === "toggle" ? !isAnyOn(this.#actualState) : to === "on" });
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
    for (const change of wholeState(this.#actualState)) this.#report(change);
  }

  /** The home has it no more: it falls silent. */
  leave(): void {
    this.#hasLeft = true;
    this.#commands.clear();
    this.#reports.clear();
  }

  #take(command: StateChange): void {
    const taken = acceptedOf(this.#actualState, command);
    if (!taken) return;
    this.#actualState = changedState(this.#actualState, taken);
    this.#report(taken);
  }

  #reach(online: boolean): void {
    const { device } = this.#actualState;
    this.#actualState = { ...this.#actualState, device: { ...device, online } };
    if (!this.#hasLeft) this.#dependencies.report({ kind: "deviceReached", deviceId: device.id, online });
  }

  #report(change: StateChange): void {
    if (!this.isOnline || this.#hasLeft) return;
    const millis = this.#behaviour.reportLateMillis ?? this.#dependencies.usualDelays().reportLateMillis;
    this.#reports.add(millis, () => this.#dependencies.report(this.#possible(change)));
  }

  /** A room can go while a box still names it for its area. */
  #possible(change: StateChange): StateChange {
    if (change.kind !== "syncBoxChanged" || isArea(this.#dependencies.home, change.state.areaId)) return change;
    return { ...change, state: { ...change.state, areaId: null } };
  }
}
