import type { Home } from "../../../core/home/home.ts";
import { withOrigin } from "../../../core/present/wire/picture-address.ts";
import { RecentMap } from "../../../shared/recent-map.ts";
import type { Steps } from "../../../shared/steps.ts";
import { type Digest, digestOf, hexOf, noDigest, toggle } from "./digest-sum.ts";
import { type ChangedResource, ResourceDigests } from "./resource-digests.ts";

/** For so many origins, the last that were needed, the digest of all scenes with a picture is remembered. */
const MOST_ORIGINS = 64;

/** The digests of scenes for one origin, as one sum. */
interface SceneDigests {
  readonly texts: readonly string[];
  readonly sum: Digest;
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
 * Nearly all of it is the same for all clients, and digested once. A scene with a picture names the origin under which a
 * client reaches us, which the client chooses: such scenes are digested for each origin.
 */
export class StateHash {
  readonly #resources: ResourceDigests;
  /** By origin. */
  readonly #scenes = new RecentMap<SceneDigests>(MOST_ORIGINS);

  constructor(home: Home) {
    this.#resources = new ResourceDigests(home);
  }

  /** To be called for each event as it happens. */
  change(changed: ChangedResource): void {
    this.#resources.change(changed);
  }

  /** For clients that reach us under an origin; undefined where more has to be digested before than can be at once. */
  at(origin: string): string | undefined {
    const sum = this.#resources.sum();
    const texts = this.#resources.scenesWithPictures();
    const scenes = texts.length === 0 ? NO_SCENES : this.#scenes.peek(origin);
    if (sum === undefined || scenes === undefined || (texts.length > 0 && scenes.texts !== texts)) return undefined;
    toggle(sum, scenes.sum);
    return hexOf(sum);
  }

  /** Digests what the hash for an origin takes, a resource in each step. */
  *prepare(origin: string): Steps<void> {
    yield* this.#resources.prepare();
    const texts = this.#resources.scenesWithPictures();
    if (this.#scenes.peek(origin)?.texts === texts) return;
    const sum = noDigest();
    for (const text of texts) {
      toggle(sum, digestOf(withOrigin(text, origin)));
      yield;
    }
    this.#scenes.set(origin, { texts, sum });
    // More may have changed meanwhile.
    yield* this.#resources.prepare();
  }

  /** Nobody needs the hash any more. */
  end(): void {
    this.#resources.end();
    this.#scenes.clear();
  }
}

const NO_SCENES: SceneDigests = { texts: [], sum: noDigest() };
