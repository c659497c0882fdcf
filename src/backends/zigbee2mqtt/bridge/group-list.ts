import { firstFew } from "../first-few.ts";
import { countIn, isObject, type JsonObject, parsed, textIn, textOf } from "../json.ts";
import { quoted } from "../models/quoted.ts";
import { itemsOf } from "./list-items.ts";

export interface GroupScene {
  readonly number: number;
  readonly name: string;
}

/** A group as Zigbee2MQTT lists it: a room with what is in it. */
export interface GroupEntry {
  readonly number: number;
  /** The topic that it is spoken to on, below the base. */
  readonly name: string;
  /** Addresses of devices. */
  readonly members: readonly string[];
  readonly scenes: readonly GroupScene[];
}

/** What `bridge/groups` says. */
export interface GroupList {
  readonly groups: readonly GroupEntry[];
  /** Whether a group that is not in it is gone. */
  readonly isWhole: boolean;
  readonly problems: readonly { readonly about: string; readonly words: string }[];
}

export const GROUPS_TOPIC = "bridge/groups";

/** Always there, for remotes that are bound to nothing else: no room. */
const BIND_GROUP = { number: 901, name: "default_bind_group" };

/** Zigbee has no more of them, and of the rest no house has. */
const MOST = { number: 0xffff, members: 10_000, scenes: 1_000 };
const SET_ASIDE = "the others are set aside";

/** Nothing when it is no list at all. */
export function readGroups(payload: Uint8Array): GroupList | undefined {
  const list = itemsOf(payload);
  if (!list) return undefined;
  const groups = new Map<number, GroupEntry>();
  for (const item of list.items) {
    const group = readGroup(parsed(textOf(item))?.value);
    if (group && !groups.has(group.number)) groups.set(group.number, group);
  }
  const lost = list.items.length - groups.size;
  const isRoom = ({ number, name }: GroupEntry) => number !== BIND_GROUP.number && name !== BIND_GROUP.name;
  const rooms = [...groups.values()].filter(isRoom);
  const problems = [
    ...list.problems,
    ...(lost === 0 ? [] : [`${lost} of its entries cannot be read`]),
    ...(list.isWhole ? [] : ["the list is not whole: nothing is removed by it"]),
    ...rooms.flatMap(excessOf),
  ];
  return {
    groups: rooms.map(withoutExcess),
    isWhole: list.isWhole && lost === 0,
    problems: firstFew(problems).map((words) => ({ about: GROUPS_TOPIC, words })),
  };
}

function readGroup(value: unknown): GroupEntry | undefined {
  if (!isObject(value)) return undefined;
  const { id, friendly_name: name, members, scenes } = value;
  const number = countIn(id);
  if (number === undefined || number > MOST.number) return undefined;
  return {
    number,
    name: textIn(name) ?? String(number),
    members: [...new Set(objectsIn(members).flatMap(addressOf))],
    scenes: objectsIn(scenes).flatMap(readScene),
  };
}

const excessOf = ({ name, members, scenes }: GroupEntry): readonly string[] => [
  ...(members.length > MOST.members ? [`${quoted(name)} has more than ${MOST.members} members: ${SET_ASIDE}`] : []),
  ...(scenes.length > MOST.scenes ? [`${quoted(name)} has more than ${MOST.scenes} scenes: ${SET_ASIDE}`] : []),
];

const withoutExcess = (group: GroupEntry): GroupEntry => ({
  ...group,
  members: group.members.slice(0, MOST.members),
  scenes: group.scenes.slice(0, MOST.scenes),
});

/** What holds no objects holds nothing. */
const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const addressOf = ({ ieee_address: address }: JsonObject): readonly string[] => {
  const text = textIn(address);
  return text === undefined ? [] : [text.toLowerCase()];
};

const readScene = ({ id, name }: JsonObject): readonly GroupScene[] => {
  const number = countIn(id);
  return number === undefined ? [] : [{ number, name: textIn(name) ?? `Scene ${number}` }];
};
