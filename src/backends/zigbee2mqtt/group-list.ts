import { countIn, isObject, type JsonObject, parsed, textIn, textOf } from "./json.ts";

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

/** Nothing when it is no list at all. */
export function readGroups(payload: Uint8Array): GroupList | undefined {
  const list = parsed(textOf(payload))?.value;
  if (!Array.isArray(list)) return undefined;
  const items: readonly unknown[] = list;
  const groups = new Map<number, GroupEntry>();
  for (const group of items.map(readGroup)) if (group && !groups.has(group.number)) groups.set(group.number, group);
  const lost = items.length - groups.size;
  const isRoom = ({ number, name }: GroupEntry) => number !== BIND_GROUP.number && name !== BIND_GROUP.name;
  return {
    groups: [...groups.values()].filter(isRoom),
    isWhole: lost === 0,
    problems: lost === 0 ? [] : [{ about: GROUPS_TOPIC, words: `${lost} of its entries cannot be read` }],
  };
}

function readGroup(value: unknown): GroupEntry | undefined {
  if (!isObject(value)) return undefined;
  const { id, friendly_name: name, members, scenes } = value;
  const number = countIn(id);
  if (number === undefined) return undefined;
  return {
    number,
    name: textIn(name) ?? String(number),
    members: [...new Set(objectsIn(members).flatMap(addressOf))],
    scenes: objectsIn(scenes).flatMap(readScene),
  };
}

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
