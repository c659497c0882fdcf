import type { Clock } from "../../../home/clock.ts";
import type { JsonObject } from "../json.ts";
import type { Problems } from "../problems.ts";
import { Availability } from "./availability.ts";
import type { BridgeListener } from "./bridge-listener.ts";
import { announcedIn, type BridgeInfo, isOnlineIn, readInfo, recallIn, refusalIn } from "./bridge-words.ts";
import type { DeviceEntry } from "./device-entry.ts";
import type { DeviceList } from "./device-list.ts";
import type { Addressee } from "./directory.ts";
import type { GroupList } from "./group-list.ts";
import { KeptWords, SCENE_NOTES } from "./kept-words.ts";
import { Lists } from "./lists.ts";
import { isTooLong } from "./message-limits.ts";
import { Reach } from "./reach.ts";
import { toldIn } from "./told.ts";
import type { BridgeAddress, Message, Transport } from "./transport.ts";
import { WaitingRoom } from "./waiting-room.ts";

export interface Surroundings {
  readonly listener: BridgeListener;
  readonly problems: Problems;
  readonly clock: Clock;
}

/** And for each light that is off, by its id, what it was wished. */
const HELD_NOTES = "luxgate/held/";
const SHOWN_NOTES = "luxgate/shown/";

/** One Zigbee2MQTT: what it said last, and a way to it. */
export class Bridge {
  readonly name: string;
  readonly #base: string;
  readonly #listener: BridgeListener;
  readonly #problems: Problems;
  readonly #lists: Lists;
  readonly #transport: Transport;
  readonly #availability: Availability;
  readonly #clock: Clock;
  readonly #waiting = new WaitingRoom();
  readonly #reach: Reach;
  readonly #kept: KeptWords;
  #info: BridgeInfo | undefined;
  #isStopped = false;

