import type { Clock } from "../../../../shared/clock.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { brokerProblem } from "../../../mqtt/connection/broker-problem.ts";
import type { Problems } from "../problems.ts";
import type { SerialQueue } from "../serial-queue.ts";
import { BridgeTopics } from "./bridge-topics.ts";
import { DeviceTopics, type StateReport } from "./device-topics.ts";
import { BridgeStatus, type Outage, unreachableReason } from "./link/bridge-status.ts";
import { Inbox, type QueuedMessage } from "./link/inbox.ts";
import { isTooLong } from "./link/message-limits.ts";
import { type RequestOutcome, Requests } from "./link/requests.ts";
import { RetainedRecovery } from "./link/retained-recovery.ts";
import type { BridgeAddress, Transport } from "./link/transport.ts";
import { Lists } from "./lists.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import type { DeviceList } from "./protocol/device-list.ts";
import type { GroupEntry, GroupList } from "./protocol/group-list.ts";
import {
  PEER_STATE_PREFIX,
  type PeerState,
  parsePeerState,
  peerStatePayload,
  peerStateTopic,
} from "./protocol/peer-state.ts";

/** The events of a bridge. */
export interface BridgeListener {
  /** The broker is about to deliver all retained messages. */
  onOpened(bridge: Bridge): void;
  /** The bridge is reachable, or no longer; Zigbee2MQTT runs, or no longer. */
  onStatus(bridge: Bridge): Steps<void>;
  /** The devices or groups are listed, perhaps the same as before. */
  onLists(bridge: Bridge, are: "new" | "same"): Steps<void>;
  onInfo(bridge: Bridge): Steps<void>;
  onState(bridge: Bridge, device: DeviceEntry, report: StateReport): void;
  onAvailability(bridge: Bridge, device: DeviceEntry): void;
  /** A device has its power again. */
  onAnnounce(bridge: Bridge, device: DeviceEntry): void;
  /** Somebody recalled a scene of a group. */
  onRecall(bridge: Bridge, group: GroupEntry, sceneNumber: number): void;
  /** A gateway, perhaps this one, published or cleared a peer state. */
  onPeerState(bridge: Bridge, peerState: PeerState): void;
}

export interface BridgeDependencies {
  readonly listener: BridgeListener;
  readonly problems: Problems;
  /** Messages are handled in it, one after the other. */
  readonly queue: SerialQueue;
}

/** One Zigbee2MQTT: its last lists, info and status, and the connection to it. */
export class Bridge {
  readonly name: string;
  readonly #address: BridgeAddress;
  readonly #clock: Clock;
  readonly #listener: BridgeListener;
  readonly #problems: Problems;
  readonly #lists: Lists;
  readonly #status: BridgeStatus;
  readonly #requests: Requests;
  readonly #recovery: RetainedRecovery;
  readonly #deviceTopics: DeviceTopics;
  readonly #bridgeTopics: BridgeTopics;
  readonly #inbox: Inbox;
  readonly #transport: Transport;
  #isStopped = false;
  #messageCount = 0;
  #lastMessageMillis: number | undefined;

