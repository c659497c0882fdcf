import { hash } from "node:crypto";
import type { ReadableCollection } from "../../home/collection.ts";
import type { Home } from "../../home/home.ts";
import { type Id, idFrom } from "../../home/model/ids.ts";
import { presentersFor, type Snapshots } from "../../present/events/snapshot.ts";
import type { Presenter } from "../../present/texts.ts";
import type { Steps } from "../../shared/steps.ts";
import { withOrigin } from "./event-frames.ts";

/** For so many addresses, under which clients reach us, the digests of scenes are remembered. */
const MOST_ORIGINS = 8;

type Digests = Pick<IncrementalDigests<never>, "begin" | "digest" | "change" | "sum" | "end">;

/** The resource that an event is about. */
interface ChangedResource {
  readonly type: keyof ReturnType<typeof presentersFor>;
  readonly item: { readonly id: string };
}

/**
 * A hash of everything that clients follow, by which a client can check that it knows what the gateway knows.
 *
 * Each resource counts as its JSON: the fields in the order in which the snapshot or its `add` gave them, an update's
 * values put in the place of the former ones, no white space, numbers as they came, and text as UTF-8 with no other
 * escapes than JavaScript's `JSON.stringify` has: `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`, other control characters
 * below U+0020 and halves of surrogate pairs as `\u` with four small hexadecimal digits. The hash is the exclusive or
 * of the first 16 bytes of the SHA-256 of each of them, in whatever order, as 32 small hexadecimal digits; that of
 * nothing is 0 throughout.
 *
 * From `begin` to `end` every event updates the hash: when a heartbeat needs it, little is left to do, however large the
 * home is and however much has changed.
 */
export class StateHash {
  readonly #snapshots: Snapshots;
  readonly #incremental: Readonly<Record<Exclude<ChangedResource["type"], "scene">, Digests>>;
  /** A scene names the address of its picture, so each origin has digests of its own. */
  readonly #scenes = new Map<string, ListDigests>();

  constructor(home: Home, snapshots: Snapshots) {
    const { device, light, sync, room, group_light } = presentersFor(home);
    this.#snapshots = snapshots;
    this.#incremental = {
      device: new IncrementalDigests(home.devices, device),
      light: new IncrementalDigests(home.lights, light),
      sync: new IncrementalDigests(home.syncBoxes, sync),
      room: new IncrementalDigests(home.rooms, room),
      group_light: new IncrementalDigests(home.groupLights, group_light),
    };
  }

  begin(): void {
    for (const digests of Object.values(this.#incremental)) digests.begin();
  }

  /** Digests all resources, one in each step. What is left when the hash is needed is digested then. */
  *digest(): Steps<void> {
    for (const digests of Object.values(this.#incremental)) yield* digests.digest();
  }

  /** To be called for each event as it happens. */
  change({ type, item }: ChangedResource): void {
    if (type !== "scene") this.#incremental[type].change(item.id);
  }

  /** For clients that reach us at an address. */
  at(origin: string): string {
    const scenes = this.#scenesAt(origin).of(this.#snapshots.scenes(), (text) => withOrigin(text, origin));
    const sum = Object.values(this.#incremental).reduce((total, digests) => total ^ digests.sum(), scenes);
    return sum.toString(16).padStart(32, "0");
  }

  end(): void {
    for (const digests of Object.values(this.#incremental)) digests.end();
    this.#scenes.clear();
  }

  #scenesAt(origin: string): ListDigests {
    const known = this.#scenes.get(origin);
    if (known) return known;
    if (this.#scenes.size === MOST_ORIGINS) this.#scenes.clear();
    const digests = new ListDigests();
    this.#scenes.set(origin, digests);
    return digests;
  }
}

/** The digests of all resources of one kind, as one sum that every change updates. */
class IncrementalDigests<Resource extends { readonly id: Id<string> }> {
  readonly #collection: ReadableCollection<Resource>;
  readonly #presenter: Presenter<Resource>;
  readonly #digests = new Map<string, bigint>();
  #sum = 0n;
  /** The ids of resources that may have no digest yet. */
  #due: string[] = [];

  constructor(collection: ReadableCollection<Resource>, presenter: Presenter<Resource>) {
    this.#collection = collection;
    this.#presenter = presenter;
  }

  begin(): void {
    this.#due = this.#collection.all().map(({ id }) => id);
  }

  /** Digests all resources, one in each step, so that little is left to do for `sum`. */
  *digest(): Steps<void> {
    while (this.#due.length > 0) {
      this.#digestNext();
      yield;
    }
  }

  /** A resource was added, replaced or removed. */
  change(id: string): void {
    const resource = this.#collection.get(idFrom<Resource["id"]>(id));
    const text = resource && this.#presenter.present(resource);
    const digest = text === undefined ? 0n : digestOf(text);
    this.#sum ^= (this.#digests.get(id) ?? 0n) ^ digest;
    if (text === undefined) this.#digests.delete(id);
    else this.#digests.set(id, digest);
  }

  sum(): bigint {
    while (this.#due.length > 0) this.#digestNext();
    return this.#sum;
  }

  end(): void {
    this.#due = [];
    this.#digests.clear();
    this.#sum = 0n;
  }

  #digestNext(): void {
    const id = this.#due.pop();
    if (id !== undefined && !this.#digests.has(id)) this.change(id);
  }
}

/** The digests of a whole list of texts, as one sum. Only texts that were not in the last list are digested. */
class ListDigests {
  #texts: readonly string[] = [];
  #digests = new Map<string, bigint>();
  #sum = 0n;

  of(texts: readonly string[], complete: (text: string) => string): bigint {
    if (texts === this.#texts) return this.#sum;
    let sum = 0n;
    for (const text of texts) sum ^= this.#digest(text, complete);
    this.#texts = texts;
    this.#sum = sum;
    this.#dropFormer();
    return sum;
  }

  #digest(text: string, complete: (text: string) => string): bigint {
    const known = this.#digests.get(text);
    if (known !== undefined) return known;
    const digest = digestOf(complete(text));
    this.#digests.set(text, digest);
    return digest;
  }

  /** Only once there are many former texts: to drop them costs a pass over all digests. */
  #dropFormer(): void {
    if (this.#digests.size <= this.#texts.length * 1.25 + 100) return;
    this.#digests = new Map(this.#texts.map((text) => [text, this.#digests.get(text) ?? 0n]));
  }
}

/** The first 16 bytes of the SHA-256 of a text in UTF-8, as one number. */
const digestOf = (text: string): bigint => BigInt(`0x${hash("sha256", text, "hex").slice(0, 32)}`);
