import type { MirroredResource } from "../../../core/home/changes/change.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { BucketEntry } from "../bucket-consumer.ts";
import { entryFrom, type FleetEntry } from "../fleet-entry.ts";
import { CONFLICT_KEY, CONFLICT_MILLIS, PRESENCE_KEY, PRESENCE_MILLIS, presenceFrom } from "../presence.ts";
import { Member } from "./member.ts";
import { type Held, MirroredEntries } from "./mirrored-entries.ts";
import { sharing } from "./sharing.ts";
import { type HasEntry, shownAs, turnOf } from "./shown-as.ts";

const PICTURE_KIND = "picture";
/** How the keys of lights begin. */
const LIGHTS = "lights.";

/** What one gateway can make every front remember: ten times the largest home, and some of what is not understood. */
const MOST_ENTRIES = 200_000;
const MOST_VIOLATIONS = 100;
const MOST_CONFLICT_LETTERS = 1_000;

/** A front's clock begins with its process, and entries are older than that. */
export const NEVER_MILLIS = Number.NEGATIVE_INFINITY;

/**
 * What all gateways of a fleet have, out of the entries that they put: `take` and the like say what came, `changes` what is
 * to be shown otherwise because of it. Knows no server and no clock.
 */
export class FleetMirror {
  readonly #entries = new MirroredEntries();
  readonly #members = new Map<string, Member>();
  /** What may have to be shown otherwise: `<kind>.<id>` each. */
  readonly #touched = new Set<string>();
  /** The entries that came since a snapshot began: the others are gone when it ends. */
  #seen: Set<string> | undefined;
  /** How far the front's clock is ahead of the servers': how old an entry of a snapshot is, is judged by it. */
  #aheadMillis = 0;

  /** Every gateway that has been added to the fleet, or has entries. */
  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The gateways that have a resource now, those that are there first. */
  waysTo(kind: Held["kind"], id: string): readonly Member[] {
    const ways = this.#entries.of(`${kind}.${id}`).filter(isCurrent);
    return ways.map(({ member }) => member).sort((one, other) => Number(one.isAway) - Number(other.isAway));
  }

  /** Whether the gateway with this id, as clients see it, has a resource. */
  isOf(gatewayId: string, kind: string, id: string): boolean {
    return this.#entries.of(`${kind}.${id}`).some(({ member }) => member.identity?.resetId === gatewayId);
  }

  /** The gateways with this id, as clients see it: one, or more where one is a copy of another. */
  gatewaysWith(gatewayId: string): readonly Member[] {
    return this.members.filter(
      ({ identity, name, presence }) => identity?.resetId === gatewayId && name !== undefined && presence,
    );
  }

  /** All that a gateway has, by the keys of its entries. */
  keysOf(gatewayId: string): readonly string[] {
    return this.gatewaysWith(gatewayId).flatMap(({ keys }) => [...keys]);
  }

  /** The gateways that have a resource, by their ids as clients see them. */
  ownersOf(key: string): readonly string[] {
    return this.#entries.of(key).flatMap(({ member }) => member.identity?.resetId ?? []);
  }

  /** A resource as one gateway has it. */
  shownAt(gatewayId: string, key: string): MirroredResource {
    const isHere = (held: Held) => held.member.identity?.resetId === gatewayId && isCurrent(held);
    return this.#resourceOf(key, this.#entries.of(key).find(isHere));
  }

  collisions(): readonly (readonly Held[])[] {
    return [...this.#entries.collisions()].map((held) => held.filter(isCurrent)).filter((held) => held.length > 1);
  }

  /** How many entries each gateway has that are left over from an earlier life of it. */
  leftOver(): ReadonlyMap<Member, number> {
    return this.#entries.leftOver();
  }

  /** At one moment, by both clocks. */
  beginSnapshot({ nowMillis, serverMillis }: { readonly nowMillis: number; readonly serverMillis: number }): void {
    this.#seen = new Set();
    this.#aheadMillis = nowMillis - serverMillis;
  }

  /** Drops what did not come. */
  endSnapshot(nowMillis: number): void {
    const seen = this.#seen;
    this.#seen = undefined;
    for (const member of this.#members.values()) {
      if (seen) this.#dropUnseen(member, seen);
      const { takenAtMillis } = member;
      if (takenAtMillis !== undefined) member.heardAtMillis = this.#heardAt(takenAtMillis, nowMillis);
    }
    this.judge(nowMillis);
  }

  #dropUnseen(member: Member, seen: ReadonlySet<string>): void {
    const isGone = (key: string) => !seen.has(`${member.id}.${key}`);
    for (const key of [...member.keys]) if (isGone(key)) this.#drop(member, key);
    if (isGone(PRESENCE_KEY)) member.presence = undefined;
    if (isGone(CONFLICT_KEY)) member.conflict = undefined;
  }

