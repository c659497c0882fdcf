import type { JsonObject } from "../../../../shared/is-object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import type { GroupEntry } from "../bridge/protocol/group-list.ts";
import { groupsOf } from "../bridge/protocol/group-memberships.ts";
import { groupTopic } from "../bridge/protocol/group-topic.ts";
import type { LightTracker } from "./light-tracker.ts";

/** What one lamp is to be sent; no payload where it can do nothing of its command. */
export interface LampCommand {
  readonly tracker: LightTracker;
  readonly payload: JsonObject | undefined;
}

interface LampMessage {
  readonly bridge: Bridge;
  readonly topic: string;
  readonly payload: JsonObject;
}

/** Whether a device that is not commanded would hear a message to its group. */
type CanHear = (device: DeviceEntry) => boolean;

/**
 * The messages that commands come to. Lamps that are sent the same and are all that a Zigbee group has get it as one
 * message to the group, which goes through the air once.
 */
export function* messagesFor(commands: readonly LampCommand[], canHear: CanHear): Steps<readonly LampMessage[]> {
  const alike = new Map<string, LampCommand[]>();
  for (const command of commands) {
    const key = `${command.tracker.listed.bridge.name} ${JSON.stringify(command.payload)}`;
    const same = alike.get(key);
    if (same) same.push(command);
    else alike.set(key, [command]);
    yield;
  }
  const messages: LampMessage[] = [];
  for (const same of alike.values()) {
    messages.push(...messagesForAlike(same, canHear), ...same.flatMap(gradientRead));
    yield;
  }
  return messages;
}

function messagesForAlike(same: readonly LampCommand[], canHear: CanHear): readonly LampMessage[] {
  const [first] = same;
  if (!first?.payload) return [];
  const { payload } = first;
  const { bridge } = first.tracker.listed;
  // A group addresses whole devices.
  const single = same.filter(({ tracker }) => tracker.lamp.endpoint === null);
  const left = new Set(single.map(({ tracker }) => tracker.listed.entry.ieeeAddress));
  const topics: string[] = [];
  for (const group of groupsWithin(bridge, new Set(left), canHear)) {
    const reached = group.members.filter((address) => left.has(address));
    const topic = reached.length < 2 ? undefined : groupTopic(bridge, group);
    if (topic === undefined) continue;
    topics.push(`${topic}/set`);
    for (const address of reached) left.delete(address);
  }
  for (const { tracker } of same) {
    const { ieeeAddress } = tracker.listed.entry;
    if (tracker.lamp.endpoint !== null || left.has(ieeeAddress)) topics.push(`${ieeeAddress}/set`);
  }
  return topics.map((topic) => ({ bridge, topic, payload }));
}

/** The groups that have none but these devices, and such as cannot hear; the largest first. */
function groupsWithin(bridge: Bridge, addresses: ReadonlySet<string>, canHear: CanHear): readonly GroupEntry[] {
  if (addresses.size < 2) return [];
  const numbers = new Set([...addresses].flatMap((address) => groupsOf(bridge.groups, address)));
  const others = new Map<string, DeviceEntry>();
  for (const device of bridge.devices?.devices ?? []) {
    if (!addresses.has(device.ieeeAddress)) others.set(device.ieeeAddress, device);
  }
  const isStranger = (address: string) => {
    if (addresses.has(address)) return false;
    const device = others.get(address);
    return device === undefined || canHear(device);
  };
  return (bridge.groups?.groups ?? [])
    .filter(({ number, members }) => numbers.has(number) && !members.some(isStranger))
    .toSorted((one, other) => other.members.length - one.members.length);
}

/** Zigbee2MQTT reports a gradient that was set only when the gradient is read. */
function gradientRead({ tracker, payload }: LampCommand): readonly LampMessage[] {
  const { gradient } = tracker.lamp;
  if (!gradient || !payload?.[gradient.property]) return [];
  const { bridge, entry } = tracker.listed;
  return [{ bridge, topic: `${entry.ieeeAddress}/get`, payload: { [gradient.property]: "" } }];
}
