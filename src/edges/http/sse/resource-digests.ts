import { hash } from "node:crypto";
import { WIRE_TYPES, type WireType } from "../../../core/contract/events.ts";
import type { ListedCollection } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import { presentersFor } from "../../../core/present/events/snapshot.ts";
import type { Presenter } from "../../../core/present/texts.ts";
import { hasPicture } from "../../../core/present/wire/picture-address.ts";
import { FrontOf } from "../../../shared/front-of.ts";
import type { Steps } from "../../../shared/steps.ts";

/** The first 16 bytes of the SHA-256 of a text in UTF-8, as one number. */
export const digestOf = (text: string): bigint => BigInt(`0x${hash("sha256", text, "hex").slice(0, 32)}`);

/** The resource that an event is about. */
export interface ChangedResource {
  readonly type: WireType;
  readonly item: { readonly id: string };
}

/** The resources of one type as their JSON. */
interface Texts {
  readonly ids: () => readonly string[];
  readonly textOf: (id: string) => string | undefined;
}

/** So few resources are digested at once, where a hash is needed at once. */
const FEW = 64;

/**
 * The digests of all resources whose JSON is the same for every client, as one sum, and the JSON of the others: scenes
 * with a picture. Begins when it is needed for the first time; from then on every event marks what is to be digested anew.
 */
export class ResourceDigests {
  readonly #texts: Readonly<Record<WireType, Texts>>;
  readonly #digests = new Map<string, bigint>();
  readonly #withPictures = new Map<string, string>();
  #scenesWithPictures: readonly string[] | undefined;
  #sum = 0n;
  /** Types whose resources are not all marked yet; undefined while no digest is needed. */
  #unlisted: Set<WireType> | undefined;
  /** Resources whose digest is not made yet, or not the one of now. */
  readonly #due = new Map<string, { readonly type: WireType; readonly id: string }>();
  readonly #firstDue = new FrontOf(this.#due);

  constructor(home: Home) {
    const { devices, lights, syncBoxes, rooms, scenes, groupLights } = home;
    const presenters = presentersFor(home);
    this.#texts = {
      device: textsOf(devices, presenters.device),
      light: textsOf(lights, presenters.light),
      sync: textsOf(syncBoxes, presenters.sync),
      room: textsOf(rooms, presenters.room),
      scene: textsOf(scenes, presenters.scene),
      group_light: textsOf(groupLights, presenters.group_light),
    };
  }

  /** To be called for each event as it happens. */
  change({ type, item: { id } }: ChangedResource): void {
    if (this.#unlisted) this.#due.set(`${type} ${id}`, { type, id });
  }

  /** Marks and digests all that is to be digested, a resource in each step. */
  *prepare(): Steps<void> {
    this.#unlisted ??= new Set(WIRE_TYPES);
    for (const type of this.#unlisted) {
      for (const id of this.#texts[type].ids()) {
        this.change({ type, item: { id } });
        yield;
      }
      this.#unlisted?.delete(type);
    }
    while (this.#digestNext()) yield;
  }

  /** Undefined where more has to be digested before than can be at once. */
  sum(): bigint | undefined {
    if (this.#unlisted?.size !== 0 || this.#due.size > FEW) return undefined;
    while (this.#digestNext());
    return this.#sum;
  }

  /** The same array as long as they are the same. */
  scenesWithPictures(): readonly string[] {
    this.#scenesWithPictures ??= [...this.#withPictures.values()];
    return this.#scenesWithPictures;
  }

  /** Forgets all digests. */
  end(): void {
    this.#unlisted = undefined;
    this.#due.clear();
    this.#digests.clear();
    this.#withPictures.clear();
    this.#scenesWithPictures = undefined;
    this.#sum = 0n;
  }

  /** Returns whether there was something to digest. */
  #digestNext(): boolean {
    const next = this.#firstDue.next();
    if (!next) return false;
    const [key, { type, id }] = next;
    const text = this.#texts[type].textOf(id);
    const isWithPicture = type === "scene" && text !== undefined && hasPicture(text);
    if (type === "scene") this.#setPicture(key, isWithPicture ? text : undefined);
    this.#setDigest(key, text === undefined || isWithPicture ? undefined : digestOf(text));
    this.#due.delete(key);
    return true;
  }

  #setDigest(key: string, digest: bigint | undefined): void {
    this.#sum ^= (this.#digests.get(key) ?? 0n) ^ (digest ?? 0n);
    if (digest === undefined) this.#digests.delete(key);
    else this.#digests.set(key, digest);
  }

  #setPicture(key: string, text: string | undefined): void {
    if (this.#withPictures.get(key) === text) return;
    if (text === undefined) this.#withPictures.delete(key);
    else this.#withPictures.set(key, text);
    this.#scenesWithPictures = undefined;
  }
}

const textsOf = <Resource extends { readonly id: Id<string> }>(
  collection: ListedCollection<Resource>,
  { present }: Presenter<Resource>,
): Texts => ({
  ids: () => collection.all().map(({ id }) => id),
  textOf: (id) => {
    const resource = collection.get(idFrom<Resource["id"]>(id));
    return resource && present(resource);
  },
});
