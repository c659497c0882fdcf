import type { Gateway } from "../../../core/gateway/gateway.ts";
import type { ResourceWrite } from "../../../core/gateway/store.ts";
import { idOf, type Replacement } from "../../../core/home/changes/replacement.ts";
import { compareIds } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { entryKey, entryValue, isSharedKind, type SharedKind } from "../fleet-entry.ts";
import { PICTURE, ShownPictures } from "./shown-pictures.ts";

const IDENTITY = entryKey("identity", "identity");

/** In the order in which a home is filled, so that whatever a resource refers to is mostly there before it. */
const KINDS: readonly Exclude<SharedKind, "identity">[] = ["devices", "lights", "syncBoxes", "rooms", "scenes"];

/** A home as the entries of a bucket. */
export class HomeEntries {
  readonly #gateway: Pick<Gateway, "home" | "identity">;
  readonly #pictures: ShownPictures;

  constructor(gateway: Pick<Gateway, "home" | "identity">) {
    this.#gateway = gateway;
    this.#pictures = new ShownPictures(gateway.home);
  }

  /** The keys of all that the home has at the moment. */
  *keys(): Generator<string, undefined> {
    yield IDENTITY;
    for (const kind of KINDS) {
      if (kind === "scenes") yield* this.#pictures.keys();
      for (const { id } of this.#gateway.home[kind].all()) yield entryKey(kind, id);
    }
  }

  /** The keys of what a replacement concerns. */
  keysOf(replacement: Replacement): readonly string[] {
    const { in: kind } = replacement;
    if (!isSharedKind(kind)) return [];
    const key = entryKey(kind, idOf(replacement));
    return kind === "scenes" ? [...this.#pictures.follow(idFrom(idOf(replacement))), key] : [key];
  }

  /** The value of an entry as the home is at the moment; undefined if the home has no such thing. */
  valueOf(key: string, epoch: string): string | undefined {
    const [kind = "", id = "", part] = key.split(".");
    if (kind === PICTURE) return this.#pictures.valueOf(idFrom(id), Number(part), epoch);
    if (!isSharedKind(kind)) return undefined;
    const { identity, home } = this.#gateway;
    const after = kind === "identity" ? identity : asListed(home, kind, resourceOf(home, kind, id));
    return entryValue({ in: kind, id, after, isNew: false } as ResourceWrite, epoch);
  }
}

function resourceOf(home: Home, kind: (typeof KINDS)[number], id: string): object | undefined {
  const resources: { get(id: Id<string>): object | undefined } = home[kind];
  return resources.get(idFrom(id));
}

/**
 * A room names its devices in the order in which its gateway lists them. What a scene saved of its lamps stays at its
 * gateway, which activates it: of a large room it is more than an entry may hold.
 */
function asListed(home: Home, kind: SharedKind, resource: object | undefined): object | undefined {
  if (kind === "scenes" && resource) return withoutLamps(resource as Scene);
  if (kind !== "rooms" || !resource || home.order !== "id") return resource;
  const room = resource as Room;
  return room.kind === "normal" ? { ...room, deviceIds: room.deviceIds.toSorted(compareIds) } : room;
}

const withoutLamps = ({ lamps: _, ...scene }: Scene): object => scene;
