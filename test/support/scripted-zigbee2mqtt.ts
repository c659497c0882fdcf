import type { ManualClock } from "./manual-clock.ts";
import { type Published, ScriptedBridge } from "./scripted-bridge.ts";
import type { StandInDevice, StandInGroup } from "./zigbee2mqtt-devices.ts";
import { Network } from "./zigbee2mqtt-network.ts";
import { Obedience, orderIn } from "./zigbee2mqtt-orders.ts";
import { Requests } from "./zigbee2mqtt-requests.ts";
import { Speech } from "./zigbee2mqtt-speech.ts";
import { type Style, USUAL_STYLE } from "./zigbee2mqtt-style.ts";

/** What becomes of requests and of their answers. */
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

/** The stand-in for Zigbee2MQTT behind a bridge without a network: it hears at once, and answers as a test wants. */
export class ScriptedZigbee2Mqtt {
  readonly bridge: ScriptedBridge;
  readonly network: Network;
  readonly speech: Speech;
  manner: Manner = "at once";
  readonly #clock: ManualClock;
  readonly #requests: Requests;
  readonly #obedience: Obedience;
  #joiningUntilMillis = 0;
  #shutJoining: () => void = () => undefined;

  constructor({ clock, devices = [], groups = [], style, name }: Options) {
    this.#clock = clock;
    this.bridge = new ScriptedBridge(name === undefined ? {} : { name });
    this.network = new Network(devices, groups);
    this.speech = new Speech({ ...USUAL_STYLE, ...style }, this.network, (topic, payload, manner) =>
      this.#say(topic, payload, manner?.retain ?? false),
    );
    this.#obedience = new Obedience(this.network, this.speech);
    this.#requests = new Requests(this.network, this.speech, {
      permitJoin: (seconds) => this.#permitJoin(seconds),
      rename: (device, to) => this.#rename(device, to),
    });
    this.bridge.onPublished = (published) => queueMicrotask(() => this.#hear(published));
  }

  get isJoiningOpen(): boolean {
    return this.#clock.now() < this.#joiningUntilMillis;
  }

  get deviceNames(): readonly string[] {
    return [...this.network.devices.values()].map(({ name }) => name).sort();
  }

  /** It runs, at a broker that can be reached, and has said all. */
  come(): void {
    this.manner = "at once";
    this.bridge.close();
    this.#say("bridge/state", JSON.stringify({ state: "online" }), true);
    this.speech.info(this.isJoiningOpen ? this.#joiningUntilMillis : undefined);
    this.speech.devices();
    this.speech.groups();
    this.bridge.open();
    for (const device of this.network.devices.values()) this.#sayState(device);
  }

  #hear({ topic, payload }: Published): void {
    const request = /^bridge\/request\/(.+)$/.exec(topic)?.[1];
    const text = JSON.stringify(payload);
    const order = orderIn(topic, text);
    if (request !== undefined) this.#hearRequest(request, text);
    else if (order) this.#obedience.follow(order);
  }

  #hearRequest(request: string, text: string): void {
    if (this.manner.startsWith("the broker goes") && this.manner !== "the broker goes after") {
      this.bridge.close("the broker is gone");
    }
    if (this.manner !== "unheard" && this.manner !== "the broker goes before") this.#requests.answer(request, text);
  }

  #say(topic: string, payload: string, retain: boolean): void {
    if (topic.startsWith("bridge/response/")) this.#answer(topic, payload);
    else if (retain) this.bridge.keep(topic, payload);
    else this.bridge.say(topic, payload);
  }

  #answer(topic: string, payload: string): void {
    const { transaction, ...answer } = JSON.parse(payload);
    const say = (words: unknown) => this.bridge.say(topic, words);
    switch (this.manner) {
      case "late":
      case "too late":
        this.#clock.after(this.manner === "late" ? LATE_MILLIS : TOO_LATE_MILLIS, () => say(payload));
        break;
      case "twice":
        say(payload);
        for (const status of ["ok", "error"]) say({ data: {}, status, error: "the second time", transaction });
        break;
      case "after answers to others":
        for (const other of [{}, { transaction: "theirs" }, { transaction: 7 }, { transaction: `${transaction}x` }]) {
          for (const status of ["ok", "error"]) say({ ...answer, status, error: "theirs", ...other });
        }
        say(payload);
        break;
      case "after garbage":
        for (const garbage of ["", "{", "null", "[]", '"ok"', Buffer.from([0xff, 0]), transaction]) say(garbage);
        say(payload);
        break;
      case "unclear":
        say({ transaction, status: "perhaps" });
        break;
      case "the broker goes after":
        this.bridge.close("the broker is gone");
        break;
      case "it goes after":
        this.bridge.keep("bridge/state", { state: "offline" });
        break;
      case "never":
        break;
      default:
        say(payload);
    }
  }

  #permitJoin(seconds: number): void {
    this.#shutJoining();
    this.#joiningUntilMillis = this.#clock.now() + seconds * 1_000;
    this.speech.info(seconds > 0 ? this.#joiningUntilMillis : undefined);
    this.#shutJoining =
      seconds > 0 ? this.#clock.after(seconds * 1_000, () => this.speech.info(undefined)) : () => true;
  }

  #rename(device: StandInDevice, to: string): void {
    const renamed = { ...device, name: to };
    this.network.devices.set(device.ieee, renamed);
    this.speech.silence(device.name);
    this.speech.devices();
    this.#sayState(renamed);
  }

  #sayState(device: StandInDevice): void {
    this.speech.availability(device);
    const whole = this.network.stateOf(device.ieee);
    this.speech.state(device.name, { whole, change: whole });
  }
}
