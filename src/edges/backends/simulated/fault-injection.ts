import type { DeviceId } from "../../../core/home/model/ids.ts";
import type { Clock } from "../../../shared/clock.ts";
import { activeFaultsOf } from "./active-faults.ts";
import { type Delays, type Delivery, ORDINARY, ORDINARY_DELIVERY } from "./device-behaviour.ts";
import type { ActiveFault, Happening, RandomFaults } from "./happening.ts";
import type { SimulatedNetwork } from "./network.ts";
import { RandomNetwork } from "./random-network.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

const DELAYS = { latency: "latencyMillis", reportLate: "reportLateMillis" } as const;

export type Outcome = "done" | "not-found" | "not-allowed";

/** Injects faults into a simulated network, and lists those that are active. */
export class FaultInjection {
  readonly #network: SimulatedNetwork;
  readonly #clock: Clock;
  readonly #ordinaryDelays: Delays;
  #random: RandomNetwork | undefined;

  constructor(network: SimulatedNetwork, clock: Clock) {
    this.#network = network;
    this.#clock = clock;
    this.#ordinaryDelays = network.usualDelays;
  }

  list(): readonly ActiveFault[] {
    return activeFaultsOf(this.#network, this.#ordinaryDelays, this.#random?.faults);
  }

  nextDelivery(): Delivery {
    return this.#random?.nextDelivery() ?? ORDINARY_DELIVERY;
  }

  happen(happening: Happening): Outcome {
    switch (happening.kind) {
      case "offline":
        return this.#override(happening.deviceId, (device) => device.goOffline());
      case "online":
        return this.#override(happening.deviceId, (device) => device.comeOnline());
      case "loseNext":
        return this.#change(happening.deviceId, (device) => device.behave({ loseNext: happening.count }));
      case "latency":
        return this.#delay(happening.deviceId, "latencyMillis", happening.millis);
      case "reportLate":
        return this.#delay(happening.deviceId, "reportLateMillis", happening.millis);
      case "undelayed":
        return this.#undelay(happening.deviceId, DELAYS[happening.delay]);
      case "switch":
        return this.#handle(happening.deviceId, (device) => device.switchTo(happening.to));
      case "set":
        return this.#handle(happening.deviceId, (device) => device.setByHand(happening.settings));
      case "random":
        return this.#randomize(happening);
      case "endRandom":
        return this.#endRandom();
      case "calm":
        return this.#calm();
      default:
        return happening satisfies never;
    }
  }

  /** Acts on a device of the home. */
  #handle(deviceId: DeviceId, action: (device: SimulatedDevice) => Outcome): Outcome {
    const device = this.#network.device(deviceId);
    return typeof device === "string" ? device : action(device);
  }

  #change(deviceId: DeviceId, action: (device: SimulatedDevice) => void): Outcome {
    return this.#handle(deviceId, (device) => {
      action(device);
      return "done";
    });
  }

  #override(deviceId: DeviceId, action: (device: SimulatedDevice) => void): Outcome {
    return this.#change(deviceId, (device) => {
      this.#random?.leaveAlone(device);
      action(device);
    });
  }

  /** For `all`, the delay becomes the network's usual delay. */
  #delay(deviceId: DeviceId | "all", delay: keyof Delays, millis: number): Outcome {
    if (deviceId !== "all") {
      const isUsual = millis === this.#network.usualDelays[delay];
      return this.#change(deviceId, (device) => device.behave({ [delay]: isUsual ? undefined : millis }));
    }
    this.#network.usualDelays = { ...this.#network.usualDelays, [delay]: millis };
    for (const device of this.#network.devices()) device.behave({ [delay]: undefined });
    return "done";
  }

  #undelay(deviceId: DeviceId | "all", delay: keyof Delays): Outcome {
    if (deviceId === "all") return this.#delay(deviceId, delay, this.#ordinaryDelays[delay]);
    return this.#change(deviceId, (device) => device.behave({ [delay]: undefined }));
  }

  #randomize(faults: RandomFaults): Outcome {
    this.#random?.stop();
    this.#random = new RandomNetwork(faults, this.#clock, () => this.#network.devices());
    this.#random.start();
    return "done";
  }

  #endRandom(): Outcome {
    this.#random?.stop();
    this.#random = undefined;
    return "done";
  }

  #calm(): Outcome {
    this.#endRandom();
    this.#network.usualDelays = this.#ordinaryDelays;
    for (const device of this.#network.devices()) {
      device.behave(ORDINARY);
      if (!device.isDeclaredOffline) device.comeOnline();
    }
    return "done";
  }
}
