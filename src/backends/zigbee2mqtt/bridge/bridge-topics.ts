import type { Steps } from "../../../shared/steps.ts";
import type { Bridge, BridgeDependencies } from "./bridge.ts";
import type { DeviceTopics } from "./device-topics.ts";
import type { BridgeStatus } from "./link/bridge-status.ts";
import type { QueuedMessage } from "./link/inbox.ts";
import type { Requests } from "./link/requests.ts";
import type { RetainedRecovery } from "./link/retained-recovery.ts";
import type { Message } from "./link/transport.ts";
import { Lists, type ReadList } from "./lists.ts";
import { parseAnnounce, type BridgeInfo, parseOnline, parseInfo, parseResponse } from "./protocol/bridge-messages.ts";

interface BridgeTopicsOptions extends BridgeDependencies {
  readonly bridge: Bridge;
  readonly lists: Lists;
  readonly reach: BridgeStatus;
  readonly kept: RetainedRecovery;
  readonly deviceTopics: DeviceTopics;
  readonly requests: Requests;
}

/** Hears what a Zigbee2MQTT says of itself, below `bridge/`: that it runs, how it is set, whom it lists. */
export class BridgeTopics {
  readonly #options: BridgeTopicsOptions;
  #info: BridgeInfo | undefined;

  constructor(options: BridgeTopicsOptions) {
    this.#options = options;
  }

  static has({ topic }: Message): boolean {
    return topic.startsWith("bridge/");
  }

  /** As last said. */
  get info(): BridgeInfo | undefined {
    return this.#info;
  }

  *hear(letter: QueuedMessage): Steps<void> {
    const { message } = letter;
    const { topic, payload } = message;
    if (topic === "bridge/state") this.#hearRunning(message);
    else if (topic === "bridge/info") yield* this.#hearInfo(yield* parseInfo(payload));
    else if (Lists.isList(message)) yield* this.#hearList(letter);
    else if (topic === "bridge/event") this.#hearAnnounced(parseAnnounce(payload));
    else this.#hearAnswer(message);
  }

  #hearRunning({ payload, isRetained }: Message): void {
    const { reach, problems } = this.#options;
    const isRunning = parseOnline(payload);
    if (isRunning === undefined) problems.add("bridge/state", "it says neither online nor offline");
    else reach.heardRunning(isRunning, isRetained);
  }

  *#hearInfo(info: BridgeInfo | undefined): Steps<void> {
    const { bridge, listener, problems } = this.#options;
    if (!info) return void problems.add("bridge/info", "it is no JSON object");
    const { network } = bridge;
    this.#info = info;
    yield* listener.onInfo(bridge);
    if (bridge.devices && bridge.network !== network) yield* listener.onLists(bridge, "new");
  }

  *#hearList(letter: QueuedMessage): Steps<void> {
    const { bridge, lists, listener, kept, deviceTopics } = this.#options;
    const before = lists.devices;
    const are = yield* this.#takeList(letter);
    if (are === undefined || are === "unreadable") return;
    if (are === "new") deviceTopics.followLists();
    yield;
    yield* listener.onLists(bridge, are);
    yield* deviceTopics.admitWaiting();
    if (before && before !== lists.devices) kept.renamed(before.devices, lists.devices?.devices ?? []);
  }

  /** Where the newest list cannot be read, the one before it counts; nothing when a newer one came meanwhile. */
  *#takeList(letter: QueuedMessage): Steps<"new" | "same" | "unreadable" | undefined> {
    const { lists } = this.#options;
    const { topic } = letter.message;
    const newest = yield* this.#readList(letter, letter.message);
    const are = newest && (yield* lists.take(topic, newest));
    if (are !== "unreadable" || !letter.former) return are;
    const former = yield* this.#readList(letter, letter.former);
    return former && (yield* lists.take(topic, former));
  }

  *#readList(letter: QueuedMessage, message: Message): Steps<ReadList | undefined> {
    const reading = this.#options.lists.read(message);
    let step = reading.next();
    for (; !step.done; step = reading.next()) {
      yield;
      if (letter.isOutdated) return undefined;
    }
    if (step.value.are !== "unreadable") letter.markRead();
    return step.value;
  }

  #hearAnnounced(ieeeAddress: string | undefined): void {
    const { bridge, listener } = this.#options;
    const device = bridge.devices?.devices.find((one) => one.ieeeAddress === ieeeAddress);
    if (device) listener.onAnnounced(bridge, device);
  }

  #hearAnswer(message: Message): void {
    const response = parseResponse(message);
    if (response) this.#options.requests.hear(response);
  }
}
