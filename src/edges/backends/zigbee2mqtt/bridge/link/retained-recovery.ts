import type { Clock } from "../../../../../shared/clock.ts";
import type { DeviceEntry } from "../protocol/device-entry.ts";
import { DEVICES_TOPIC } from "../protocol/device-list.ts";
import { GROUPS_TOPIC } from "../protocol/group-list.ts";
import { peerStateTopic } from "../protocol/peer-state.ts";
import { whyNoTopic } from "../protocol/topic-name.ts";

/** The retained messages of thousands of devices take a moment to arrive. */
const ARRIVAL_MILLIS = 2_000;

const BRIDGE_TOPICS = [DEVICES_TOPIC, GROUPS_TOPIC, "bridge/state", "bridge/info"];

/**
 * Recovers retained messages that did not arrive after a connection. A broker retains two messages for every device, and
 * Mosquitto drops what exceeds its queue of a thousand: missing messages are requested again.
 */
export class RetainedRecovery {
  readonly #clock: Clock;
  readonly #request: (topics: readonly string[]) => void;
  readonly #received = new Set<string>();
  #isWaiting = false;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, request: (topics: readonly string[]) => void) {
    this.#clock = clock;
    this.#request = request;
  }

  /** Whether the lists, which say anew which name belongs to which device, may still be arriving. */
  get areListsAwaited(): boolean {
    return this.#isWaiting && ![DEVICES_TOPIC, GROUPS_TOPIC].every((topic) => this.#received.has(topic));
  }

  /** `otherTopics` are retained beside those of the devices. Both are read after the lists had time to arrive. */
  onOpened(devices: () => readonly DeviceEntry[], otherTopics: () => readonly string[]): void {
    this.onClosed();
    this.#isWaiting = true;
    this.#cancel = this.#clock.after(ARRIVAL_MILLIS, () => {
      const missing = BRIDGE_TOPICS.filter((topic) => !this.#received.has(topic));
      if (missing.length > 0) this.#request(missing);
      const recoverDevices = () => this.#recover(devices(), otherTopics());
      if (missing.includes(DEVICES_TOPIC)) this.#cancel = this.#clock.after(ARRIVAL_MILLIS, recoverDevices);
      else recoverDevices();
    });
  }

  onClosed(): void {
    this.#cancel();
    this.#received.clear();
    this.#isWaiting = false;
  }

  /** What is retained under a new name may have been delivered before that name was known. */
  onRenamed(before: readonly DeviceEntry[], now: readonly DeviceEntry[]): void {
    const names = new Map(before.map(({ id, name }) => [id, name]));
    const renamed = now.filter(({ id, name }) => names.has(id) && names.get(id) !== name);
    for (const { name } of renamed) this.#received.delete(availabilityTopic(name));
    if (renamed.length > 0 && !this.#isWaiting) this.#requestValid(renamed.flatMap(topicsOf));
  }

  onMessage(topic: string): void {
    if (this.#isWaiting && isRecoverable(topic)) this.#received.add(topic);
  }

  #recover(devices: readonly DeviceEntry[], otherTopics: readonly string[]): void {
    const missing = devices.filter(({ name }) => !this.#received.has(availabilityTopic(name)));
    const missingOthers = otherTopics.filter((topic) => !this.#received.has(topic));
    this.#received.clear();
    this.#isWaiting = false;
    this.#requestValid([...missingOthers, ...missing.flatMap(topicsOf)]);
  }

  /** A broker closes the connection at an invalid topic, and delivers far more at one with a wildcard. */
  #requestValid(topics: readonly string[]): void {
    this.#request(topics.filter((topic) => whyNoTopic(topic) === undefined));
  }
}

const AVAILABILITY = "/availability";

const availabilityTopic = (name: string): string => `${name}${AVAILABILITY}`;

const topicsOf = ({ name }: DeviceEntry): readonly string[] => [availabilityTopic(name), name];

const SCENE_STATES = peerStateTopic({ kind: "scene", subject: "" });

/** Whether the absence of a topic is noticed. */
const isRecoverable = (topic: string): boolean =>
  BRIDGE_TOPICS.includes(topic) || topic.endsWith(AVAILABILITY) || topic.startsWith(SCENE_STATES);
