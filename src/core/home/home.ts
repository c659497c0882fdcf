import { type Replacement, type ResourceReplacement, reversed } from "./changes/replacement.ts";
import { Collection, type ListedCollection, type Order, type ReadableCollection } from "./collection.ts";
import { GroupLights } from "./group-lights.ts";
import { HomeIndexes } from "./indexes.ts";
import { interned } from "./intern.ts";
import type { AccessKey } from "./model/access-key.ts";
import type { HomeContents, HomeResources } from "./model/contents.ts";
import type { Device } from "./model/device.ts";
import type { GroupLight } from "./model/group-light.ts";
import { type Identity, ownDeviceId } from "./model/identity.ts";
import { type DeviceId, idFrom, type RoomId, type SceneId } from "./model/ids.ts";
import type { Light } from "./model/light.ts";
import { forEachKind, RESOURCE_KINDS, type ResourceKind, type ResourceKinds } from "./model/resource-kinds.ts";
import type { Room } from "./model/room.ts";
import type { Scene } from "./model/scene.ts";
import type { SyncBox } from "./model/sync-box.ts";
import { type NamedKind, NameIndex } from "./name-index.ts";
import { Placement } from "./placement.ts";

type Collections = { readonly [Kind in ResourceKind]: ReadableCollection<ResourceKinds[Kind]> };

/** As much of a home as lists of its resources are made from. */
export interface HomeLists {
  readonly order: Order;
  readonly devices: ListedCollection<Device>;
  readonly lights: ListedCollection<Light>;
  readonly syncBoxes: ListedCollection<SyncBox>;
  readonly rooms: ListedCollection<Room>;
  readonly scenes: ListedCollection<Scene>;
  readonly groupLights: ListedCollection<GroupLight>;
  readonly unassigned: Room | undefined;
  roomIdOf(deviceId: DeviceId): RoomId | undefined;
}

/** The home, read-only. */
export interface Home extends Collections {
  readonly identity: Identity;
  /** The order of all lists, devices in a room too. */
  readonly order: Order;
  /** The gateway's own device. */
  readonly gateway: Device | undefined;
  /** The devices of all gateways, its own included: a front of a fleet has many. */
  readonly gateways: readonly Device[];
  readonly wholeHouse: Room | undefined;
  readonly unassigned: Room | undefined;
  /** The lights of each room as one; they follow from the rest of the home. */
  readonly groupLights: ReadableCollection<GroupLight>;
  /** The room that a device was put in. */
  roomIdOf(deviceId: DeviceId): RoomId | undefined;
  activeSceneIdIn(roomId: RoomId): SceneId | undefined;
  /** The scenes of a room in the order of arrival, by an index. */
  scenesIn(roomId: RoomId): readonly Scene[];
  /** Another one after each change of a name, and of what is in which room. */
  readonly namings: number;
  /** The resources of a kind that have a name, whatever its case, in no order; by an index. */
  named<Kind extends NamedKind>(kind: Kind, name: string): readonly ResourceKinds[Kind][];
  countNamed(kind: NamedKind, name: string): number;
  /** The same by serial number. */
  withSerialNumber(serialNumber: string): readonly Device[];
}

/** The home that `Gateway` changes; all others see `Home`. */
export class MutableHome implements Home {
  identity: Identity;
  /** Another one after each change. */
  version = 0;
  namings = 0;
  readonly order: Order;
  readonly devices: Collection<Device>;
  readonly lights: Collection<Light>;
  readonly syncBoxes: Collection<SyncBox>;
  readonly rooms: Collection<Room>;
  readonly scenes: Collection<Scene>;
  readonly keys: Collection<AccessKey>;
  readonly groupLights: GroupLights;
  readonly #placement = new Placement();
  readonly #indexes = new HomeIndexes();
  readonly #names = new NameIndex();

  constructor(contents: HomeContents, order: Order = "arrival") {
    this.identity = contents.identity;
    this.order = order;
    this.devices = new Collection(order);
    this.lights = new Collection(order);
    this.syncBoxes = new Collection(order);
    this.rooms = new Collection(order);
    this.scenes = new Collection(order);
    this.keys = new Collection(order);
    this.groupLights = new GroupLights(this);
    for (const replacement of additions(interned(contents))) this.replace(replacement);
  }

