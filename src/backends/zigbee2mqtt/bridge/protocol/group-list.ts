import type { Steps } from "../../../../shared/steps.ts";
import { firstProblems } from "../../first-few.ts";
import { countIn, isObject, type JsonObject, parseJson, textIn, textOf } from "../../json-values.ts";
import { quoted } from "../../models/quoted.ts";
import { itemsOf, type ListEnd } from "./list-items.ts";

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
const BIND_GROUPS = 1;

/** Zigbee has no higher numbers, and no house has so many of the rest. */
export const MOST_GROUPS = 2_000;
const MOST = { number: 0xffff, members: 3_000, scenes: 256 };
const MOST_IN_ALL = { members: 50_000, scenes: 10_000 };
const SET_ASIDE = "the others are set aside";

/** Reads a list of groups, one group in each step; nothing when it is no list at all. */
export function* parseGroupList(payload: Uint8Array): Steps<GroupList | undefined> {
  const reading = new Reading();
  const onItem = (bytes: Uint8Array) => reading.read(parseGroup(parseJson(textOf(bytes))?.value));
  const end = yield* itemsOf(payload, { most: MOST_GROUPS + BIND_GROUPS, onItem });
  return end && reading.end(end);
}

/** What was read of a list so far. */
class Reading {
  readonly #groups = new Map<number, GroupEntry>();
  readonly #excess: string[] = [];
  /** What there may be no more of, in whichever group. */
  readonly #full = new Set<"members" | "scenes">();
  #unreadable = 0;
  #members = 0;
  #scenes = 0;

  read(group: GroupEntry | undefined): void {
    if (!group || this.#groups.has(group.number)) this.#unreadable += 1;
    else this.#groups.set(group.number, isRoom(group) ? this.#withinLimits(group) : group);
  }

  end({ isWhole, problems }: ListEnd): GroupList {
    const words = [
      ...problems,
      ...(this.#unreadable === 0 ? [] : [`${this.#unreadable} of its entries cannot be read`]),
      ...(isWhole ? [] : ["the list is not whole: nothing is removed by it"]),
      ...this.#excess,
    ];
    return {
      groups: [...this.#groups.values()].filter(isRoom),
      isWhole: isWhole && this.#unreadable === 0,
      problems: firstProblems(words).map((one) => ({ about: GROUPS_TOPIC, words: one })),
    };
  }

  #withinLimits(group: GroupEntry): GroupEntry {
    const mostMembers = Math.min(MOST.members, MOST_IN_ALL.members - this.#members);
    const mostScenes = Math.min(MOST.scenes, MOST_IN_ALL.scenes - this.#scenes);
    const within = {
      ...group,
      members: group.members.slice(0, mostMembers),
      scenes: group.scenes.slice(0, mostScenes),
    };
    this.#members += within.members.length;
    this.#scenes += within.scenes.length;
    if (within.members.length < group.members.length) this.#note(group, "members", mostMembers);
    if (within.scenes.length < group.scenes.length) this.#note(group, "scenes", mostScenes);
    return within;
  }

  #note({ name }: GroupEntry, what: "members" | "scenes", most: number): void {
    const isOwnLimit = most === MOST[what];
    if (isOwnLimit) this.#excess.push(`${quoted(name)} has more than ${most} ${what}: ${SET_ASIDE}`);
    else if (!this.#full.has(what)) {
      const { [what]: inAll } = MOST_IN_ALL;
      this.#excess.push(`the groups have more than ${inAll} ${what} in all: from ${quoted(name)} on, ${SET_ASIDE}`);
      this.#full.add(what);
    }
  }
}

const isRoom = ({ number, name }: GroupEntry): boolean => number !== BIND_GROUP.number && name !== BIND_GROUP.name;

function parseGroup(value: unknown): GroupEntry | undefined {
  if (!isObject(value)) return undefined;
  const { id, friendly_name: name, members, scenes } = value;
  const number = countIn(id);
  if (number === undefined || number > MOST.number) return undefined;
  return {
    number,
    name: textIn(name) ?? String(number),
    members: [...new Set(objectsIn(members).flatMap(addressOf))],
    scenes: objectsIn(scenes).flatMap(parseScene),
  };
}

/** What holds no objects holds nothing. */
const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const addressOf = ({ ieee_address: address }: JsonObject): readonly string[] => {
  const text = textIn(address);
  return text === undefined ? [] : [text.toLowerCase()];
};

const parseScene = ({ id, name }: JsonObject): readonly GroupScene[] => {
  const number = countIn(id);
  return number === undefined ? [] : [{ number, name: textIn(name) ?? `Scene ${number}` }];
};
