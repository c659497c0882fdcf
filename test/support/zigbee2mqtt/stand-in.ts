import { CommandExecutor, parseCommand } from "./commands.ts";
import { aBulb, type InterviewState, type StandInDevice, type StandInGroup } from "./devices.ts";
import { Joining } from "./joining.ts";
import { Line } from "./line.ts";
import type { State } from "./models.ts";
import { Network } from "./network.ts";
import { StandInPublisher } from "./publisher.ts";
import { Requests } from "./requests.ts";
import { MARK } from "./settling.ts";
import { onlineText, type Style, USUAL_STYLE } from "./style.ts";

export interface StandInOptions {
  readonly url: string;
  readonly base?: string;
  readonly devices?: readonly StandInDevice[];
  readonly groups?: readonly StandInGroup[];
  readonly style?: Partial<Style>;
}

/** A received command or request, the topic without the base. */
export interface Asked {
  readonly topic: string;
  readonly payload: string;
}

/** A stand-in that publishes and responds as Zigbee2MQTT does, on a real broker, with simulated lamps. */
export class StandInZigbee2Mqtt {
  readonly base: string;
  readonly network: Network;
  readonly publisher: StandInPublisher;
  /** Every set, get and request that arrived. */
  readonly asked: Asked[] = [];
  readonly #line: Line;
  readonly #style: Style;
  readonly #executor: CommandExecutor;
  readonly #requests: Requests;
  readonly #joining: Joining;

  private constructor(line: Line, { base = "zigbee2mqtt", devices = [], groups = [], style }: StandInOptions) {
    this.#line = line;
    this.base = base;
    this.#style = { ...USUAL_STYLE, ...style };
    this.network = new Network(devices, groups);
    this.publisher = new StandInPublisher(this.#style, this.network, (...said) => line.publish(...said));
    this.#executor = new CommandExecutor(this.network, this.publisher);
    this.#joining = new Joining(this.network, this.publisher);
    this.#requests = new Requests(this.network, this.publisher, {
      permitJoin: (seconds) => this.permitJoin(seconds),
      rename: ({ ieee }, to) => this.rename(ieee, to),
    });
  }

  static async start(options: StandInOptions): Promise<StandInZigbee2Mqtt> {
    const { url, base = "zigbee2mqtt", style } = options;
    const payload = Buffer.from(onlineText({ ...USUAL_STYLE, ...style }, false));
    const line = await Line.open(url, base, { topic: `${base}/bridge/state`, payload, qos: 1, retain: true });
    const standIn = new StandInZigbee2Mqtt(line, options);
    await line.listen(
      (topic, text) => standIn.#hear(topic, text),
      () => standIn.#sayAll(),
    );
    standIn.#sayAll();
    await standIn.settle();
    return standIn;
  }

  /** An orderly stop: it publishes that itself. */
  async stop(): Promise<void> {
    this.#joining.stop();
    this.publisher.bridgeState(false);
    await this.#line.close();
  }

  /** As a loss of power would. */
  async crash(): Promise<void> {
    this.#joining.stop();
    await this.#line.cut();
  }

  settle(): Promise<void> {
    return this.#line.settle();
  }

  stateOf(ieee: string): State {
    return this.network.stateOf(ieee);
  }

  /** The commands and requests whose topics end so. */
  askedOf(ending: string): readonly Asked[] {
    return this.asked.filter(({ topic }) => topic.endsWith(ending));
  }

  /** A lamp changes by itself or by a hand. */
  change(ieee: string, change: State): void {
    if (!this.network.deaf.has(ieee)) this.#executor.change(this.#device(ieee), change);
  }

  wallSwitch(ieee: string, on: boolean, endpoint?: string): void {
    this.change(ieee, { [endpoint === undefined ? "state" : `state_${endpoint}`]: on ? "ON" : "OFF" });
  }

  /** Zigbee2MQTT reads the state of a device that comes back. */
  setReachable(ieee: string, isReachable: boolean): void {
    const device = this.#device(ieee);
    if (isReachable) this.network.deaf.delete(ieee);
    else this.network.deaf.add(ieee);
    this.publisher.availability(device);
    const whole = this.network.stateOf(ieee);
    if (isReachable) this.publisher.state(device.name, { whole, change: whole });
  }

  permitJoin(seconds: number): void {
    this.#joining.open(seconds);
  }

  /** Returns whether the device was admitted. */
  join(device = aBulb(), interview: InterviewState = "SUCCESSFUL"): boolean {
    return this.#joining.let(device, interview);
  }

  leave(ieee: string): void {
    const { name } = this.#device(ieee);
    this.network.remove(ieee);
    this.publisher.groups();
    this.publisher.devices();
    this.publisher.event("device_leave", { ieee_address: ieee, friendly_name: name });
  }

  rename(ieee: string, to: string): void {
    const device = this.#device(ieee);
    const renamed = { ...device, name: to };
    this.network.devices.set(ieee, renamed);
    this.publisher.silence(device.name);
    this.publisher.devices();
    this.publisher.info(this.#joining.endMillis);
    this.publisher.availability(renamed);
    this.publisher.state(to, { whole: this.network.stateOf(ieee), change: {} });
  }

  /** A property of a device is reported that was not reported before. */
  replace(device: StandInDevice): void {
    this.network.devices.set(device.ieee, device);
    this.publisher.devices();
  }

  setGroup(group: StandInGroup): void {
    this.network.groups.set(group.id, group);
    this.publisher.groups();
  }

  /** Publishes whatever a test wants. */
  publishRaw(topic: string, payload: string | Buffer, { retain = false } = {}): void {
    this.#line.publish(topic, payload, { retain });
  }

  /** As at its start. */
  #sayAll(): void {
    this.publisher.bridgeState(true);
    this.publisher.info(this.#joining.endMillis);
    this.publisher.devices();
    this.publisher.groups();
    if (this.#style.isTalkative) this.publisher.smallTalk();
    for (const device of this.network.devices.values()) {
      this.publisher.availability(device);
      const whole = this.network.stateOf(device.ieee);
      if (this.#style.cacheState) this.publisher.state(device.name, { whole, change: whole });
    }
  }

  #hear(topic: string, payload: string): void {
    const request = /^bridge\/request\/(.+)$/.exec(topic)?.[1];
    const order = parseCommand(topic, payload);
    if (request !== undefined || order) this.asked.push({ topic, payload });
    if (topic === MARK.topic) this.#line.publish(MARK.answer, payload);
    else if (request !== undefined) this.#requests.answer(request, payload);
    else if (order) this.#executor.follow(order);
  }

  #device(ieee: string): StandInDevice {
    const device = this.network.devices.get(ieee);
    if (!device) throw new Error(`${ieee} is not in this network`);
    return device;
  }
}
