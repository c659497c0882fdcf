import type { DeviceList } from "./device-list.ts";
import type { GroupEntry, GroupList } from "./group-list.ts";
import { whyNoTopic } from "./topic-name.ts";

/** Names that mean something else to Zigbee2MQTT in a topic: an endpoint, its own topics, a number, the coordinator. */
const OTHERWISE_READ = /\/|bridge|^\d+$|^coordinator$/i;

interface BridgeLists {
  readonly devices: DeviceList | undefined;
  readonly groups: GroupList | undefined;
}

/**
 * The topic of a group below the base topic: its number, or its name where a device has that number as its name, because
 * Zigbee2MQTT looks for a device first. Undefined where the name is ambiguous as well.
 */
export function groupTopic({ devices, groups }: BridgeLists, group: GroupEntry): string | undefined {
  const deviceNames = devices ? namesIn(devices) : new Set();
  const { name } = group;
  const number = String(group.number);
  if (!deviceNames.has(number)) return number;
  const isTaken = deviceNames.has(name) || groups?.groups.some((other) => other !== group && other.name === name);
  return isTaken || OTHERWISE_READ.test(name) || whyNoTopic(name) !== undefined ? undefined : name;
}

const CACHE = new WeakMap<DeviceList, ReadonlySet<string>>();

/** Computed once for each list. */
function namesIn(list: DeviceList): ReadonlySet<string> {
  const known = CACHE.get(list) ?? new Set(list.devices.map(({ name }) => name));
  CACHE.set(list, known);
  return known;
}