  /** Takes an entry of the bucket of the fleet. */
  take({ key, value, atMillis }: BucketEntry, nowMillis: number): void {
    this.#seen?.add(key);
    const [memberId = "", kind = "", id = ""] = key.split(".");
    const member = this.#member(memberId);
    const ownKey = key.slice(memberId.length + 1);
    if (kind === PRESENCE_KEY) this.#takePresence(member, value, { atMillis, nowMillis });
    else if (kind === CONFLICT_KEY) this.#takeConflict(member, value, { atMillis, nowMillis });
    else if (kind === PICTURE_KIND) this.#takePicture(member, id, value);
    else if (value === undefined) this.#forget(member, ownKey);
    else this.#takeResource(member, ownKey, value);
  }

  /** A gateway was added to the fleet under a name, or was removed from it. */
  enrol(memberId: string, name: string | undefined): void {
    if (this.#members.get(memberId)?.name === name) return;
    const member = this.#member(memberId);
    const isShownOtherwise = (member.name === undefined) !== (name === undefined);
    member.name = name;
    if (isShownOtherwise) this.#touchAll(member);
    this.#dropRemoved(member);
  }

  /** Which gateways are there, at a moment; none is given up that could not have been heard of since `blindUntilMillis`. */
  judge(nowMillis: number, blindUntilMillis = NEVER_MILLIS): void {
    if (this.#seen) return;
    for (const member of this.#members.values()) this.#judge(member, nowMillis, blindUntilMillis);
  }

  get isTouched(): boolean {
    return this.#touched.size > 0 && this.#seen === undefined;
  }

  /** What is to be shown otherwise, in an order in which nothing ever refers to what is not shown; none during a snapshot. */
  takeTouched(): readonly string[] {
    if (this.#seen) return [];
    const turns = [...this.#touched].sort().map((key) => ({ key, turn: turnOf(this.shown(key)) }));
    this.#touched.clear();
    return turns.sort((one, other) => one.turn - other.turn).map(({ key }) => key);
  }

  /** A resource as it is to be shown now. */
  shown(key: string): MirroredResource {
    return this.#resourceOf(key, this.#entries.shown(key));
  }

  /**
   * To be called at once with a home that was made of all that is shown: its copies have equal parts in common, and take
   * the place of what was parsed here. Does nothing if more has come since.
   */
  shareWith(home: Home): void {
    if (this.#seen || this.#touched.size > 0) return;
    this.#entries.adopt((held) => {
      const resources: { get(id: Id<string>): object | undefined } = home[held.kind];
      return isShownAsItIs(held)
        ? (resources.get(idFrom(held.resource.id)) as Held["resource"] | undefined)
        : undefined;
    });
  }

  #resourceOf(key: string, held: Held | undefined): MirroredResource {
    const [kind = "", id = ""] = key.split(".");
    return { in: kind, id, after: held && shownAs(held, this.#has) } as MirroredResource;
  }

  #takePresence(
    member: Member,
    value: string | undefined,
    { atMillis, nowMillis }: { readonly atMillis: number; readonly nowMillis: number },
  ): void {
    const presence = value === undefined ? undefined : presenceFrom(value);
    const isOtherLife = presence?.epoch !== member.presence?.epoch;
    if (presence || value === undefined) member.violations.delete(PRESENCE_KEY);
    else member.violations.set(PRESENCE_KEY, `${PRESENCE_KEY}: no presence of a gateway`);
    member.presence = presence;
    member.takenAtMillis = atMillis;
    member.heardAtMillis = nowMillis;
    member.isPresenceRemoved = value === undefined;
    if (isOtherLife) {
      this.#touchAll(member);
      this.#countLit(member, [...member.keys]);
    }
    if (!this.#seen) this.#judge(member, nowMillis, NEVER_MILLIS);
    this.#dropRemoved(member);
  }

  /** In a snapshot it may be old. */
  #takeConflict(
    member: Member,
    value: string | undefined,
    { atMillis, nowMillis }: { readonly atMillis: number; readonly nowMillis: number },
  ): void {
    const heardAtMillis = this.#seen ? this.#heardAt(atMillis, nowMillis) : nowMillis;
    member.conflict = value === undefined ? undefined : { text: value.slice(0, MOST_CONFLICT_LETTERS), heardAtMillis };
  }

  /** When a server took an entry, by the front's clock. */
  #heardAt(takenAtMillis: number, nowMillis: number): number {
    return Math.min(nowMillis, takenAtMillis + this.#aheadMillis);
  }

  #judge(member: Member, nowMillis: number, blindUntilMillis: number): void {
    const conflictMillis = Math.max(member.conflict?.heardAtMillis ?? NEVER_MILLIS, blindUntilMillis);
    if (nowMillis - conflictMillis > CONFLICT_MILLIS.holds) member.conflict = undefined;
    const heardAtMillis = Math.max(member.heardAtMillis ?? NEVER_MILLIS, blindUntilMillis);
    const isAlive = member.presence !== undefined && !member.presence.stopped;
    const isAway = !isAlive || nowMillis - heardAtMillis > PRESENCE_MILLIS.lease;
    if (isAway === member.isAway) return;
    member.isAway = isAway;
    this.#touchAll(member);
  }

  #takePicture(member: Member, id: string, value: string | undefined): void {
    if (value === undefined) member.pictures.remove(id);
    else if (!member.pictures.put(id, value)) return;
    for (const key of member.keys) if (key.startsWith("scenes.")) this.#touched.add(key);
  }

  #takeResource(member: Member, key: string, value: string): void {
    const isOneTooMany = member.keys.size >= MOST_ENTRIES && !member.keys.has(key);
    const entry = isOneTooMany ? `more than ${MOST_ENTRIES} entries` : entryFrom(key, value);
    if (typeof entry === "string") {
      if (member.violations.size < MOST_VIOLATIONS) member.violations.set(key, entry);
      this.#drop(member, key);
    } else {
      member.violations.delete(key);
      this.#hold(member, key, entry);
    }
  }

  #hold(member: Member, key: string, { in: kind, id, epoch, resource }: FleetEntry): void {
    if (kind === "identity") {
      const before = member.identity;
      member.identity = resource as Identity;
      // Who follows it alone knows it by this id.
      if (before?.resetId !== member.identity.resetId) this.#touchAll(member);
      return;
    }
    // Each gateway has a whole house and an unassigned room; the fleet has one of each over all.
    if (kind === "rooms" && (resource as Room).kind !== "normal") {
      member.derivedRoomIds.add(id);
      this.#touchThoseNaming(member, kind);
      return;
    }
    if (!member.keys.has(key)) this.#touchThoseNaming(member, kind);
    member.keys.add(key);
    const former = this.#entries.heldBy(member, key)?.resource;
    const shared = sharing(resource as Held["resource"], former);
    this.#entries.put(key, { member, kind, epoch: member.oneText(epoch), resource: shared });
    this.#touched.add(key);
    this.#countLit(member, [key]);
  }

