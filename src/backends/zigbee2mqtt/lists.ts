import { createHash } from "node:crypto";
import { DEVICES_TOPIC, type DeviceList, readDevices } from "./device-list.ts";
import { type Addressee, Directory } from "./directory.ts";
import { GROUPS_TOPIC, type GroupList, readGroups } from "./group-list.ts";
import type { Problems } from "./problems.ts";
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

  /** Whether it could be read. It is long, and said again at every connection: the same one is not read again. */
  take({ topic, payload }: Message): boolean {
    const digest = createHash("sha1").update(payload).digest("base64");
    if (this.#digests.get(topic) === digest) return true;
    const isRead = topic === DEVICES_TOPIC ? this.#takeDevices(payload) : this.#takeGroups(payload);
    if (!isRead) {
      // The one before is read again when it is said again: there is no problem any more then.
      this.#digests.delete(topic);
      this.#problems.add(topic, "it is no list: what was known before is kept");
      return false;
    }
    this.#digests.set(topic, digest);
    this.#directory = new Directory(this.#devices?.devices ?? [], this.#groups?.groups ?? []);
    return true;
  }

  #takeDevices(payload: Uint8Array): boolean {
    const list = readDevices(payload);
    if (!list) return false;
    const before = this.#devices?.devices ?? [];
    this.#devices = list.isWhole ? list : { ...list, ...withDevices(list, this.#devices) };
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

/** Beside what could be read of a list, what an earlier one said: who is missing now may be there all the same. */
function withDevices({ devices, network }: DeviceList, known: DeviceList | undefined) {
  const read = new Set(devices.map(({ ieeeAddress }) => ieeeAddress));
  const missing = known?.devices.filter(({ ieeeAddress }) => !read.has(ieeeAddress)) ?? [];
  return { devices: [...devices, ...missing], network: network ?? known?.network };
}

function withGroups({ groups }: GroupList, known: GroupList | undefined): GroupList["groups"] {
  const read = new Set(groups.map(({ number }) => number));
  return [...groups, ...(known?.groups.filter(({ number }) => !read.has(number)) ?? [])];
}
