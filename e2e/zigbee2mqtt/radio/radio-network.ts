import type { ChildProcess } from "node:child_process";
import type { LightValues } from "./light-values.ts";
import { type Heard, RadioLink, type Said, type Sent } from "./radio-link.ts";
import { type Meaning, meaningOf } from "./zcl-commands.ts";
import { frameFromDevice, parseZclFrame, type ZclFrame } from "./zcl-frame.ts";
import { zdoAnswer } from "./zdo-answers.ts";
import { type DevicePlan, ZigbeeDevice } from "./zigbee-device.ts";
import { type Member, ZigbeeDevices } from "./zigbee-devices.ts";
import type { Report } from "./zigbee-endpoint.ts";

/** A frame that was sent: to the address of a device and one of its endpoints, or to a group. */
export interface SeenFrame extends Meaning {
  readonly to: string;
  readonly endpoint?: number;
}

interface Answered {
  readonly heard: Heard;
  readonly said: readonly Said[];
}

const REPORT = 0x0a;
const LEAVE = 0x0034;
const FIRST_NETWORK_ADDRESS = 0x1000;

/** The devices within reach of a radio. They keep their state whatever becomes of Zigbee2MQTT. */
export class RadioNetwork {
  /** Every frame that Zigbee2MQTT sent, oldest first; those to a device that is deaf are here too. */
  readonly frames: SeenFrame[] = [];
  readonly #devices = new ZigbeeDevices();
  readonly #coordinator: ZigbeeDevice;
  #joined = 0;
  #link: RadioLink | undefined;
  #lastSequence = 0;

  constructor(coordinatorAddress: string) {
    this.#coordinator = new ZigbeeDevice({ address: coordinatorAddress, model: "coordinator" }, 0);
  }

  attach(process: ChildProcess): void {
    this.#link = new RadioLink(process, (sent) => this.#hear(sent));
  }

  join(plan: DevicePlan): void {
    const device = new ZigbeeDevice(plan, FIRST_NETWORK_ADDRESS + this.#joined);
    this.#joined += 1;
    this.#devices.add(device);
    this.#link?.say([{ kind: "joined", networkAddress: device.networkAddress, ieeeAddr: device.address }]);
  }

  leave(address: string): void {
    const { networkAddress } = this.#devices.remove(address);
    this.#link?.say([{ kind: "left", networkAddress, ieeeAddr: address }]);
  }

  goDeaf(address: string): void {
    this.device(address).isDeaf = true;
  }

  hearAgain(address: string): void {
    this.device(address).isDeaf = false;
  }

  /** Somebody at the lamp, at a wall switch say, changes what it shows; it tells so. */
  report(address: string, values: LightValues, endpointId?: number): void {
    const device = this.device(address);
    const endpoint = device.endpoint(endpointId);
    this.#link?.say(this.#said({ device, endpoint }, endpoint.show(values, { isReportedAlways: true })));
  }

  /** Of every device that is in the network. */
  get addresses(): readonly string[] {
    return this.#devices.addresses;
  }

  /** What a lamp truly shows. */
  shows(address: string, endpointId?: number): LightValues {
    return this.device(address).endpoint(endpointId).shows;
  }

  device(address: string): ZigbeeDevice {
    return this.#devices.get(address);
  }

  #hear(sent: Sent): Answered {
    const bytes = Buffer.from(sent.bytes, "hex");
    if (sent.kind === "zdo") return { heard: this.#hearZdo(sent, bytes), said: [] };
    const frame = parseZclFrame(bytes);
    const meaning = meaningOf(sent.cluster, frame);
    if (sent.kind === "zcl") {
      this.frames.push({ to: this.#devices.addressOf(sent.to), endpoint: sent.endpoint, ...meaning });
      return this.#hearZcl(sent, frame);
    }
    this.frames.push({ to: sent.kind === "group" ? `group ${sent.group}` : "all", ...meaning });
    return { heard: {}, said: sent.kind === "group" ? this.#hearInGroup(sent, frame) : [] };
  }

  #hearZdo({ to, ieeeAddress, cluster }: Sent & { readonly kind: "zdo" }, payload: Buffer): Heard {
    const device = to === 0 ? this.#coordinator : this.#devices.hearing(to, ieeeAddress);
    if (!device) return {};
    if (cluster === LEAVE) this.#devices.remove(device.address);
    return { bytes: zdoAnswer(device, { cluster, payload }).toString("hex") };
  }

  #hearZcl({ to, endpoint: id, cluster }: Sent & { readonly kind: "zcl" }, frame: ZclFrame): Answered {
    const device = this.#devices.hearing(to);
    if (!device) return { heard: { arrived: false }, said: [] };
    const endpoint = device.endpoint(id);
    const { reply, reports } = endpoint.hear(cluster, frame);
    const said = this.#said({ device, endpoint }, reports);
    if (!reply) return { heard: { arrived: true }, said };
    const { sequence, manufacturer } = frame;
    const answer = frameFromDevice({ ...reply, sequence, ...(manufacturer === undefined ? {} : { manufacturer }) });
    return { heard: { arrived: true, bytes: answer.toString("hex") }, said };
  }

  /** Nobody answers what was said to a group, but each tells what it shows then. */
  #hearInGroup({ group, cluster }: Sent & { readonly kind: "group" }, frame: ZclFrame): readonly Said[] {
    return this.#devices
      .membersOf(group)
      .flatMap((member) => this.#said(member, member.endpoint.hear(cluster, frame).reports));
  }

  #said({ device, endpoint }: Member, reports: readonly Report[]): readonly Said[] {
    return reports.map(({ cluster, payload }) => {
      this.#lastSequence = (this.#lastSequence + 1) % 0x100;
      const bytes = frameFromDevice({ isGlobal: true, sequence: this.#lastSequence, command: REPORT, payload });
      const from = device.networkAddress;
      return { kind: "zcl", from, endpoint: endpoint.model.id, cluster, bytes: bytes.toString("hex") };
    });
  }
}
