import { createHash } from "node:crypto";
import type { DeviceId } from "../../../home/ids.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Problems } from "../problems.ts";
import { tooLongIn } from "./link/message-limits.ts";
import type { Message } from "./link/transport.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import { DEVICES_TOPIC, type DeviceList, MOST_DEVICES, parseDeviceList } from "./protocol/device-list.ts";
import { GROUPS_TOPIC, type GroupList, MOST_GROUPS, parseGroupList } from "./protocol/group-list.ts";
import { type ResolvedTopic, TopicResolver } from "./protocol/topic-resolver.ts";

/** So much of a list is digested in one step. */
const DIGESTED_BYTES = 512 * 1024;

/** A list as it was read, or that it is the one before, or why it cannot be read. */
export type ReadList =
  | {
      readonly are: "new";
      readonly digest: string;
      readonly devices: DeviceList | undefined;
      readonly groups: GroupList | undefined;
    }
  | { readonly are: "same" }
  | { readonly are: "unreadable"; readonly words: string };

/** The devices and groups that a bridge lists. */
export class Lists {
  readonly #problems: Problems;
  readonly #digests = new Map<string, string>();
  #directory = new TopicResolver([], []);
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

  find(topic: string): ResolvedTopic | undefined {
    return this.#directory.find(topic);
  }

  /** It is long, and said again at every connection: the same one is not read again. */
  *read(message: Message): Steps<ReadList> {
    const tooLong = tooLongIn(message);
    if (tooLong !== undefined) return { are: "unreadable", words: tooLong };
    const { topic, payload } = message;
    const digest = yield* digestOf(payload);
    if (this.#digests.get(topic) === digest) return { are: "same" };
    const devices = topic === DEVICES_TOPIC ? yield* parseDeviceList(payload) : undefined;
    const groups = topic === GROUPS_TOPIC ? yield* parseGroupList(payload) : undefined;
    return devices || groups ? { are: "new", digest, devices, groups } : { are: "unreadable", words: "it is no list" };
  }

  /** From now on it is this list that counts. */
  *take(topic: string, list: ReadList): Steps<"new" | "same" | "unreadable"> {
    if (list.are === "unreadable") this.#setAside(topic, list.words);
    if (list.are !== "new") return list.are;
    this.#digests.set(topic, list.digest);
    if (list.devices) this.#takeDevices(list.devices);
    if (list.groups) this.#takeGroups(list.groups);
    yield;
    this.#directory = new TopicResolver(this.#devices?.devices ?? [], this.#groups?.groups ?? []);
    yield;
    return "new";
  }

  /** The one before is read again when it is said again: there is no problem any more then. */
  #setAside(topic: string, words: string): void {
    this.#digests.delete(topic);
    this.#problems.add(topic, `${words}: what was known before is kept`);
  }

  #takeDevices(list: DeviceList): void {
    const before = this.#devices?.devices ?? [];
    this.#devices = list.isWhole
      ? { ...list, gone: goneFrom(before, list) }
      : { ...list, ...withDevices(list, this.#devices) };
    this.#tell(list, [DEVICES_TOPIC, ...[...before, ...list.devices].map(({ name }) => name)]);
  }

  #takeGroups(list: GroupList): void {
    this.#groups = list.isWhole ? list : { ...list, groups: withGroups(list, this.#groups) };
    this.#tell(list, [GROUPS_TOPIC]);
  }

  #tell({ problems }: DeviceList | GroupList, subjects: readonly string[]): void {
    this.#problems.forget(new Set(subjects));
    for (const { about, words } of problems) this.#problems.add(about, words);
  }
}

/** Taken a piece at a time. */
function* digestOf(payload: Uint8Array): Steps<string> {
  const hash = createHash("sha1");
  for (let at = 0; at < payload.byteLength; at += DIGESTED_BYTES) {
    hash.update(payload.subarray(at, at + DIGESTED_BYTES));
    yield;
  }
  return hash.digest("base64");
}

function goneFrom(before: readonly DeviceEntry[], { devices }: DeviceList): readonly DeviceId[] {
  const listed = new Set(devices.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !listed.has(id));
}

/** Beside what could be read of a list, what an earlier one said: who is missing now may be there all the same. */
function withDevices({ devices, network }: DeviceList, known: DeviceList | undefined) {
  const read = new Set(devices.map(({ ieeeAddress }) => ieeeAddress));
  const missing = known?.devices.filter(({ ieeeAddress }) => !read.has(ieeeAddress)) ?? [];
  return { devices: [...devices, ...missing].slice(0, MOST_DEVICES), network: network ?? known?.network };
}

function withGroups({ groups }: GroupList, known: GroupList | undefined): GroupList["groups"] {
  const read = new Set(groups.map(({ number }) => number));
  return [...groups, ...(known?.groups.filter(({ number }) => !read.has(number)) ?? [])].slice(0, MOST_GROUPS);
}