  constructor(address: BridgeAddress, { listener, problems, queue }: BridgeDependencies) {
    const { clock } = queue;
    const { name } = address;
    this.name = name;
    this.#address = address;
    this.#clock = clock;
    this.#listener = listener;
    this.#problems = problems;
    this.#lists = new Lists(problems);
    this.#status = new BridgeStatus({
      base: address.base,
      clock,
      onChange: () => this.#onStatusChange(queue),
      onSilence: (resolve) => {
        const search = this.#transport.findBaseTopics?.();
        if (search !== undefined) void search.then((bases) => queue.add(() => resolve(bases)));
        else resolve([]);
      },
    });
    this.#requests = new Requests({
      clock,
      name,
      whyUnreachable: () => this.whyUnreachable,
      publish: (topic, payload, onDelivered) => this.#transport.publish(topic, payload, { onDelivered }),
    });
    this.#recovery = new RetainedRecovery(clock, (topics) => {
      this.#transport.requestRetained(topics);
      queue.addNext(() => this.#deviceTopics.deliverBuffered());
    });
    const shared = { problems, lists: this.#lists, status: this.#status, recovery: this.#recovery };
    this.#deviceTopics = new DeviceTopics({
      ...shared,
      bridgeName: name,
      queue,
      onState: (device, report) => listener.onState(this, device, report),
      onAvailability: (device) => listener.onAvailability(this, device),
      onRecall: (group, sceneNumber) => listener.onRecall(this, group, sceneNumber),
    });
    this.#bridgeTopics = new BridgeTopics({
      ...shared,
      deviceTopics: this.#deviceTopics,
      requests: this.#requests,
      network: () => this.network,
      onInfo: () => listener.onInfo(this),
      onLists: (are) => listener.onLists(this, are),
      onAnnounce: (device) => listener.onAnnounce(this, device),
    });
    this.#inbox = new Inbox(queue, (queued) => this.#handleSafely(queued));
    this.#transport = address.open({
      onOpened: () => {
        this.#inbox.separate();
        queue.add(() => this.#onOpened());
      },
      onClosed: (reason) => {
        this.#inbox.separate();
        queue.add(() => this.#onClosed(reason));
      },
      onMessage: (message) => {
        this.#messageCount += 1;
        this.#lastMessageMillis = clock.now();
        return this.#inbox.add(message);
      },
    });
  }

  /** How many messages came from the broker, and when the last one did. */
  get messages(): { readonly count: number; readonly lastMillis: number | undefined } {
    return { count: this.#messageCount, lastMillis: this.#lastMessageMillis };
  }

  /** Why the bridge is away; undefined while it is reachable. */
  get problem(): string | undefined {
    return this.#status.problem;
  }

  get outage(): Outage | undefined {
    return this.#status.outage;
  }

  /** Why nothing can be sent at the moment, for people. */
  get whyUnreachable(): string | undefined {
    if (this.#isStopped) return "The gateway was stopped";
    return unreachableReason(this.#address, this.outage, this.#clock.now());
  }

  get isStarting(): boolean {
    return this.#status.isStarting;
  }

  get isJoiningOpen(): boolean {
    return this.#bridgeTopics.info?.isJoiningOpen ?? false;
  }

  get version(): string | undefined {
    return this.#bridgeTopics.info?.version;
  }

  /** Identifies the Zigbee network: the address of its coordinator, or else the base topic. */
  get network(): string {
    return this.devices?.network ?? this.#bridgeTopics.info?.network ?? this.#address.base;
  }

  /** As last listed; undefined before the first list. */
  get devices(): DeviceList | undefined {
    return this.#lists.devices;
  }

  get groups(): GroupList | undefined {
    return this.#lists.groups;
  }

  /** The last reported availability of a device; undefined where Zigbee2MQTT does not monitor availability. */
  isAvailable(device: DeviceEntry): boolean | undefined {
    return this.#deviceTopics.isAvailable(device, this.#bridgeTopics.info?.hasAvailability ?? true);
  }

  publish(topic: string, payload: unknown): void {
    if (!this.#isStopped) this.#transport.publish(topic, JSON.stringify(payload));
  }

  /** Sends a `bridge/request`, and waits for its response. */
  request(name: string, fields: object, timeoutMillis?: number): Promise<RequestOutcome> {
    return this.#requests.request(name, fields, timeoutMillis);
  }

  /** Publishes what Zigbee2MQTT does not respond to, and waits until the broker has it. */
  send(topic: string, payload: object): Promise<RequestOutcome> {
    return this.#requests.send(topic, payload);
  }

  /** Shares a state with all gateways, also with those that connect later. */
  publishPeerState(peerState: PeerState): void {
    if (this.#isStopped) return;
    this.#transport.publish(peerStateTopic(peerState), peerStatePayload(peerState), { retain: true });
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#requests.failAll("the gateway was stopped");
    this.#inbox.close();
    return this.#transport.stop();
  }

  #onOpened(): void {
    this.#deviceTopics.onOpened();
    this.#recovery.onOpened(
      () => this.devices?.devices ?? [],
      () => this.groups?.groups.map(({ number }) => peerStateTopic({ kind: "scene", subject: String(number) })) ?? [],
    );
    this.#listener.onOpened(this);
    this.#status.onOpened();
  }

  #onStatusChange(queue: SerialQueue): void {
    const { problem } = this;
    if (problem !== undefined) this.#requests.failAll(brokerProblem(problem));
    queue.addNext(() => this.#listener.onStatus(this));
  }

  #onClosed(reason: string): void {
    this.#recovery.onClosed();
    this.#deviceTopics.onClosed();
    this.#status.onClosed(reason);
  }

  /** No message may end the gateway. */
  *#handleSafely(queued: QueuedMessage): Steps<void> {
    const { message } = queued;
    try {
      this.#recovery.onMessage(message.topic);
      this.#status.onMessage(message);
      if (!isTooLong(message, this.#problems)) yield* this.#handle(queued);
    } catch (error) {
      this.#problems.addFault(message.topic, error);
    }
  }

  *#handle(queued: QueuedMessage): Steps<void> {
    const { message } = queued;
    const peerState = message.topic.startsWith(PEER_STATE_PREFIX) ? parsePeerState(message) : undefined;
    if (peerState) this.#listener.onPeerState(this, peerState);
    else if (message.topic.startsWith("bridge/")) yield* this.#bridgeTopics.handle(queued);
    else this.#deviceTopics.handle(message);
  }
}
