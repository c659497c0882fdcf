import { counted } from "../../../../../shared/counted.ts";
import { isObject, type JsonObject } from "../../../../../shared/is-object.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { countIn, parseJson, quoted, textIn, textOf } from "../../json-values.ts";
import { firstProblems } from "../../problems.ts";
import { itemsOf, type ListEnd } from "./list-items.ts";

export interface GroupScene {
  readonly number: number;
  readonly name: string;
}

/** A group in the list of Zigbee2MQTT: a room with its devices and scenes. */
export interface GroupEntry {
  readonly number: number;
  /** The friendly name, which is also the topic of the group below the base topic. */
  readonly name: string;
  /** Addresses of devices. */
  readonly members: readonly string[];
  readonly scenes: readonly GroupScene[];
}

/** The content of `bridge/groups`. */
export interface GroupList {
  readonly groups: readonly GroupEntry[];
  /** Whether all entries could be parsed, so that a group that is not listed is gone. */
  readonly isWhole: boolean;
  readonly problems: readonly { readonly about: string; readonly words: string }[];
}

export const GROUPS_TOPIC = "bridge/groups";

/** A group that always exists, for remotes that are bound to nothing else: no room. */
const BIND_GROUP = { number: 901, name: "default_bind_group" };
const BIND_GROUPS = 1;

/** Zigbee has no higher numbers; the other limits are beyond any real home. */
export const MOST_GROUPS = 2_000;
const MOST = { number: 0xffff, members: 3_000, scenes: 256 };
const MOST_IN_ALL = { members: 50_000, scenes: 10_000 };
const SET_ASIDE = "the others are ignored";

/** Parses a list of groups, one group in each step; undefined where the payload is no list at all. */
export function* parseGroupList(payload: Uint8Array): Steps<GroupList | undefined> {
  const parser = new GroupListParser();
  const onItem = (bytes: Uint8Array) => parser.add(parseGroup(parseJson(textOf(bytes))?.value));
  const end = yield* itemsOf(payload, { most: MOST_GROUPS + BIND_GROUPS, onItem });
  return end && parser.end(end);
}

/** Collects the entries of a list. */
class GroupListParser {
  readonly #groups = new Map<number, GroupEntry>();
  readonly #excess: string[] = [];
  /** The totals that are used up: no group may have more of these. */
  readonly #full = new Set<"members" | "scenes">();
  #unreadable = 0;
  #members = 0;
  #scenes = 0;

  add(group: GroupEntry | undefined): void {
    if (!group || this.#groups.has(group.number)) this.#unreadable += 1;
    else this.#groups.set(group.number, isRoom(group) ? this.#withinLimits(group) : group);
  }

  end({ isWhole, problems }: ListEnd): GroupList {
    const words = [
      ...problems,
      ...(this.#unreadable === 0 ? [] : [`${counted(this.#unreadable, "entry")} cannot be read`]),
      ...(isWhole ? [] : ["the list is incomplete, so nothing is removed"]),
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
    if (within.members.length < group.members.length) this.#recordExcess(group, "members", mostMembers);
    if (within.scenes.length < group.scenes.length) this.#recordExcess(group, "scenes", mostScenes);
    return within;
  }

  #recordExcess({ name }: GroupEntry, what: "members" | "scenes", most: number): void {
    const isOwnLimit = most === MOST[what];
    if (isOwnLimit) this.#excess.push(`${quoted(name)} has more than ${most} ${what}: ${SET_ASIDE}`);
    else if (!this.#full.has(what)) {
      const { [what]: inAll } = MOST_IN_ALL;
      this.#excess.push(`the groups have more than ${inAll} ${what} in total: from ${quoted(name)} on, ${SET_ASIDE}`);
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

/** Items that are no objects are dropped. */
const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const addressOf = ({ ieee_address: address }: JsonObject): readonly string[] => {
  const text = textIn(address);
  return text === undefined ? [] : [text.toLowerCase()];
};

const parseScene = ({ id, name }: JsonObject): readonly GroupScene[] => {
  const number = countIn(id);
  return number === undefined ? [] : [{ number, name: textIn(name) ?? `Scene ${number}` }];
};
