import { createHash } from "node:crypto";
import type { DeviceId } from "../../../../core/home/model/ids.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Problems } from "../problems.ts";
import { tooLongReason } from "./link/message-limits.ts";
import type { Message } from "./link/transport.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import { DEVICES_TOPIC, type DeviceList, MOST_DEVICES, parseDeviceList } from "./protocol/device-list.ts";
import { GROUPS_TOPIC, type GroupEntry, type GroupList, MOST_GROUPS, parseGroupList } from "./protocol/group-list.ts";

/** So many bytes of a list are hashed in one step. */
const STEP_BYTES = 512 * 1024;

/** A parsed list, or that it equals the list before, or why it cannot be parsed. */
export type ParsedList =
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
  #resolver = new TopicResolver([], []);
  #devices: DeviceList | undefined;
  #groups: GroupList | undefined;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** As last listed; undefined before the first list. */
  get devices(): DeviceList | undefined {
    return this.#devices;
  }

  get groups(): GroupList | undefined {
    return this.#groups;
  }

  static isList({ topic }: Message): boolean {
    return topic === DEVICES_TOPIC || topic === GROUPS_TOPIC;
  }

  /** Whether a list, and each of its entries, was readable. */
  static isWhole(list: ParsedList): boolean {
    if (list.are === "new") return (list.devices ?? list.groups)?.isWhole !== false;
    return list.are === "same";
  }

  resolve(topic: string): ResolvedTopic | undefined {
    return this.#resolver.resolve(topic);
  }

  /** Lists are long, and delivered again at every connection: an unchanged list is not parsed again. */
  *parse(message: Message): Steps<ParsedList> {
    const tooLong = tooLongReason(message);
    if (tooLong !== undefined) return { are: "unreadable", words: tooLong };
    const { topic, payload } = message;
    const digest = yield* digestOf(payload);
    if (this.#digests.get(topic) === digest) return { are: "same" };
    const devices = topic === DEVICES_TOPIC ? yield* parseDeviceList(payload) : undefined;
    const groups = topic === GROUPS_TOPIC ? yield* parseGroupList(payload) : undefined;
    return devices || groups
      ? { are: "new", digest, devices, groups }
      : { are: "unreadable", words: "it is not a JSON list" };
  }

  /** Replaces the current list. */
  *apply(topic: string, list: ParsedList): Steps<"new" | "same" | "unreadable"> {
    if (list.are === "unreadable") this.#reject(topic, list.words);
    if (list.are !== "new") return list.are;
    this.#digests.set(topic, list.digest);
    if (list.devices) this.#applyDevices(list.devices);
    if (list.groups) this.#applyGroups(list.groups);
    yield;
    this.#resolver = new TopicResolver(this.#devices?.devices ?? [], this.#groups?.groups ?? []);
    yield;
    return "new";
  }

  /** The current list is parsed again when it is delivered again, which solves the problem. */
  #reject(topic: string, words: string): void {
    this.#digests.delete(topic);
    this.#problems.add(topic, `${words}: the previous list is kept`);
  }

  #applyDevices(list: DeviceList): void {
    const before = this.#devices?.devices ?? [];
    this.#devices = list.isWhole
      ? { ...list, gone: goneFrom(before, list) }
      : { ...list, ...withKnownDevices(list, this.#devices) };
    this.#replaceProblems(list, [DEVICES_TOPIC, ...[...before, ...list.devices].map(({ name }) => name)]);
  }

  #applyGroups(list: GroupList): void {
    this.#groups = list.isWhole ? list : { ...list, groups: withKnownGroups(list, this.#groups) };
    this.#replaceProblems(list, [GROUPS_TOPIC]);
  }

  #replaceProblems({ problems }: DeviceList | GroupList, subjects: readonly string[]): void {
    this.#problems.forget(new Set(subjects));
    for (const { about, words } of problems) this.#problems.add(about, words);
  }
}

/** The device or group that a topic belongs to, and the rest of the topic: "", "availability", "set". */
export type ResolvedTopic =
  | { readonly device: DeviceEntry; readonly rest: string }
  | { readonly group: GroupEntry; readonly rest: string };

/**
 * Finds the device or group of a topic. Names may contain slashes and end like a command, so a topic cannot be split by its
 * form: the longest name that the topic begins with counts.
 */
export class TopicResolver {
  readonly #byName = new Map<string, { readonly device: DeviceEntry } | { readonly group: GroupEntry }>();
  readonly #longest: number;

  constructor(devices: readonly DeviceEntry[], groups: readonly GroupEntry[]) {
    for (const group of groups) this.#byName.set(String(group.number), { group });
    for (const device of devices) this.#byName.set(device.ieeeAddress, { device });
    for (const group of groups) this.#byName.set(group.name, { group });
    for (const device of devices) this.#byName.set(device.name, { device });
    this.#longest = [...this.#byName.keys()].reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  resolve(topic: string): ResolvedTopic | undefined {
    for (let end = topic.length; end > 0; end = topic.lastIndexOf("/", end - 1)) {
      const found = end > this.#longest ? undefined : this.#byName.get(topic.slice(0, end));
      if (found) return { ...found, rest: topic.slice(end + 1) };
    }
    return undefined;
  }
}

function* digestOf(payload: Uint8Array): Steps<string> {
  const hash = createHash("sha1");
  for (let at = 0; at < payload.byteLength; at += STEP_BYTES) {
    hash.update(payload.subarray(at, at + STEP_BYTES));
    yield;
  }
  return hash.digest("base64");
}

function goneFrom(before: readonly DeviceEntry[], { devices }: DeviceList): readonly DeviceId[] {
  const listed = new Set(devices.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !listed.has(id));
}

/** The entries of a list that is not whole, together with those of the list before: a missing device may still exist. */
function withKnownDevices({ devices, network }: DeviceList, known: DeviceList | undefined) {
  const listed = new Set(devices.map(({ ieeeAddress }) => ieeeAddress));
  const missing = known?.devices.filter(({ ieeeAddress }) => !listed.has(ieeeAddress)) ?? [];
  return { devices: [...devices, ...missing].slice(0, MOST_DEVICES), network: network ?? known?.network };
}

function withKnownGroups({ groups }: GroupList, known: GroupList | undefined): GroupList["groups"] {
  const listed = new Set(groups.map(({ number }) => number));
  return [...groups, ...(known?.groups.filter(({ number }) => !listed.has(number)) ?? [])].slice(0, MOST_GROUPS);
}
