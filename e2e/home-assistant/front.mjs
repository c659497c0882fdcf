// A front of a fleet of two gateways, of which one has the demo home, in the same hands as a gateway.
import { ServedFleet } from "../support/served-fleet.mjs";

/** The gateway that has the lamp. */
const GATEWAY = "Home";

export class Front {
  name = "through a front";
  #fleet;

  constructor(folder) {
    this.#fleet = new ServedFleet(folder);
  }

  get ports() {
    return this.#fleet.ports;
  }

  start() {
    return this.#fleet.start();
  }

  stop() {
    return this.#fleet.stop();
  }

  /** What may go away and come back. */
  get outages() {
    const fleet = this.#fleet;
    return [
      { of: "the front", end: () => fleet.stopFront(), mend: () => fleet.startFront() },
      { of: "the gateway", end: () => fleet.stopGateway(GATEWAY), mend: () => fleet.startGateway(GATEWAY) },
    ];
  }

  async turnWallSwitch(lamp, position) {
    await this.#fleet.luxgate("sim", "switch", lamp, position);
  }

  async set(lamp, ...words) {
    await this.#fleet.fleet("set", lamp, ...words);
  }

  async light(id) {
    return (await (await fetch(`${this.#fleet.url}/clip/v2/resource/light/${id}`)).json()).data.obj;
  }

  key() {
    return this.#fleet.key("luxgate#home-assistant");
  }
}
