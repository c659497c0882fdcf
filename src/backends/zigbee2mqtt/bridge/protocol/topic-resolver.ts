import type { DeviceEntry } from "./device-entry.ts";
import type { GroupEntry } from "./group-list.ts";

/** Whom a topic is about, and what of them: "", "availability", "set". */
export type ResolvedTopic =
  | { readonly device: DeviceEntry; readonly rest: string }
  | { readonly group: GroupEntry; readonly rest: string };

/**
 * Who is called what. Names may hold slashes and end like a command, so a topic is never taken apart by its looks: the
 * longest name that it begins with is meant.
 */
export class TopicResolver {
  readonly #called = new Map<string, { readonly device: DeviceEntry } | { readonly group: GroupEntry }>();
  readonly #longest: number;

  constructor(devices: readonly DeviceEntry[], groups: readonly GroupEntry[]) {
    for (const group of groups) this.#called.set(String(group.number), { group });
    for (const device of devices) this.#called.set(device.ieeeAddress, { device });
    for (const group of groups) this.#called.set(group.name, { group });
    for (const device of devices) this.#called.set(device.name, { device });
    this.#longest = [...this.#called.keys()].reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  find(topic: string): ResolvedTopic | undefined {
    for (let end = topic.length; end > 0; end = topic.lastIndexOf("/", end - 1)) {
      const found = end > this.#longest ? undefined : this.#called.get(topic.slice(0, end));
      if (found) return { ...found, rest: topic.slice(end + 1) };
    }
    return undefined;
  }
}
