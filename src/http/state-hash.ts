import { hash } from "node:crypto";
import type { Snapshot } from "../present/snapshot.ts";
import { withOrigin } from "./event-frames.ts";

/** For how many addresses, under which clients reach us, the digests of scenes are kept. */
const KEPT_ORIGINS = 8;

/**
 * A hash of everything that clients follow, by which one can prove that it knows what the gateway knows.
 *
 * Each resource counts as its JSON: the fields in the order in which the snapshot or its `add` gave them, an update's
 * values put in the place of the former ones, no white space, numbers as they came, and text as UTF-8 with no other
 * escapes than JavaScript's `JSON.stringify` has: `\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`, other control characters
 * below U+0020 and halves of surrogate pairs as `\u` with four small hexadecimal digits. The hash is the exclusive or
 * of the first 16 bytes of the SHA-256 of each of them, in whatever order, as 32 small hexadecimal digits; that of
 * nothing is 0 throughout.
 */
export class StateHash {
  readonly #device = new ListHash();
  readonly #light = new ListHash();
  readonly #sync = new ListHash();
  readonly #room = new ListHash();
  /** A scene names the address of its picture, so each origin has digests of its own. */
  readonly #scene = new Map<string, ListHash>();

  of(snapshot: Snapshot, origin: string): string {
    const sum =
      this.#device.of(snapshot.device) ^
      this.#light.of(snapshot.light) ^
      this.#sync.of(snapshot.sync) ^
      this.#room.of(snapshot.room) ^
      this.#scenesAt(origin).of(snapshot.scene, (text) => withOrigin(text, origin));
    return sum.toString(16).padStart(32, "0");
  }

  #scenesAt(origin: string): ListHash {
    const kept = this.#scene.get(origin);
    if (kept) return kept;
    if (this.#scene.size === KEPT_ORIGINS) this.#scene.clear();
    const made = new ListHash();
    this.#scene.set(origin, made);
    return made;
  }
}

/** The hash of one list. Only what is new in it is digested. */
class ListHash {
  #texts: readonly string[] = [];
  #digests = new Map<string, bigint>();
  #sum = 0n;

  of(texts: readonly string[], spell = (text: string): string => text): bigint {
    if (texts === this.#texts) return this.#sum;
    let sum = 0n;
    for (const text of texts) sum ^= this.#digest(text, spell);
    this.#texts = texts;
    this.#sum = sum;
    this.#forgetFormer();
    return sum;
  }

  #digest(text: string, spell: (text: string) => string): bigint {
    const known = this.#digests.get(text);
    if (known !== undefined) return known;
    const digest = digestOf(spell(text));
    this.#digests.set(text, digest);
    return digest;
  }

  /** Now and then: to go through all that is kept takes longer than to find what is wanted. */
  #forgetFormer(): void {
    if (this.#digests.size <= this.#texts.length * 1.25 + 100) return;
    this.#digests = new Map(this.#texts.map((text) => [text, this.#digests.get(text) ?? 0n]));
  }
}

const digestOf = (text: string): bigint => BigInt(`0x${hash("sha256", text, "hex").slice(0, 32)}`);
