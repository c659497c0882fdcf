import { createHash } from "node:crypto";
import type { DeviceId } from "../../../home/ids.ts";
import type { Problems } from "../problems.ts";
import type { DeviceEntry } from "./device-entry.ts";
import { DEVICES_TOPIC, type DeviceList, readDevices } from "./device-list.ts";
import { type Addressee, Directory } from "./directory.ts";
import { GROUPS_TOPIC, type GroupList, readGroups } from "./group-list.ts";
import { MOST_ITEMS } from "./list-items.ts";
import { tooLongIn } from "./message-limits.ts";
import type { Message } from "./transport.ts";

/** The devices and groups that a bridge lists. */
export class Lists {
  readonly #problems: Problems;
  readonly #digests = new Map<string, string>();
  #directory = new Directory([], []);
  #devices: DeviceList | undefined;
  #groups: GroupList | undefined;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** As last listed; undefined before the first time. */
  get devices(): DeviceList | undefined {
    return this.#devices;
  }

  get groups(): GroupList | undefined {
    return this.#groups;
  }

  static isList({ topic }: Message): boolean {
    return topic === DEVICES_TOPIC || topic === GROUPS_TOPIC;
  }

  find(topic: string): Addressee | undefined {
    return this.#directory.find(topic);
  }

  /** It is long, and said again at every connection: the same one is not read again. */
  take(message: Message): "new" | "same" | "unreadable" {
    const tooLong = tooLongIn(message);
    if (tooLong !== undefined) return this.#setAside(message, tooLong);
    const { topic, payload } = message;
    const digest = createHash("sha1").update(payload).digest("base64");
    if (this.#digests.get(topic) === digest) return "same";
    const isRead = topic === DEVICES_TOPIC ? this.#takeDevices(payload) : this.#takeGroups(payload);
    if (!isRead) return this.#setAside(message, "it is no list");
    this.#digests.set(topic, digest);
    this.#directory = new Directory(this.#devices?.devices ?? [], this.#groups?.groups ?? []);
    return "new";
  }

  /** The one before is read again when it is said again: there is no problem any more then. */
  #setAside({ topic }: Message, words: string): "unreadable" {
    this.#digests.delete(topic);
    this.#problems.add(topic, `${words}: what was known before is kept`);
    return "unreadable";
  }

  #takeDevices(payload: Uint8Array): boolean {
    const list = readDevices(payload);
    if (!list) return false;
    const before = this.#devices?.devices ?? [];
    this.#devices = list.isWhole
      ? { ...list, gone: goneFrom(before, list) }
      : { ...list, ...withDevices(list, this.#devices) };
    this.#tell(list, [DEVICES_TOPIC, ...[...before, ...list.devices].map(({ name }) => name)]);
    return true;
  }

  #takeGroups(payload: Uint8Array): boolean {
    const list = readGroups(payload);
    if (!list) return false;
    this.#groups = list.isWhole ? list : { ...list, groups: withGroups(list, this.#groups) };
    this.#tell(list, [GROUPS_TOPIC]);
    return true;
  }

  #tell({ problems }: DeviceList | GroupList, subjects: readonly string[]): void {
    this.#problems.forget(new Set(subjects));
    for (const { about, words } of problems) this.#problems.add(about, words);
  }
}

function goneFrom(before: readonly DeviceEntry[], { devices }: DeviceList): readonly DeviceId[] {
  const listed = new Set(devices.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !listed.has(id));
}

/** Beside what could be read of a list, what an earlier one said: who is missing now may be there all the same. */
function withDevices({ devices, network }: DeviceList, known: DeviceList | undefined) {
  const read = new Set(devices.map(({ ieeeAddress }) => ieeeAddress));
  const missing = known?.devices.filter(({ ieeeAddress }) => !read.has(ieeeAddress)) ?? [];
  return { devices: [...devices, ...missing].slice(0, MOST_ITEMS), network: network ?? known?.network };
}

function withGroups({ groups }: GroupList, known: GroupList | undefined): GroupList["groups"] {
  const read = new Set(groups.map(({ number }) => number));
  return [...groups, ...(known?.groups.filter(({ number }) => !read.has(number)) ?? [])].slice(0, MOST_ITEMS);
}
