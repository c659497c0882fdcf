import type { Clock } from "../../home/clock.ts";
import {
  announcedIn,
  type BridgeInfo,
  isOnlineIn,
  type Refusal,
  readInfo,
  recallIn,
  refusalIn,
} from "./bridge-words.ts";
import type { DeviceEntry } from "./device-entry.ts";
import type { DeviceList } from "./device-list.ts";
import type { GroupEntry, GroupList } from "./group-list.ts";
import type { JsonObject } from "./json.ts";
import { KeptWords } from "./kept-words.ts";
import { Lists } from "./lists.ts";
import type { Problems } from "./problems.ts";
import { Silence } from "./silence.ts";
import { toldIn } from "./told.ts";
import type { BridgeAddress, Message, Transport } from "./transport.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** Who is told what a bridge brings. */
export interface BridgeListener {
  /** All that is kept is said anew. */
  onOpened(bridge: Bridge): void;
  /** It can be reached, or no longer; it runs, or no longer. */
  onReach(bridge: Bridge): void;
  /** Its devices or groups are listed. */
  onLists(bridge: Bridge): void;
  onInfo(bridge: Bridge): void;
  onState(bridge: Bridge, device: DeviceEntry, told: Told): void;
  onAvailability(bridge: Bridge, device: DeviceEntry): void;
  /** A device has its power again. */
  onAnnounced(bridge: Bridge, device: DeviceEntry): void;
  /** A group was told to show a scene, by whomever. */
  onRecall(bridge: Bridge, group: GroupEntry, sceneNumber: number): void;
  onNote(bridge: Bridge, group: string, payload: Uint8Array): void;
  onHeldNote(light: string, payload: Uint8Array): void;
  onRefusal(bridge: Bridge, refusal: Refusal): void;
}

/** What was said of a device: some of its state, or all. */
export interface Told {
  readonly values: JsonObject;
  /** It was said before we listened. */
  readonly isRetained: boolean;
}

export interface Surroundings {
  readonly listener: BridgeListener;
  readonly problems: Problems;
  readonly clock: Clock;
}

/** Below it stands what gateways tell each other: for each group, by its number, which scene it shows. */
const NOTES = "luxgate/scene/";
/** And for each light that is off, by its id, what it was wished since. */
const HELD_NOTES = "luxgate/held/";

/** One Zigbee2MQTT: what it said last, and a way to it. */
export class Bridge {
  readonly name: string;
  readonly #base: string;
  readonly #listener: BridgeListener;
  readonly #problems: Problems;
  readonly #lists: Lists;
  readonly #transport: Transport;
  readonly #availability = new Map<string, boolean>();
  readonly #waiting = new WaitingRoom();
  readonly #silence: Silence;
  readonly #kept: KeptWords;
  #info: BridgeInfo | undefined;
  /** Why it cannot be reached. */
  #trouble: string | undefined = "it was not reached yet";
  #isRunning: boolean | undefined;
  #isStopped = false;

