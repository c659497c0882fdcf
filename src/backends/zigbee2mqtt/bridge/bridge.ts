import type { Clock } from "../../../home/clock.ts";
import { brokerTrouble } from "../../../mqtt/broker-trouble.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Problems } from "../problems.ts";
import type { SerialQueue } from "../serial-queue.ts";
import type { BridgeListener } from "./bridge-listener.ts";
import { BridgeTopics } from "./bridge-topics.ts";
import { DeviceTopics } from "./device-topics.ts";
import { type Outage, BridgeStatus } from "./link/bridge-status.ts";
import { Inbox, type QueuedMessage } from "./link/inbox.ts";
import { isTooLong } from "./link/message-limits.ts";
import { type Reply, Requests } from "./link/requests.ts";
import { RetainedRecovery } from "./link/retained-recovery.ts";
import type { BridgeAddress, Transport } from "./link/transport.ts";
import { unreachableReason } from "./link/unreachable-words.ts";
import { Lists } from "./lists.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import type { DeviceList } from "./protocol/device-list.ts";
import type { GroupList } from "./protocol/group-list.ts";
import { type PeerState, parsePeerState, peerStatePayload, peerStateTopic } from "./protocol/peer-state.ts";

export interface BridgeDependencies {
  readonly listener: BridgeListener;
  readonly problems: Problems;
  /** All that is heard is dealt with in it, one thing after the other. */
  readonly queue: SerialQueue;
}

/** One Zigbee2MQTT: what it said last, and a way to it. */
export class Bridge {
  readonly name: string;
  readonly #address: BridgeAddress;
  readonly #clock: Clock;
  readonly #listener: BridgeListener;
  readonly #problems: Problems;
  readonly #lists: Lists;
  readonly #reach: BridgeStatus;
  readonly #requests: Requests;
  readonly #kept: RetainedRecovery;
  readonly #deviceTopics: DeviceTopics;
  readonly #bridgeTopics: BridgeTopics;
  readonly #inbox: Inbox;
  readonly #transport: Transport;
  #isStopped = false;

  constructor(address: BridgeAddress, surroundings: BridgeDependencies) {
    const { listener, problems, queue } = surroundings;
    const { clock } = queue;
    this.name = address.name;
    this.#address = address;
    this.#clock = clock;
    this.#listener = listener;
    this.#problems = problems;
    this.#lists = new Lists(problems);
    this.#reach = new BridgeStatus({
      base: address.base,
      clock,
      onOther: () => this.#reachChanged(queue),
      onSilence: (tell) => {
        const finding = this.#transport.findBaseTopics?.();
        if (finding !== undefined) void finding.then((bases) => queue.add(() => tell(bases)));
        else tell([]);
      },
    });
    this.#requests = new Requests({
      clock,
      name: address.name,
      whyUnreachable: () => this.whyUnreachable,
      publish: (topic, payload, onArrived) => this.#transport.publish(topic, payload, { onArrived }),
    });
    this.#kept = new RetainedRecovery(clock, (topics) => {
      this.#transport.askKept(topics);
      queue.addNext(() => this.#deviceTopics.admitWaiting());
    });
    const parts = { ...surroundings, bridge: this, lists: this.#lists, reach: this.#reach, kept: this.#kept };
    this.#deviceTopics = new DeviceTopics(parts);
    this.#bridgeTopics = new BridgeTopics({ ...parts, deviceTopics: this.#deviceTopics, requests: this.#requests });
    this.#inbox = new Inbox(queue, (letter) => this.#tryToHear(letter));
    this.#transport = address.open({
      onOpened: () => queue.add(() => this.#opened()),
      onClosed: (reason) => queue.add(() => this.#closed(reason)),
      onMessage: (message) => this.#inbox.take(message),
    });
  }

  /** Why it cannot be reached. */
  get trouble(): string | undefined {
    return this.#reach.trouble;
  }

  /** The same, and since when. */
  get away(): Outage | undefined {
    return this.#reach.away;
  }

  /** Why nothing can be sent to it at the moment. */
  get whyUnreachable(): string | undefined {
    if (this.#isStopped) return "The gateway was stopped";
    return unreachableReason(this.#address, this.away, this.#clock.now());
  }

  get isStarting(): boolean {
    return this.#reach.isStarting;
  }

  get isJoiningOpen(): boolean {
    return this.#bridgeTopics.info?.isJoiningOpen ?? false;
  }

  get version(): string | undefined {
    return this.#bridgeTopics.info?.version;
  }

  /** What tells this network from others; its coordinator stands for it. */
  get network(): string {
    return this.devices?.network ?? this.#bridgeTopics.info?.network ?? this.#address.base;
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
    return this.#deviceTopics.isAvailable(device, this.#bridgeTopics.info?.hasAvailability ?? true);
  }

  publish(topic: string, payload: unknown): void {
    if (!this.#isStopped) this.#transport.publish(topic, JSON.stringify(payload));
  }

  /** Asks Zigbee2MQTT for something, and waits for its answer. */
  request(what: string, fields: object, withinMillis?: number): Promise<Reply> {
    return this.#requests.ask(what, fields, withinMillis);
  }

  /** Says something that Zigbee2MQTT does not answer to, and waits until the broker has it. */
  tell(topic: string, payload: object): Promise<Reply> {
    return this.#requests.tell(topic, payload);
  }

  /** Says it to every gateway, those that come later too. */
  leave(note: PeerState): void {
    if (!this.#isStopped) this.#transport.publish(peerStateTopic(note), peerStatePayload(note), { retain: true });
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#requests.lose("the gateway was stopped");
    this.#inbox.shut();
    return this.#transport.stop();
  }

  #opened(): void {
    this.#deviceTopics.opened();
    this.#kept.opened(
      () => this.devices?.devices ?? [],
      () => this.groups?.groups.map(({ number }) => peerStateTopic({ kind: "scene", about: String(number) })) ?? [],
    );
    this.#listener.onOpened(this);
    this.#reach.opened();
  }

  #reachChanged(queue: SerialQueue): void {
    const { trouble } = this;
    if (trouble !== undefined) this.#requests.lose(brokerTrouble(trouble));
    queue.addNext(() => this.#listener.onReach(this));
  }

  #closed(reason: string): void {
    this.#kept.closed();
    this.#reach.closed(reason);
  }

  /** Whatever a broker says is not to end the gateway. */
  *#tryToHear(letter: QueuedMessage): Steps<void> {
    const { message } = letter;
    try {
      this.#kept.heard(message.topic);
      this.#reach.heard(message);
      if (!isTooLong(message, this.#problems)) yield* this.#hear(letter);
    } catch (error) {
      this.#problems.addFault(message.topic, error);
    }
  }

  *#hear(letter: QueuedMessage): Steps<void> {
    const { message } = letter;
    const note = parsePeerState(message);
    if (note) this.#listener.onNote(this, note);
    else if (BridgeTopics.has(message)) yield* this.#bridgeTopics.hear(letter);
    else this.#deviceTopics.hear(message);
  }
}