  #forget(member: Member, key: string): void {
    member.violations.delete(key);
    this.#drop(member, key);
  }

  /** A gateway puts its presence until it is removed: who removes it from the fleet then purges its entries, without a word. */
  #dropRemoved(member: Member): void {
    if (member.name !== undefined || !member.isPresenceRemoved) return;
    for (const key of [...member.keys]) this.#drop(member, key);
    this.#members.delete(member.id);
  }

  #drop(member: Member, key: string): void {
    if (!member.keys.delete(key)) return;
    this.#entries.remove(key, member);
    member.lit.delete(key.slice(LIGHTS.length));
    this.#touched.add(key);
    this.#touchThoseNaming(member, key.split(".")[0] ?? "");
  }

  /** Looks again whether lights are on, where they or their devices have changed. */
  #countLit(member: Member, keys: readonly string[]): void {
    for (const key of keys) {
      const held = this.#entries.heldBy(member, key);
      if (held?.kind === "lights") this.#judgeLit(member, held);
      if (held?.kind === "devices") {
        for (const id of (held.resource as Device).lightIds) {
          const light = this.#entries.heldBy(member, LIGHTS + id);
          if (light) this.#judgeLit(member, light);
        }
      }
    }
  }

  #judgeLit(member: Member, { epoch, resource }: Held): void {
    const { id, on, deviceId } = resource as Light;
    const device = on && member.isOf(epoch) ? this.#entries.heldBy(member, `devices.${deviceId}`) : undefined;
    if (device && (device.resource as Device).online) member.lit.add(id);
    else member.lit.delete(id);
  }

  /** Rooms name devices; scenes and sync boxes name rooms. In a snapshot all of them come anyway. */
  #touchThoseNaming(member: Member, kind: string): void {
    const naming = kind === "devices" ? ["rooms."] : kind === "rooms" ? ["scenes.", "syncBoxes."] : [];
    if (naming.length === 0 || this.#seen) return;
    for (const key of member.keys) if (naming.some((begin) => key.startsWith(begin))) this.#touched.add(key);
  }

  readonly #has: HasEntry = (member, key) =>
    this.#entries.of(key).some((held) => held.member === member && isCurrent(held));

  #touchAll(member: Member): void {
    for (const key of member.keys) this.#touched.add(key);
  }

  #member(id: string): Member {
    const member = this.#members.get(id) ?? new Member(id);
    this.#members.set(id, member);
    return member;
  }
}

const isCurrent = ({ member, epoch }: Held): boolean => member.isOf(epoch) && member.name !== undefined;

/** Of the others, what they refer to may be missing. */
const isShownAsItIs = (held: Held): boolean =>
  isCurrent(held) && (held.kind === "lights" || (held.kind === "devices" && !held.member.isAway));
