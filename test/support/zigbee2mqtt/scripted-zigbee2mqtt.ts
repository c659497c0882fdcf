import type { ManualClock } from "../gateway/manual-clock.ts";
import { CommandExecutor, parseCommand } from "./commands.ts";
import type { StandInDevice, StandInGroup } from "./devices.ts";
import { Network } from "./network.ts";
import { StandInPublisher } from "./publisher.ts";
import { Requests } from "./requests.ts";
import { type Published, ScriptedBridge } from "./scripted-bridge.ts";
import { type Style, USUAL_STYLE } from "./style.ts";

/** What happens to requests and their responses. */
export const MANNERS = [
  "at once",
  "late",
  "too late",
  "twice",
  "after answers to others",
  "after garbage",
  "unclear",
  "never",
  "unheard",
  "the broker goes before",
  "the broker goes midway",
  "the broker goes after",
  "it goes after",
] as const;
export type Manner = (typeof MANNERS)[number];

const LATE_MILLIS = 9_000;
const TOO_LATE_MILLIS = 35_000;

interface Options {
  readonly clock: ManualClock;
  readonly devices?: readonly StandInDevice[];
  readonly groups?: readonly StandInGroup[];
  readonly style?: Partial<Style>;
  readonly name?: string;
}

/**
 * The stand-in for Zigbee2MQTT behind a bridge without a network: it receives at once, and responds as a test wants.
 */
export class ScriptedZigbee2Mqtt {
  readonly bridge: ScriptedBridge;
  readonly network: Network;
  readonly publisher: StandInPublisher;
  manner: Manner = "at once";
  readonly #clock: ManualClock;
  readonly #requests: Requests;
  readonly #executor: CommandExecutor;
  #joiningUntilMillis = 0;
  #shutJoining: () => void = () => undefined;

  constructor({ clock, devices = [], groups = [], style, name }: Options) {
    this.#clock = clock;
    this.bridge = new ScriptedBridge(name === undefined ? {} : { name });
    this.network = new Network(devices, groups);
    this.publisher = new StandInPublisher({ ...USUAL_STYLE, ...style }, this.network, (topic, payload, manner) =>
      this.#publish(topic, payload, manner?.retain ?? false),
    );
    this.#executor = new CommandExecutor(this.network, this.publisher);
    this.#requests = new Requests(this.network, this.publisher, {
      permitJoin: (seconds) => this.#permitJoin(seconds),
      rename: (device, to) => this.#rename(device, to),
    });
    this.bridge.onPublished = (published) => queueMicrotask(() => this.#onPublished(published));
  }

  get isJoiningOpen(): boolean {
    return this.#clock.now() < this.#joiningUntilMillis;
  }

  get deviceNames(): readonly string[] {
    return [...this.network.devices.values()].map(({ name }) => name).sort();
  }

  /** Zigbee2MQTT starts, at a broker that is reachable, and publishes all lists and states. */
  come(): void {
    this.manner = "at once";
    this.bridge.close();
    this.#publish("bridge/state", JSON.stringify({ state: "online" }), true);
    this.publisher.info(this.isJoiningOpen ? this.#joiningUntilMillis : undefined);
    this.publisher.devices();
    this.publisher.groups();
    this.bridge.open();
    for (const device of this.network.devices.values()) this.#publishState(device);
  }

  #onPublished({ topic, payload }: Published): void {
    const request = /^bridge\/request\/(.+)$/.exec(topic)?.[1];
    const text = JSON.stringify(payload);
    const order = parseCommand(topic, text);
    if (request !== undefined) this.#onRequest(request, text);
    else if (order) this.#executor.follow(order);
  }

  #onRequest(request: string, text: string): void {
    if (this.manner.startsWith("the broker goes") && this.manner !== "the broker goes after") {
      this.bridge.close("the broker is gone");
    }
    if (this.manner !== "unheard" && this.manner !== "the broker goes before") this.#requests.answer(request, text);
  }

  #publish(topic: string, payload: string, retain: boolean): void {
    if (topic.startsWith("bridge/response/")) this.#respond(topic, payload);
    else if (retain) this.bridge.retain(topic, payload);
    else this.bridge.deliver(topic, payload);
  }

  #respond(topic: string, payload: string): void {
    const { transaction, ...answer } = JSON.parse(payload);
    const respond = (payload: unknown) => this.bridge.deliver(topic, payload);
    switch (this.manner) {
      case "late":
      case "too late":
        this.#clock.after(this.manner === "late" ? LATE_MILLIS : TOO_LATE_MILLIS, () => respond(payload));
        break;
      case "twice":
        respond(payload);
        for (const status of ["ok", "error"]) respond({ data: {}, status, error: "the second time", transaction });
        break;
      case "after answers to others":
        for (const other of [{}, { transaction: "theirs" }, { transaction: 7 }, { transaction: `${transaction}x` }]) {
          for (const status of ["ok", "error"]) respond({ ...answer, status, error: "theirs", ...other });
        }
        respond(payload);
        break;
      case "after garbage":
        for (const garbage of ["", "{", "null", "[]", '"ok"', Buffer.from([0xff, 0]), transaction]) respond(garbage);
        respond(payload);
        break;
      case "unclear":
        respond({ transaction, status: "perhaps" });
        break;
      case "the broker goes after":
        this.bridge.close("the broker is gone");
        break;
      case "it goes after":
        this.bridge.retain("bridge/state", { state: "offline" });
        break;
      case "never":
        break;
      default:
        respond(payload);
    }
  }

  #permitJoin(seconds: number): void {
    this.#shutJoining();
    this.#joiningUntilMillis = this.#clock.now() + seconds * 1_000;
    this.publisher.info(seconds > 0 ? this.#joiningUntilMillis : undefined);
    this.#shutJoining =
      seconds > 0 ? this.#clock.after(seconds * 1_000, () => this.publisher.info(undefined)) : () => true;
  }

  #rename(device: StandInDevice, to: string): void {
    const renamed = { ...device, name: to };
    this.network.devices.set(device.ieee, renamed);
    this.publisher.silence(device.name);
    this.publisher.devices();
    this.#publishState(renamed);
  }

  #publishState(device: StandInDevice): void {
    this.publisher.availability(device);
    const whole = this.network.stateOf(device.ieee);
    this.publisher.state(device.name, { whole, change: whole });
  }
}
