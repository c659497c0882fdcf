import type { Home } from "../../home/home.ts";
import { presentedIn, type Snapshots } from "../../present/events/snapshot.ts";
import type { Steps } from "../../shared/steps.ts";
import { withOrigin } from "../sse/event-frames.ts";
import { FollowedDigests } from "./followed-digests.ts";
import { ListedDigests } from "./listed-digests.ts";

/** For how many addresses, under which clients reach us, the digests of scenes are kept. */
const KEPT_ORIGINS = 8;

type Digests = Pick<FollowedDigests<never>, "begin" | "digest" | "change" | "sum" | "end">;

/** What changed, as the journal tells it. */
interface Changed {
  readonly type: keyof ReturnType<typeof presentedIn>;
  readonly item: { readonly id: string };
}

/**
 * A hash of everything that clients follow, by which one can prove that it knows what the gateway knows.
 *
 * Each resource counts as its JSON: the fields in the order in which the snapshot or its `add` gave them, an update's
 * values put in the place of the former ones, no white space, numbers as they came, and text as UTF-8 with no other
 * escapes than JavaScript's `JSON.stringify` has: `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`, other control characters
 * below U+0020 and halves of surrogate pairs as `\u` with four small hexadecimal digits. The hash is the exclusive or
 * of the first 16 bytes of the SHA-256 of each of them, in whatever order, as 32 small hexadecimal digits; that of
 * nothing is 0 throughout.
 *
 * From `begin` to `end` it goes along with what happens: when it is asked for, little is left to do, however large the
 * home is and however much has changed.
 */
export class StateHash {
  readonly #snapshots: Snapshots;
  readonly #followed: Readonly<Record<Exclude<Changed["type"], "scene">, Digests>>;
  /** A scene names the address of its picture, so each origin has digests of its own. */
  readonly #scenes = new Map<string, ListedDigests>();

  constructor(home: Home, snapshots: Snapshots) {
    const { device, light, sync, room } = presentedIn(home);
    this.#snapshots = snapshots;
    this.#followed = {
      device: new FollowedDigests(home.devices, device),
      light: new FollowedDigests(home.lights, light),
      sync: new FollowedDigests(home.syncBoxes, sync),
      room: new FollowedDigests(home.rooms, room),
    };
  }

  begin(): void {
    for (const digests of Object.values(this.#followed)) digests.begin();
  }

  /** Digests what there is, a resource in each step. What is not digested when the hash is asked for is digested then. */
  *digest(): Steps<void> {
    for (const digests of Object.values(this.#followed)) yield* digests.digest();
  }

  /** To be told of each event as it happens. */
  change({ type, item }: Changed): void {
    if (type !== "scene") this.#followed[type].change(item.id);
  }

  /** For clients that reach us at an address. */
  at(origin: string): string {
    const scenes = this.#scenesAt(origin).of(this.#snapshots.scenes(), (text) => withOrigin(text, origin));
    const sum = Object.values(this.#followed).reduce((so, digests) => so ^ digests.sum(), scenes);
    return sum.toString(16).padStart(32, "0");
  }

  end(): void {
    for (const digests of Object.values(this.#followed)) digests.end();
    this.#scenes.clear();
  }

  #scenesAt(origin: string): ListedDigests {
    const kept = this.#scenes.get(origin);
    if (kept) return kept;
    if (this.#scenes.size === KEPT_ORIGINS) this.#scenes.clear();
    const made = new ListedDigests();
    this.#scenes.set(origin, made);
    return made;
  }
}