  constructor(address: BridgeAddress, { listener, problems, clock }: Surroundings) {
    this.name = address.name;
    this.#base = address.base;
    this.#listener = listener;
    this.#problems = problems;
    this.#clock = clock;
    this.#lists = new Lists(problems);
    this.#availability = new Availability(clock, (addresses) => this.#hearForgotten(addresses));
    this.#reach = new Reach({ base: address.base, clock, onOther: () => listener.onReach(this) });
    this.#kept = new KeptWords(clock, (topics) => {
      this.#transport.askKept(topics);
      this.#admitWaiting();
    });
    this.#transport = address.open({
      onOpened: () => {
        this.#availability.opened();
        this.#kept.opened(
          () => this.devices?.devices ?? [],
          () => this.groups?.groups.map(({ number }) => `${SCENE_NOTES}${number}`) ?? [],
        );
        listener.onOpened(this);
        this.#reach.opened();
      },
      onClosed: (reason) => {
        this.#kept.closed();
        this.#reach.closed(reason);
      },
      onMessage: (message) => this.#tryToHear(message),
    });
  }

  /** Why it cannot be reached. */
  get trouble(): string | undefined {
    return this.#reach.trouble;
  }

  get isStarting(): boolean {
    return this.#reach.isStarting;
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
  isAvailable(device: DeviceEntry): boolean | undefined {
    return this.#availability.of(device, this.#info?.hasAvailability ?? true);
  }

  publish(topic: string, payload: unknown): void {
    if (!this.#isStopped) this.#transport.publish(topic, JSON.stringify(payload));
  }

  /** Says to every gateway, those that come later too, which scene a group shows; undefined takes it back. */
  noteScene(group: number, scene: number | undefined): void {
    this.#note(`${SCENE_NOTES}${group}`, scene);
  }

  /** And what a light that is off was wished. */
  noteHeld(light: string, words: JsonObject | undefined): void {
    this.#note(`${HELD_NOTES}${light}`, words);
  }

  /** And how it was when it was turned off. */
  noteShown(light: string, words: JsonObject): void {
    this.#note(`${SHOWN_NOTES}${light}`, words);
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#transport.stop();
  }

  /** Whether it is known who is called what: while we did not listen, names may have changed. */
  get #isListed(): boolean {
    return this.devices !== undefined && !this.#kept.areListsAwaited;
  }

  #note(topic: string, words: unknown): void {
    if (this.#isStopped) return;
    this.#transport.publish(topic, words === undefined ? "" : JSON.stringify(words), { retain: true });
  }

  /** Whatever a broker says is not to end the gateway. */
  #tryToHear(message: Message): void {
    try {
      this.#kept.heard(message.topic);
      this.#reach.heard(message);
      this.#hear(message);
    } catch (error) {
      this.#problems.add(message.topic, `it could not be taken in (${error instanceof Error ? error.message : error})`);
    }
  }

  #hear(message: Message): void {
    if (isTooLong(message, this.#problems)) return;
    const { topic, payload } = message;
    if (topic.startsWith("bridge/")) this.#hearBridge(message);
    else if (topic.startsWith(SCENE_NOTES)) this.#listener.onSceneNote(this, topic.slice(SCENE_NOTES.length), payload);
    else if (topic.startsWith(HELD_NOTES)) this.#listener.onHeldNote(topic.slice(HELD_NOTES.length), payload);
    else if (topic.startsWith(SHOWN_NOTES)) this.#listener.onShownNote(topic.slice(SHOWN_NOTES.length), payload);
    else if (payload.byteLength === 0) this.#hearNothing(topic);
    else if (!this.#hearDevice(message)) this.#waiting.add(message, this.#clock.now());
  }

  /** The broker keeps nothing under a topic any more. */
  #hearNothing(topic: string): void {
    this.#waiting.remove(topic);
    const found = this.#lists.find(topic);
    if (found && "device" in found && found.rest === "availability") this.#availability.takenBack(found.device);
  }

  #hearForgotten(ieeeAddresses: readonly string[]): void {
    const forgotten = new Set(ieeeAddresses);
    for (const device of this.devices?.devices ?? []) {
      if (forgotten.has(device.ieeeAddress)) this.#listener.onAvailability(this, device);
    }
  }

  #hearBridge(message: Message): void {
    const { topic, payload } = message;
    if (topic === "bridge/state") this.#hearRunning(message);
    else if (topic === "bridge/info") this.#hearInfo(readInfo(payload));
    else if (Lists.isList(message)) this.#hearList(message);
    else if (topic === "bridge/event") this.#hearAnnounced(announcedIn(payload));
    else {
      const refusal = refusalIn(message);
      if (refusal) this.#listener.onRefusal(this, refusal);
    }
  }

  #hearRunning({ payload, isRetained }: Message): void {
    const isRunning = isOnlineIn(payload);
    if (isRunning === undefined) this.#problems.add("bridge/state", "it says neither online nor offline");
    else this.#reach.heardRunning(isRunning, isRetained);
  }

  #hearInfo(info: BridgeInfo | undefined): void {
    if (!info) return void this.#problems.add("bridge/info", "it is no JSON object");
    const { network } = this;
    this.#info = info;
    this.#listener.onInfo(this);
    if (this.devices && this.network !== network) this.#listener.onLists(this, "new");
  }

  #hearAnnounced(ieeeAddress: string | undefined): void {
    const device = this.devices?.devices.find((one) => one.ieeeAddress === ieeeAddress);
    if (device) this.#listener.onAnnounced(this, device);
  }

  #hearList(message: Message): void {
    const before = this.devices;
    const are = this.#lists.take(message);
    if (are === "unreadable") return;
    if (are === "new") this.#availability.keepOnly(this.devices?.devices ?? []);
    this.#listener.onLists(this, are);
    this.#admitWaiting();
    if (before && before !== this.devices) this.#kept.renamed(before.devices, this.devices?.devices ?? []);
  }

  #admitWaiting(): void {
    if (!this.#isListed) return;
    const waiting = this.#waiting.takeAll(this.#clock.now());
    const unknown = waiting.filter((message) => !this.#hearDevice({ ...message, hasWaited: true }));
    for (const message of unknown) this.#waiting.add(message, this.#clock.now());
    this.#problems.addStrangers(
      this.name,
      unknown.map(({ topic }) => topic),
    );
  }

  /** Whether it was about somebody who is known; below the name of a group may stand one of a device. */
  #hearDevice(message: Message & { readonly hasWaited?: boolean }): boolean {
    const found = this.#isListed ? this.#lists.find(message.topic) : undefined;
    if (!found) return false;
    if ("group" in found) this.#hearGroup(found, message);
    else if (found.rest === "availability") this.#hearAvailability(found.device, message);
    else this.#hearState(found.device, found.rest, message);
    return true;
  }

  /** What was kept, or has waited, somebody wanted long ago. */
  #hearGroup(
    { group, rest }: Extract<Addressee, { readonly group: unknown }>,
    message: Message & { readonly hasWaited?: boolean },
  ): void {
    const number = message.isRetained || message.hasWaited ? undefined : recallIn(rest, message.payload);
    if (number !== undefined) this.#listener.onRecall(this, group, number);
  }

  #hearAvailability(device: DeviceEntry, { payload, isRetained }: Message): void {
    const isAvailable = isOnlineIn(payload);
    if (isAvailable === undefined)
      return void this.#problems.add(device.name, "its availability is neither online nor offline");
    this.#availability.hear(device, { isAvailable, isRetained });
    this.#listener.onAvailability(this, device);
  }

  #hearState(device: DeviceEntry, rest: string, { payload, isRetained }: Message): void {
    const values = toldIn(rest, payload);
    if (values === "nothing") return;
    if (values === "unreadable") return void this.#problems.add(device.name, "what it said is no JSON object");
    this.#listener.onState(this, device, { values, isRetained, isRemembered: isRetained || this.isStarting });
  }
}
