import { WIRE_TYPES, type WireType } from "../../../core/contract/events.ts";
import type { ListedCollection } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import { presentersFor } from "../../../core/present/events/snapshot.ts";
import type { Presenter } from "../../../core/present/texts.ts";
import { hasPicture } from "../../../core/present/wire/picture-address.ts";
import { FrontOf } from "../../../shared/front-of.ts";
import type { Steps } from "../../../shared/steps.ts";
import { type Digest, DigestSum, noDigest, toggle } from "./digest-sum.ts";

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

/** The digests of all resources of one type. */
class DigestsOfType {
  readonly texts: Texts;
  /** Resources whose digest is not made yet, or not the one of now. */
  readonly due = new Set<string>();
  readonly digests = new DigestSum();
  readonly #firstDue = new FrontOf(this.due);

  constructor(texts: Texts) {
    this.texts = texts;
  }

  /** Returns whether there was something to digest. */
  digestNext(): boolean {
    const id = this.#firstDue.next();
    if (id === undefined) return false;
    this.digests.set(id, this.texts.textOf(id));
    this.due.delete(id);
    return true;
  }

  clear(): void {
    this.due.clear();
    this.digests.clear();
  }
}

/**
 * The digests of all resources whose JSON is the same for every client, as one sum, and the JSON of the others: scenes
 * with a picture. Begins when it is needed for the first time; from then on every event marks what is to be digested anew.
 */
export class ResourceDigests {
  readonly #types: Readonly<Record<WireType, DigestsOfType>>;
  readonly #withPictures = new Map<string, string>();
  #scenesWithPictures: readonly string[] | undefined;
  /** Types whose resources are not all marked yet; undefined while no digest is needed. */
  #unlisted: Set<WireType> | undefined;

  constructor(home: Home) {
    const { devices, lights, syncBoxes, rooms, scenes, groupLights } = home;
    const presenters = presentersFor(home);
    const sceneTexts = textsOf(scenes, presenters.scene);
    this.#types = {
      device: new DigestsOfType(textsOf(devices, presenters.device)),
      light: new DigestsOfType(textsOf(lights, presenters.light)),
      sync: new DigestsOfType(textsOf(syncBoxes, presenters.sync)),
      room: new DigestsOfType(textsOf(rooms, presenters.room)),
      scene: new DigestsOfType({ ...sceneTexts, textOf: (id) => this.#takePicture(id, sceneTexts.textOf(id)) }),
      group_light: new DigestsOfType(textsOf(groupLights, presenters.group_light)),
    };
  }

  /** To be called for each event as it happens. */
  change({ type, item: { id } }: ChangedResource): void {
    if (this.#unlisted) this.#types[type].due.add(id);
  }

  /** Marks and digests all that is to be digested, a resource in each step. */
  *prepare(): Steps<void> {
    this.#unlisted ??= new Set(WIRE_TYPES);
    for (const type of this.#unlisted) {
      for (const id of this.#types[type].texts.ids()) {
        this.change({ type, item: { id } });
        yield;
      }
      this.#unlisted?.delete(type);
    }
    while (this.#digestNext()) yield;
  }

  /** Undefined where more has to be digested before than can be at once. */
  sum(): Digest | undefined {
    const dueCount = this.#all().reduce((count, { due }) => count + due.size, 0);
    if (this.#unlisted?.size !== 0 || dueCount > FEW) return undefined;
    while (this.#digestNext());
    const sum = noDigest();
    for (const { digests } of this.#all()) toggle(sum, digests.sum);
    return sum;
  }

  /** The same array as long as they are the same. */
  scenesWithPictures(): readonly string[] {
    this.#scenesWithPictures ??= [...this.#withPictures.values()];
    return this.#scenesWithPictures;
  }

  /** Forgets all digests. */
  end(): void {
    this.#unlisted = undefined;
    for (const ofType of this.#all()) ofType.clear();
    this.#withPictures.clear();
    this.#scenesWithPictures = undefined;
  }

  #all(): readonly DigestsOfType[] {
    return Object.values(this.#types);
  }

  /** Returns whether there was something to digest. */
  #digestNext(): boolean {
    return this.#all().some((ofType) => ofType.digestNext());
  }

  /** Keeps the JSON of a scene with a picture, and returns that of any other scene. */
  #takePicture(id: string, text: string | undefined): string | undefined {
    const withPicture = text !== undefined && hasPicture(text) ? text : undefined;
    if (this.#withPictures.get(id) !== withPicture) {
      if (withPicture === undefined) this.#withPictures.delete(id);
      else this.#withPictures.set(id, withPicture);
      this.#scenesWithPictures = undefined;
    }
    return withPicture === undefined ? text : undefined;
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
