import type { Change } from "../../../src/core/home/changes/change.ts";
import type { Home } from "../../../src/core/home/home.ts";
import { isMatch } from "../../../src/edges/mqtt/broker/filters.ts";
import type { MessageType } from "../../../src/edges/mqtt/messages/message.ts";
import type { Wire } from "../http/http-client.ts";
import { eventIn, readForMqtt } from "./mqtt-fold.ts";
import { ORIGIN } from "./mqtt-gateway.ts";
import type { Received } from "./mqtt-subscriber.ts";

const TYPES = ["device", "light", "sync", "room", "scene"] as const satisfies readonly MessageType[];
const TOPICS = TYPES.flatMap((type) => ["add", "remove", "update"].map((action) => topicOf(type, action)));

/** Fields that no change of a resource of a type can carry, so an update that does tells all there is. */
const NEVER_CHANGED: Readonly<Record<MessageType, string>> = {
  device: "join_status",
  light: "motion_type",
  sync: "ability",
  room: "icon",
  scene: "icon",
};

/** What became of a resource: every state that a read ever showed, and when it came, was put elsewhere and went. */
interface Past {
  readonly states: string[];
  bornAt: number;
  /** When it was given its place in the list, where it may have been told of already. */
  placedAt: number;
  goneAt: number | undefined;
}

/** When the client asked how things of a type are, and which of them it was told of since. */
interface ResyncRequest {
  readonly at: number;
  readonly subscribe: number;
  readonly delivered: Set<string>;
}

/** What a client makes of a resource. */
interface View {
  readonly item: Wire;
  /** Whether all of it was told since the client asked: from then on it must be a state that once was. */
  isWhole: boolean;
}

/**
 * Stands beside a home and one client of its broker, which read everything long ago: sees to it that what the client is
 * told turns what it knew into what the reads answer, that nothing older follows something newer, and that how things
 * are is told once for each subscription, as they are at that moment. Time is counted in changes.
 */
export class ResyncWitness {
  readonly #home: Home;
  readonly #pasts = new Map<string, Past>();
  readonly #views = new Map<string, View>();
  /** Which of its states a resource was told in last, counted from the oldest that it can be. */
  readonly #deliveredStates = new Map<string, number>();
  readonly #filters = new Set<string>();
  /** Since when each topic is covered without a break. */
  readonly #coveredSince = new Map<string, number>();
  /** The last time for each type. */
  readonly #requests = new Map<string, ResyncRequest>();
  #isSendingSeen = false;
  #now = 0;
  /** How often the client has asked for something. */
  #subscribes = 0;

