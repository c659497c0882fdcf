import type { Steps } from "../../../shared/steps.ts";
import type { Bridge, BridgeDependencies } from "./bridge.ts";
import type { RetainedRecovery } from "./link/retained-recovery.ts";
import type { Message } from "./link/transport.ts";
import type { Lists } from "./lists.ts";
import { parseOnline, parseSceneRecall } from "./protocol/bridge-messages.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import { parseState } from "./protocol/parse-state.ts";
import type { ResolvedTopic } from "./protocol/topic-resolver.ts";
import { ReportedAvailability } from "./reported-availability.ts";
import { UnknownTopicBuffer } from "./unknown-topic-buffer.ts";

interface DeviceTopicsOptions extends BridgeDependencies {
  readonly bridge: Bridge;
  readonly lists: Lists;
  readonly kept: RetainedRecovery;
}

type Admitted = Message & { readonly hasWaited?: boolean };

/** Hears what is said below the names of devices and groups, once it is known whose names they are. */
export class DeviceTopics {
  readonly #options: DeviceTopicsOptions;
  readonly #availability: ReportedAvailability;
  readonly #waiting = new UnknownTopicBuffer();

  constructor(options: DeviceTopicsOptions) {
    this.#options = options;
    const { queue } = options;
    const hearForgotten = (addresses: readonly string[]) => queue.addNext(() => this.#hearForgotten(addresses));
    this.#availability = new ReportedAvailability(queue.clock, hearForgotten);
  }

  /** What Zigbee2MQTT says of a device, when it keeps an eye on availability. */
  isAvailable(device: DeviceEntry, isLookedAfter: boolean): boolean | undefined {
    return this.#availability.of(device, isLookedAfter);
  }

  opened(): void {
    this.#availability.opened();
  }

  hear(message: Message): void {
    if (message.payload.byteLength === 0) this.#hearNothing(message.topic);
    else if (!this.#admit(message)) this.#waiting.add(message, this.#options.queue.clock.now());
  }

  /** Others are listed than before. */
  followLists(): void {
    this.#availability.keepOnly(this.#options.lists.devices?.devices ?? []);
  }

  /** Names may be known by now of which something was said. */
  *admitWaiting(): Steps<void> {
    if (!this.#isListed) return;
    const { bridge, queue, problems } = this.#options;
    const unknown: Message[] = [];
    for (const message of this.#waiting.takeAll(queue.clock.now())) {
      if (!this.#admit({ ...message, hasWaited: true })) unknown.push(message);
      yield;
    }
    for (const message of unknown) {
      this.#waiting.add(message, queue.clock.now());
      yield;
    }
    problems.addUnknownTopics(
      bridge.name,
      unknown.map(({ topic }) => topic),
    );
  }

  /** Whether it is known who is called what: while we did not listen, names may have changed. */
  get #isListed(): boolean {
    const { lists, kept } = this.#options;
    return lists.devices !== undefined && !kept.areListsAwaited;
  }

  /** Whether it was about somebody who is known; below the name of a group may stand one of a device. */
  #admit(message: Admitted): boolean {
    const found = this.#isListed ? this.#options.lists.find(message.topic) : undefined;
    if (!found) return false;
    if ("group" in found) this.#hearGroup(found, message);
    else if (found.rest === "availability") this.#hearAvailability(found.device, message);
    else this.#hearState(found.device, found.rest, message);
    return true;
  }

  /** The broker keeps nothing under a topic any more. */
  #hearNothing(topic: string): void {
    this.#waiting.remove(topic);
    const found = this.#options.lists.find(topic);
    if (found && "device" in found && found.rest === "availability") this.#availability.takenBack(found.device);
  }

  /** What was kept, or has waited, somebody wanted long ago. */
  #hearGroup({ group, rest }: Extract<ResolvedTopic, { readonly group: unknown }>, message: Admitted): void {
    const number = message.isRetained || message.hasWaited ? undefined : parseSceneRecall(rest, message.payload);
    if (number !== undefined) this.#options.listener.onRecall(this.#options.bridge, group, number);
  }

  #hearAvailability(device: DeviceEntry, { payload, isRetained }: Message): void {
    const { bridge, listener, problems } = this.#options;
    const isAvailable = parseOnline(payload);
    if (isAvailable === undefined)
      return void problems.add(device.name, "its availability is neither online nor offline");
    this.#availability.hear(device, { isAvailable, isRetained });
    listener.onAvailability(bridge, device);
  }

  *#hearForgotten(ieeeAddresses: readonly string[]): Steps<void> {
    const { bridge, lists, listener } = this.#options;
    const forgotten = new Set(ieeeAddresses);
    for (const device of lists.devices?.devices ?? []) {
      if (forgotten.has(device.ieeeAddress)) listener.onAvailability(bridge, device);
      yield;
    }
  }

  #hearState(device: DeviceEntry, rest: string, { payload, isRetained }: Message): void {
    const { bridge, listener, problems } = this.#options;
    const values = parseState(rest, payload);
    if (values === "nothing") return;
    if (values === "unreadable") return void problems.add(device.name, "what it said is no JSON object");
    listener.onState(bridge, device, { values, isRetained, isRemembered: isRetained || bridge.isStarting });
  }
}
