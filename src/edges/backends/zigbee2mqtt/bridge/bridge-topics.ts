import type { Steps } from "../../../../shared/steps.ts";
import type { Problems } from "../problems.ts";
import type { DeviceTopics } from "./device-topics.ts";
import type { BridgeStatus } from "./link/bridge-status.ts";
import type { QueuedMessage } from "./link/inbox.ts";
import type { Requests } from "./link/requests.ts";
import type { RetainedRecovery } from "./link/retained-recovery.ts";
import type { Message } from "./link/transport.ts";
import { Lists, type ParsedList } from "./lists.ts";
import { type BridgeInfo, parseAnnounce, parseInfo, parseOnline, parseResponse } from "./protocol/bridge-messages.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";

interface BridgeTopicsDependencies {
  readonly lists: Lists;
  readonly status: BridgeStatus;
  readonly recovery: RetainedRecovery;
  readonly deviceTopics: DeviceTopics;
  readonly requests: Requests;
  readonly problems: Problems;
  /** Identifies the Zigbee network, as far as it is known. */
  readonly network: () => string;
  readonly onInfo: () => Steps<void>;
  readonly onLists: (are: "new" | "same") => Steps<void>;
  readonly onAnnounce: (device: DeviceEntry) => void;
}

/** Handles what Zigbee2MQTT publishes below `bridge/`: its state, its info, its lists, and responses to requests. */
export class BridgeTopics {
  readonly #dependencies: BridgeTopicsDependencies;
  #info: BridgeInfo | undefined;

  constructor(dependencies: BridgeTopicsDependencies) {
    this.#dependencies = dependencies;
  }

  /** As last published. */
  get info(): BridgeInfo | undefined {
    return this.#info;
  }

  *handle(queued: QueuedMessage): Steps<void> {
    const { message } = queued;
    const { topic, payload } = message;
    if (topic === "bridge/state") this.#handleState(message);
    else if (topic === "bridge/info") yield* this.#handleInfo(yield* parseInfo(payload));
    else if (Lists.isList(message)) yield* this.#handleList(queued);
    else if (topic === "bridge/event") this.#handleAnnounce(parseAnnounce(payload));
    else this.#handleResponse(message);
  }

  #handleState({ payload, isRetained }: Message): void {
    const { status, problems } = this.#dependencies;
    const isRunning = parseOnline(payload);
    if (isRunning === undefined) problems.add("bridge/state", "invalid state: expected online or offline");
    else status.onState(isRunning, isRetained);
  }

  *#handleInfo(info: BridgeInfo | undefined): Steps<void> {
    const { lists, network, problems, onInfo, onLists } = this.#dependencies;
    if (!info) return void problems.add("bridge/info", "it is not a JSON object");
    const networkBefore = network();
    this.#info = info;
    yield* onInfo();
    if (lists.devices && network() !== networkBefore) yield* onLists("new");
  }

  *#handleList(queued: QueuedMessage): Steps<void> {
    const { lists, recovery, deviceTopics, onLists } = this.#dependencies;
    const before = lists.devices;
    const are = yield* this.#applyList(queued);
    queued.release();
    if (are === undefined || are === "unreadable") return;
    if (are === "new") deviceTopics.onNewLists();
    yield;
    yield* onLists(are);
    yield* deviceTopics.deliverBuffered();
    if (before && before !== lists.devices) recovery.onRenamed(before.devices, lists.devices?.devices ?? []);
  }

  /**
   * Where the newest list is unreadable, the list that it superseded counts; where only a part of the newest list is
   * readable, the rest is taken from the superseded one. Undefined where a newer list came meanwhile.
   */
  *#applyList(queued: QueuedMessage): Steps<"new" | "same" | "unreadable" | undefined> {
    const { lists } = this.#dependencies;
    const { topic } = queued.message;
    const newest = yield* this.#parseList(queued, queued.message);
    if (!newest || !queued.superseded || Lists.isWhole(newest)) return newest && (yield* lists.apply(topic, newest));
    if (newest.are === "unreadable") yield* lists.apply(topic, newest);
    const superseded = yield* this.#parseList(queued, queued.superseded);
    const are = superseded && (yield* lists.apply(topic, superseded));
    return newest.are === "unreadable" ? are : yield* lists.apply(topic, newest);
  }

  *#parseList(queued: QueuedMessage, message: Message): Steps<ParsedList | undefined> {
    const parsing = this.#dependencies.lists.parse(message);
    let step = parsing.next();
    for (; !step.done; step = parsing.next()) {
      yield;
      if (queued.isOutdated) return undefined;
    }
    if (step.value.are !== "unreadable") queued.markParsed();
    return step.value;
  }

  #handleAnnounce(ieeeAddress: string | undefined): void {
    const { lists, onAnnounce } = this.#dependencies;
    const device = lists.devices?.devices.find((one) => one.ieeeAddress === ieeeAddress);
    if (device) onAnnounce(device);
  }

  #handleResponse(message: Message): void {
    const response = parseResponse(message);
    if (response) this.#dependencies.requests.onResponse(response);
  }
}