  constructor(address: BridgeAddress, { listener, problems, clock }: Surroundings) {
    this.name = address.name;
    this.#base = address.base;
    this.#listener = listener;
    this.#problems = problems;
    this.#lists = new Lists(problems);
    this.#silence = new Silence(clock, () =>
      this.#become(`nothing is said below ${address.base}/: is that the base topic?`),
    );
    this.#kept = new KeptWords(clock, (topics) => {
      this.#transport.askKept(topics);
      this.#admitWaiting();
    });
    this.#transport = address.open({
      onOpened: () => {
        this.#silence.begin();
        this.#kept.opened(
          () => this.devices?.devices ?? [],
          () => this.groups?.groups.map(({ number }) => `${NOTES}${number}`) ?? [],
        );
        this.#listener.onOpened(this);
        this.#become(undefined);
      },
      onClosed: (reason) => {
        this.#silence.end();
        this.#kept.closed();
        this.#become(reason);
      },
      onMessage: (message) => {
        if (this.#silence.end() === "was long") this.#become(undefined);
        this.#kept.heard(message.topic);
        this.#hear(message);
      },
    });
  }

  get trouble(): string | undefined {
    return this.#trouble ?? (this.#isRunning === false ? "Zigbee2MQTT is not running" : undefined);
  }

  get isJoiningOpen(): boolean {
    return this.#info?.isJoiningOpen ?? false;
  }

  get version(): string | undefined {
    return this.#info?.version;
  }

  /** What tells this network from others; its coordinator stands for it. */
  get network(): string {
    return this.devices?.network ?? this.#info?.network ?? this.#base;
  }

  /** As last listed; undefined before the first time. */
  get devices(): DeviceList | undefined {
    return this.#lists.devices;
  }

  get groups(): GroupList | undefined {
    return this.#lists.groups;
  }

  /** What Zigbee2MQTT says of a device, when it keeps an eye on availability. */
  isAvailable({ ieeeAddress }: DeviceEntry): boolean | undefined {
    return this.#availability.get(ieeeAddress);
  }

  publish(topic: string, payload: unknown): void {
    if (!this.#isStopped) this.#transport.publish(topic, JSON.stringify(payload));
  }

  /** For every gateway that comes later too; undefined takes it away. */
  note(group: number, payload: unknown): void {
    if (this.#isStopped) return;
    this.#transport.publish(`${NOTES}${group}`, payload === undefined ? "" : JSON.stringify(payload), { retain: true });
  }

  noteHeld(light: string, words: JsonObject | undefined): void {
    if (this.#isStopped) return;
    this.#transport.publish(`${HELD_NOTES}${light}`, words === undefined ? "" : JSON.stringify(words), {
      retain: true,
    });
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#transport.stop();
  }

  /** Whether it is known who is called what: while we did not listen, names may have changed. */
  get #isListed(): boolean {
    return this.devices !== undefined && !this.#kept.areListsAwaited;
  }

  #become(trouble: string | undefined): void {
    this.#trouble = trouble;
    this.#listener.onReach(this);
  }

  #hear(message: Message): void {
    const { topic, payload } = message;
    if (topic.startsWith("bridge/")) this.#hearBridge(message);
    else if (topic.startsWith(NOTES)) this.#listener.onNote(this, topic.slice(NOTES.length), payload);
    else if (topic.startsWith(HELD_NOTES)) this.#listener.onHeldNote(topic.slice(HELD_NOTES.length), payload);
    else if (payload.byteLength === 0) this.#waiting.remove(topic);
    else if (!this.#hearDevice(message)) this.#waiting.add(message);
  }

  #hearBridge(message: Message): void {
    const { topic, payload } = message;
    if (topic === "bridge/state") this.#hearRunning(isOnlineIn(payload));
    else if (topic === "bridge/info") this.#hearInfo(readInfo(payload));
    else if (Lists.isList(message)) this.#hearList(message);
    else if (topic === "bridge/event") this.#hearAnnounced(announcedIn(payload));
    else {
      const refusal = refusalIn(message);
      if (refusal) this.#listener.onRefusal(this, refusal);
    }
  }

  #hearRunning(isRunning: boolean | undefined): void {
    if (isRunning === undefined) return void this.#problems.add("bridge/state", "it says neither online nor offline");
    if (isRunning === this.#isRunning) return;
    this.#isRunning = isRunning;
    this.#listener.onReach(this);
  }

  #hearInfo(info: BridgeInfo | undefined): void {
    if (!info) return void this.#problems.add("bridge/info", "it is no JSON object");
    const { network } = this;
    this.#info = info;
    this.#listener.onInfo(this);
    if (this.devices && this.network !== network) this.#listener.onLists(this);
  }

  #hearAnnounced(ieeeAddress: string | undefined): void {
    const device = this.devices?.devices.find((one) => one.ieeeAddress === ieeeAddress);
    if (device) this.#listener.onAnnounced(this, device);
  }

  #hearList(message: Message): void {
    if (!this.#lists.take(message)) return;
    const known = new Set(this.devices?.devices.map(({ ieeeAddress }) => ieeeAddress));
    for (const address of this.#availability.keys()) if (!known.has(address)) this.#availability.delete(address);
    this.#listener.onLists(this);
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    if (!this.#isListed) return;
    const waiting = this.#waiting.takeAll();
    const unknown = waiting.filter((message) => !this.#hearDevice(message));
    this.#problems.forget(new Set(waiting.map(({ topic }) => topic)));
    for (const message of unknown) {
      this.#waiting.add(message);
      this.#problems.add(message.topic, "no device and no group is called so");
    }
  }

  /** Whether it was about somebody who is known; below the name of a group may stand one of a device. */
  #hearDevice(message: Message): boolean {
    const found = this.#isListed ? this.#lists.find(message.topic) : undefined;
    if (!found) return false;
    if ("group" in found) this.#hearGroup(found.group, found.rest, message);
    else if (found.rest === "availability") this.#hearAvailability(found.device, message.payload);
    else this.#hearState(found.device, found.rest, message);
    return true;
  }

  /** What was kept somebody wanted long ago. */
  #hearGroup(group: GroupEntry, rest: string, { payload, isRetained }: Message): void {
    const number = isRetained ? undefined : recallIn(rest, payload);
    if (number !== undefined) this.#listener.onRecall(this, group, number);
  }

  #hearAvailability(device: DeviceEntry, payload: Uint8Array): void {
    const isAvailable = isOnlineIn(payload);
    if (isAvailable === undefined)
      return void this.#problems.add(device.name, "its availability is neither online nor offline");
    this.#availability.set(device.ieeeAddress, isAvailable);
    this.#listener.onAvailability(this, device);
  }

  #hearState(device: DeviceEntry, rest: string, { payload, isRetained }: Message): void {
    const values = toldIn(rest, payload);
    if (values === "nothing") return;
    if (values === "unreadable") return void this.#problems.add(device.name, "what it said is no JSON object");
    this.#listener.onState(this, device, { values, isRetained });
  }
}