  get gateway(): Device | undefined {
    return this.devices.get(ownDeviceId(this.identity));
  }

  get gateways(): readonly Device[] {
    return this.#indexes.gateways;
  }

  get wholeHouse(): Room | undefined {
    return this.#indexes.derivedRoom("wholeHouse");
  }

  get unassigned(): Room | undefined {
    return this.#indexes.derivedRoom("unassigned");
  }

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#placement.roomIdOf(deviceId);
  }

  activeSceneIdIn(roomId: RoomId): SceneId | undefined {
    return this.#indexes.activeSceneIdIn(roomId);
  }

  scenesIn(roomId: RoomId): readonly Scene[] {
    const placeOf = ({ id }: Scene) => this.scenes.placeOf(id) ?? 0;
    return this.#indexes.scenesIn(roomId).toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  named<Kind extends NamedKind>(kind: Kind, name: string): readonly ResourceKinds[Kind][] {
    return this.#present(kind, this.#names.named(kind, name));
  }

  countNamed(kind: NamedKind, name: string): number {
    return this.#names.countNamed(kind, name);
  }

  withSerialNumber(serialNumber: string): readonly Device[] {
    return this.#present("devices", this.#names.withSerialNumber(serialNumber));
  }

  /** Applies replacements; returns what undoes them, order included, while nothing else has changed since. */
  replaceAll(replacements: readonly Replacement[]): () => void {
    let formerPlaces: Map<Replacement, number | undefined> | undefined;
    for (const replacement of replacements) {
      if (isRemoval(replacement)) {
        formerPlaces ??= new Map();
        formerPlaces.set(replacement, this.#placeOf(replacement));
      }
      this.replace(replacement);
    }
    return () => {
      for (const replacement of replacements.toReversed())
        this.replace(reversed(replacement), formerPlaces?.get(replacement));
    };
  }

  /** A resource that is put back gets its former place in the order. */
  replace(replacement: Replacement, formerPlace?: number): void {
    this.version += 1;
    if (replacement.in === "identity") this.identity = replacement.after;
    else this.#put(replacement, formerPlace);
  }

  #present<Kind extends NamedKind>(kind: Kind, ids: readonly string[]): readonly ResourceKinds[Kind][] {
    const collection: Collections[Kind] = this[kind];
    return ids.flatMap((id) => collection.get(idFrom(id)) ?? []);
  }

  #placeOf({ in: kind, before }: ResourceReplacement): number | undefined {
    return before && (this[kind] as Collection<typeof before>).placeOf(before.id);
  }

  #put(replacement: ResourceReplacement, formerPlace?: number): void {
    const { before, after } = replacement;
    const collection = this[replacement.in] as Collection<NonNullable<typeof before>>;
    if (after) collection.put(after, formerPlace);
    else if (before) collection.remove(before.id);
    const isRoom = replacement.in === "rooms";
    const moved = isRoom ? this.#placement.follow(replacement.before, replacement.after) : [];
    if (isRoom || before?.name !== after?.name) this.namings += 1;
    this.#indexes.follow(replacement);
    this.#names.follow(replacement);
    this.groupLights.follow(replacement, moved);
  }
}

const isRemoval = (replacement: Replacement): replacement is ResourceReplacement =>
  replacement.in !== "identity" && replacement.before !== undefined && replacement.after === undefined;

/** The replacements that put contents into an empty home. */
export const additions = (contents: HomeContents): readonly ResourceReplacement[] =>
  RESOURCE_KINDS.flatMap((kind) =>
    contents[kind].map((after) => ({ in: kind, before: undefined, after }) as ResourceReplacement),
  );

/** The contents of a home at this moment. */
export const contentsOf = (home: Home): HomeContents => ({
  identity: home.identity,
  ...forEachKind<HomeResources>((kind) => home[kind].all()),
});