  constructor(home: Home) {
    this.#home = home;
    this.changed();
    for (const [key, item] of this.#read()) this.#views.set(key, { item, isWhole: false });
  }

  /** To be called after every change. */
  changed(change?: Change): void {
    this.#now += 1;
    const read = this.#read();
    const isNewHome = change !== undefined && "contents" in change;
    for (const [key, item] of read) this.#remember(key, JSON.stringify(item), isNewHome);
    for (const [key, past] of this.#pasts) if (!read.has(key)) past.goneAt ??= this.#now;
  }

  subscribed(filters: readonly string[]): void {
    this.#subscribes += 1;
    for (const filter of filters) this.#filters.add(filter);
    this.#cover();
    for (const [key, view] of this.#views) view.isWhole &&= this.#isFollowed(key);
    for (const type of TYPES) {
      const isRequested = filters.some((filter) => isMatch(filter, topicOf(type, "update")));
      if (isRequested) this.#requests.set(type, { at: this.#now, subscribe: this.#subscribes, delivered: new Set() });
    }
  }

  unsubscribed(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.delete(filter);
    this.#cover();
  }

  /** Nothing of what it asked for is left. */
  disconnected(): void {
    this.#filters.clear();
    this.#requests.clear();
    this.#cover();
  }

  /** At the very moment of sending, where a test sees that; gives a mark of that moment. */
  sent(message: Received): number {
    this.#isSendingSeen = true;
    const { key, type, value } = read(message);
    if (!value || !(NEVER_CHANGED[type] in value)) return this.#subscribes;
    const now = this.#read().get(key);
    if (!now) throw new Error(`${key} is delivered of, and is gone`);
    if (!isSame({ id: now.id, type, ...value }, now)) throw new Error(`${key} is not as it is delivered`);
    const request = this.#requests.get(type);
    if (!request) throw new Error(`${key} is delivered of without being request for`);
    if (request.delivered.has(key)) throw new Error(`${key} is delivered of twice`);
    request.delivered.add(key);
    return this.#subscribes;
  }

  received(message: Received, sentAt: number = this.#subscribes): void {
    const { key, type, action, item, value } = read(message);
    const known = this.#views.get(key);
    if (action === "remove") this.#views.delete(key);
    else if (!value) this.#see(key, { item, isWhole: true });
    else if (known) {
      const isAnswer = NEVER_CHANGED[type] in value && sentAt >= this.#askedSince(type);
      this.#see(key, { item: { ...known.item, ...value }, isWhole: known.isWhole || isAnswer });
    }
  }

  /** To be called once there is nothing more to be told. */
  expectAllDelivered(): void {
    const read = this.#read();
    for (const [key, item] of read) this.#expectKnown(key, item);
    for (const key of this.#views.keys()) if (!read.has(key)) this.#expectUndeliveredRemoval(key);
  }

  #expectKnown(key: string, item: Wire): void {
    const { bornAt = 0, placedAt = 0 } = this.#pasts.get(key) ?? {};
    const [request, view] = [this.#requests.get(item.type), this.#views.get(key)];
    if (!request || !this.#coveredSince.has(topicOf(item.type, "update"))) return;
    if (!view && this.#coveredSinceOf(item.type, "add") < bornAt)
      throw new Error(`${key} was added, and the client was not told`);
    if (view && this.#isFollowed(key) && !isSame(view.item, item))
      throw new Error(`${key} is known as\n${JSON.stringify(view.item)}\nand is\n${JSON.stringify(item)}`);
    const isOwed = placedAt <= request.at && this.#coveredSinceOf(item.type, "update") <= request.at;
    if (this.#isSendingSeen && isOwed && !request.delivered.has(key)) throw new Error(`${key} was left out`);
  }

  #expectUndeliveredRemoval(key: string): void {
    const [type = ""] = key.split("/");
    const { goneAt = 0 } = this.#pasts.get(key) ?? {};
    if (this.#coveredSinceOf(type, "remove") < goneAt) throw new Error(`${key} is gone, and the client was not told`);
  }

  #see(key: string, view: View): void {
    this.#views.set(key, view);
    if (!view.isWhole || !this.#isFollowed(key)) return;
    const states = this.#pasts.get(key)?.states ?? [];
    const state = states.indexOf(JSON.stringify(view.item), this.#deliveredStates.get(key));
    if (state === -1) throw new Error(`${key} is delivered as it never was, or as it was before it was delivered last`);
    this.#deliveredStates.set(key, state);
  }

  /** Whether a client hears of a resource from its beginning, or asked how it is since: else it can only guess. */
  #isFollowed(key: string): boolean {
    const [type = ""] = key.split("/");
    const { bornAt = 0 } = this.#pasts.get(key) ?? {};
    return bornAt <= (this.#requests.get(type)?.at ?? -1) || this.#coveredSinceOf(type, "add") < bornAt;
  }

  /** What comes again is new, whatever its id; what another home has as well has stayed, though perhaps not in its place. */
  #remember(key: string, state: string, isOtherHome: boolean): void {
    const past = this.#pasts.get(key) ?? { states: [], bornAt: this.#now, placedAt: this.#now, goneAt: undefined };
    if (past.goneAt !== undefined) [past.bornAt, past.goneAt] = [this.#now, undefined];
    if (past.bornAt === this.#now || isOtherHome) {
      past.placedAt = this.#now;
      for (const { delivered } of this.#requests.values()) delivered.delete(key);
    }
    if (past.states.at(-1) !== state) past.states.push(state);
    this.#pasts.set(key, past);
  }

  #cover(): void {
    for (const topic of TOPICS) {
      const isCovered = [...this.#filters].some((filter) => isMatch(filter, topic));
      if (!isCovered) this.#coveredSince.delete(topic);
      else if (!this.#coveredSince.has(topic)) this.#coveredSince.set(topic, this.#now);
    }
    for (const [key, view] of this.#views) {
      const [type = ""] = key.split("/");
      view.isWhole &&= this.#coveredSince.has(topicOf(type, "update"));
    }
  }

  /** What comes after the client has unsubscribed may be old by the time it subscribes again. */
  #askedSince(type: string): number {
    const isCovered = this.#coveredSince.has(topicOf(type, "update"));
    return (isCovered ? this.#requests.get(type)?.subscribe : undefined) ?? Number.POSITIVE_INFINITY;
  }

  #coveredSinceOf(type: string, action: string): number {
    return this.#coveredSince.get(topicOf(type, action)) ?? Number.POSITIVE_INFINITY;
  }

  #read(): Map<string, Wire> {
    const lists = readForMqtt(this.#home, ORIGIN);
    return new Map(TYPES.flatMap((type) => lists[type].map((item) => [`${type}/${item.id}`, item] as const)));
  }
}

/** A message; one that adds or removes has no `value`. */
function read(message: Received) {
  const delivered = eventIn(message);
  const item = delivered.item as Wire;
  const value: object | undefined = delivered.action === "update" ? item.value : undefined;
  return {
    action: delivered.action,
    type: delivered.type as MessageType,
    key: `${delivered.type}/${item.id}`,
    item,
    value,
  };
}

function topicOf(type: string, action: string): string {
  return `res/${type}/${action}`;
}

/** Order and spelling included. */
const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
