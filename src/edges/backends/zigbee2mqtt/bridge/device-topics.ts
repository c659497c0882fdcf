import type { JsonObject } from "../../../../shared/is-object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Problems } from "../problems.ts";
import type { SerialQueue } from "../serial-queue.ts";
import type { BridgeStatus } from "./link/bridge-status.ts";
import type { RetainedRecovery } from "./link/retained-recovery.ts";
import type { Message } from "./link/transport.ts";
import type { Lists, ResolvedTopic } from "./lists.ts";
import { parseOnline, parseSceneRecall } from "./protocol/bridge-messages.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import type { GroupEntry } from "./protocol/group-list.ts";
import { parseState } from "./protocol/parse-state.ts";
import { ReportedAvailability } from "./reported-availability.ts";
import { UnknownTopicBuffer } from "./unknown-topic-buffer.ts";

/** Some or all of a device's state. */
export interface StateReport {
  readonly values: JsonObject;
  /** The broker retained the report: it is older than our connection. */
  readonly isRetained: boolean;
  /** The report is retained, or comes from the cache of a Zigbee2MQTT that has just started: it may be outdated. */
  readonly isRemembered: boolean;
}

interface DeviceTopicsDependencies {
  readonly bridgeName: string;
  readonly lists: Lists;
  readonly status: BridgeStatus;
  readonly recovery: RetainedRecovery;
  readonly problems: Problems;
  readonly queue: SerialQueue;
  readonly onState: (device: DeviceEntry, report: StateReport) => void;
  readonly onAvailability: (device: DeviceEntry) => void;
  readonly onRecall: (group: GroupEntry, sceneNumber: number) => void;
}

type Delivery = Message & { readonly wasBuffered?: boolean };

/** Handles what is published below the names of devices and groups; buffers what comes before the names are known. */
export class DeviceTopics {
  readonly #dependencies: DeviceTopicsDependencies;
  readonly #availability: ReportedAvailability;
  readonly #buffer = new UnknownTopicBuffer();

  constructor(dependencies: DeviceTopicsDependencies) {
    this.#dependencies = dependencies;
    const { queue } = dependencies;
    const onExpired = (addresses: readonly string[]) => queue.addNext(() => this.#onAvailabilityExpired(addresses));
    this.#availability = new ReportedAvailability(queue.clock, onExpired);
  }

  /** The last reported availability of a device; a retained report counts only while Zigbee2MQTT monitors availability. */
  isAvailable(device: DeviceEntry, isMonitored: boolean): boolean | undefined {
    return this.#availability.of(device, isMonitored);
  }

  onOpened(): void {
    this.#availability.onOpened();
  }

  onClosed(): void {
    this.#availability.onClosed();
  }

  handle(message: Message): void {
    if (message.payload.byteLength === 0) this.#handleCleared(message.topic);
    else if (!this.#deliver(message)) this.#buffer.add(message, this.#dependencies.queue.clock.now());
  }

  onNewLists(): void {
    this.#availability.keepOnly(this.#dependencies.lists.devices?.devices ?? []);
  }

  /** The names of buffered topics may be known by now. */
  *deliverBuffered(): Steps<void> {
    if (!this.#areNamesKnown) return;
    const { bridgeName, queue, problems } = this.#dependencies;
    const unknown: Message[] = [];
    for (const message of this.#buffer.takeAll(queue.clock.now())) {
      if (!this.#deliver({ ...message, wasBuffered: true })) unknown.push(message);
      yield;
    }
    for (const message of unknown) {
      this.#buffer.add(message, queue.clock.now());
      yield;
    }
    problems.addUnknownTopics(
      bridgeName,
      unknown.map(({ topic }) => topic),
    );
  }

  /** After a connection, names are known only once the lists came: devices may have been renamed meanwhile. */
  get #areNamesKnown(): boolean {
    const { lists, recovery } = this.#dependencies;
    return lists.devices !== undefined && !recovery.areListsAwaited;
  }

  /** Returns whether the topic belongs to a listed device or group. */
  #deliver(message: Delivery): boolean {
    const resolved = this.#areNamesKnown ? this.#dependencies.lists.resolve(message.topic) : undefined;
    if (!resolved) return false;
    if ("group" in resolved) this.#handleGroup(resolved, message);
    else if (resolved.rest === "availability") this.#handleAvailability(resolved.device, message);
    else this.#handleState(resolved.device, resolved.rest, message);
    return true;
  }

  /** An empty payload: the broker retains nothing under this topic any more. */
  #handleCleared(topic: string): void {
    this.#buffer.remove(topic);
    const resolved = this.#dependencies.lists.resolve(topic);
    if (resolved && "device" in resolved && resolved.rest === "availability") {
      this.#availability.onCleared(resolved.device);
    }
  }

  /** A recall that was retained or buffered is too old to count. */
  #handleGroup({ group, rest }: Extract<ResolvedTopic, { readonly group: unknown }>, message: Delivery): void {
    const isOld = message.isRetained || message.wasBuffered;
    const sceneNumber = isOld ? undefined : parseSceneRecall(rest, message.payload);
    if (sceneNumber !== undefined) this.#dependencies.onRecall(group, sceneNumber);
  }

  #handleAvailability(device: DeviceEntry, { payload, isRetained }: Message): void {
    const { problems, onAvailability } = this.#dependencies;
    const isAvailable = parseOnline(payload);
    if (isAvailable === undefined)
      return void problems.add(device.name, "invalid availability: expected online or offline");
    this.#availability.onReport(device, { isAvailable, isRetained });
    onAvailability(device);
  }

  *#onAvailabilityExpired(ieeeAddresses: readonly string[]): Steps<void> {
    const { lists, onAvailability } = this.#dependencies;
    const expired = new Set(ieeeAddresses);
    for (const device of lists.devices?.devices ?? []) {
      if (expired.has(device.ieeeAddress)) onAvailability(device);
      yield;
    }
  }

  #handleState(device: DeviceEntry, rest: string, { payload, isRetained }: Message): void {
    const { status, problems, onState } = this.#dependencies;
    const values = parseState(rest, payload);
    if (values === "command") return;
    if (values === "unreadable") return void problems.add(device.name, "its message is not a JSON object");
    onState(device, { values, isRetained, isRemembered: isRetained || status.isStarting });
  }
}
