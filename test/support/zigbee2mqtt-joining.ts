import type { InterviewState, StandInDevice } from "./zigbee2mqtt-devices.ts";
import type { Network } from "./zigbee2mqtt-network.ts";
import type { Speech } from "./zigbee2mqtt-speech.ts";

/** Lets devices into a network for a while, and interviews them. */
export class Joining {
  readonly #network: Network;
  readonly #speech: Speech;
  #end: NodeJS.Timeout | undefined;
  /** Undefined while nobody is let in. */
  endMillis: number | undefined;

  constructor(network: Network, speech: Speech) {
    this.#network = network;
    this.#speech = speech;
  }

  open(seconds: number): void {
    this.stop();
    this.endMillis = seconds === 0 ? undefined : Date.now() + seconds * 1000;
    if (seconds > 0) this.#end = setTimeout(() => this.open(0), seconds * 1000).unref();
    this.#speech.info(this.endMillis);
  }

  stop(): void {
    clearTimeout(this.#end);
  }

  /** A device asks to join; gives whether it was let in. An interview may fail, or get no further. */
  let(device: StandInDevice, interview: InterviewState): boolean {
    if (this.endMillis === undefined) return false;
    const named = { friendly_name: device.name, ieee_address: device.ieee };
    this.#interview(device, "PENDING");
    this.#speech.event("device_joined", named);
    this.#interview(device, "IN_PROGRESS");
    this.#speech.event("device_interview", { ...named, status: "started" });
    if (interview === "FAILED") {
      this.#interview(device, interview);
      this.#speech.event("device_interview", { ...named, status: "failed" });
    } else if (interview === "SUCCESSFUL") {
      this.#interview(device, interview);
      this.#speech.interviewed(device);
      this.#speech.availability(device);
      const whole = this.#network.stateOf(device.ieee);
      this.#speech.state(device.name, { whole, change: whole });
    }
    return true;
  }

  #interview(device: StandInDevice, interviewState: InterviewState): void {
    this.#network.add({ ...device, interviewState });
    this.#speech.devices();
  }
}
