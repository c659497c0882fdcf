import type { InterviewState, StandInDevice } from "./devices.ts";
import type { Network } from "./network.ts";
import type { StandInPublisher } from "./publisher.ts";

/** Lets devices into a network for a while, and interviews them. */
export class Joining {
  readonly #network: Network;
  readonly #publisher: StandInPublisher;
  #end: NodeJS.Timeout | undefined;
  /** Undefined while joining is closed. */
  endMillis: number | undefined;

  constructor(network: Network, publisher: StandInPublisher) {
    this.#network = network;
    this.#publisher = publisher;
  }

  open(seconds: number): void {
    this.stop();
    this.endMillis = seconds === 0 ? undefined : Date.now() + seconds * 1000;
    if (seconds > 0) this.#end = setTimeout(() => this.open(0), seconds * 1000).unref();
    this.#publisher.info(this.endMillis);
  }

  stop(): void {
    clearTimeout(this.#end);
  }

  /** A device requests to join; returns whether it was admitted. Its interview may fail, or not finish. */
  let(device: StandInDevice, interview: InterviewState): boolean {
    if (this.endMillis === undefined) return false;
    const named = { friendly_name: device.name, ieee_address: device.ieee };
    this.#interview(device, "PENDING");
    this.#publisher.event("device_joined", named);
    this.#interview(device, "IN_PROGRESS");
    this.#publisher.event("device_interview", { ...named, status: "started" });
    if (interview === "FAILED") {
      this.#interview(device, interview);
      this.#publisher.event("device_interview", { ...named, status: "failed" });
    } else if (interview === "SUCCESSFUL") {
      this.#interview(device, interview);
      this.#publisher.interviewed(device);
      this.#publisher.availability(device);
      const whole = this.#network.stateOf(device.ieee);
      this.#publisher.state(device.name, { whole, change: whole });
    }
    return true;
  }

  #interview(device: StandInDevice, interviewState: InterviewState): void {
    this.#network.add({ ...device, interviewState });
    this.#publisher.devices();
  }
}
