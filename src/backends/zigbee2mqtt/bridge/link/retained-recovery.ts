import type { Clock } from "../../../../home/clock.ts";
import type { DeviceEntry } from "../protocol/device-entry.ts";
import { DEVICES_TOPIC } from "../protocol/device-list.ts";
import { GROUPS_TOPIC } from "../protocol/group-list.ts";
import { peerStateTopic } from "../protocol/peer-state.ts";
import { whyNoTopic } from "../protocol/topic-name.ts";

/** What a broker keeps of thousands of devices takes a moment to arrive. */
const ARRIVES_MILLIS = 2_000;

const BRIDGE_TOPICS = [DEVICES_TOPIC, GROUPS_TOPIC, "bridge/state", "bridge/info"];

/**
 * Notices what was not heard after a connection was opened. A broker keeps two words for every device, and Mosquitto
 * drops what it has to say beyond a thousand: what is missing is asked for again.
 */
export class RetainedRecovery {
  readonly #clock: Clock;
  readonly #ask: (topics: readonly string[]) => void;
  readonly #heard = new Set<string>();
  #isAwaited = false;
  #callOff: () => void = () => undefined;

  constructor(clock: Clock, ask: (topics: readonly string[]) => void) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** Whether lists may be on their way that say anew who is called what. */
  get areListsAwaited(): boolean {
    return this.#isAwaited && ![DEVICES_TOPIC, GROUPS_TOPIC].every((topic) => this.#heard.has(topic));
  }

  /** Beside what is kept of devices, there may be something under other topics. */
  opened(devicesNow: () => readonly DeviceEntry[], othersNow: () => readonly string[]): void {
    this.closed();
    this.#isAwaited = true;
    this.#callOff = this.#clock.after(ARRIVES_MILLIS, () => {
      const missing = BRIDGE_TOPICS.filter((topic) => !this.#heard.has(topic));
      if (missing.length > 0) this.#ask(missing);
      const askForDevices = () => this.#askFor(devicesNow(), othersNow());
      if (missing.includes(DEVICES_TOPIC)) this.#callOff = this.#clock.after(ARRIVES_MILLIS, askForDevices);
      else askForDevices();
    });
  }

  closed(): void {
    this.#callOff();
    this.#heard.clear();
    this.#isAwaited = false;
  }

  /** What is kept under a new name may have been taken for somebody else's before it was known. */
  renamed(before: readonly DeviceEntry[], now: readonly DeviceEntry[]): void {
    const names = new Map(before.map(({ id, name }) => [id, name]));
    const renamed = now.filter(({ id, name }) => names.has(id) && names.get(id) !== name);
    for (const { name } of renamed) this.#heard.delete(availabilityOf(name));
    if (renamed.length > 0 && !this.#isAwaited) this.#askWherePossible(renamed.flatMap(topicsOf));
  }

  heard(topic: string): void {
    if (this.#isAwaited && isAwaitable(topic)) this.#heard.add(topic);
  }

  #askFor(devices: readonly DeviceEntry[], others: readonly string[]): void {
    const missing = devices.filter(({ name }) => !this.#heard.has(availabilityOf(name)));
    const missingOthers = others.filter((topic) => !this.#heard.has(topic));
    this.#heard.clear();
    this.#isAwaited = false;
    this.#askWherePossible([...missingOthers, ...missing.flatMap(topicsOf)]);
  }

  /** A broker that is asked for what no topic can be ends the connection, or says far more. */
  #askWherePossible(topics: readonly string[]): void {
    this.#ask(topics.filter((topic) => whyNoTopic(topic) === undefined));
  }
}

const AVAILABILITY = "/availability";

const availabilityOf = (name: string): string => `${name}${AVAILABILITY}`;

const topicsOf = ({ name }: DeviceEntry): readonly string[] => [availabilityOf(name), name];

const SCENE_NOTES = peerStateTopic({ kind: "scene", about: "" });

/** Whether it is one of those whose absence is noticed. */
const isAwaitable = (topic: string): boolean =>
  BRIDGE_TOPICS.includes(topic) || topic.endsWith(AVAILABILITY) || topic.startsWith(SCENE_NOTES);
