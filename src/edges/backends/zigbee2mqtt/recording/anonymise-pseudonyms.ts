import { createHmac } from "node:crypto";
import { attributeAndPart, isHarmlessWord } from "./anonymise-allow-list.ts";
import { disguise } from "./anonymise-disguise.ts";

/** How many different values were replaced. */
export interface Replaced {
  readonly addresses: number;
  readonly texts: number;
  readonly numbers: number;
}

const ADDRESS = /(0x[0-9a-f]{16})/i;
/** Addresses that belong to no device. */
const UNASSIGNED = /^0x(0{16}|f{16})$/i;

/** The size of each cache; pseudonyms beyond it are computed anew each time, and not counted. */
const MOST_CACHED = 50_000;
/** Longer texts are no names: they are not split into levels, and not cached. */
const LONGEST_CACHED = 1024;

const INVALID_UTF8 = 0xff;
const MOST_BYTES = 4096;
const BITS_OF_SHORT = 16;
const BYTES_OF_LONG = 5;

/** Replaces values by pseudonyms, always the same for the same value; without the secret they cannot be traced back. */
export class Pseudonyms {
  readonly #secret: Uint8Array;
  readonly #rounds: readonly Uint8Array[];
  /** Contains harmless words too: a list of devices has thousands of them. */
  readonly #whole = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #numbers = new Map<number, number>();

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#rounds = ["once", "twice", "thrice", "again"].map((round) => this.#bytes("number", round, 0x100));
  }

  get replaced(): Replaced {
    return { addresses: this.#addresses.size, texts: this.#texts.size, numbers: this.#numbers.size };
  }

  /** Level by level, as in topics, so that a name has the same pseudonym in every topic below it. */
  text(text: string): string {
    if (text.length > LONGEST_CACHED) return this.#level(text);
    const levels = () => text.split("/").map((level) => this.#level(level));
    return cached(this.#whole, text, () => levels().join("/"));
  }

  number(number: number): number {
    if (number === 0) return 0;
    return cached(this.#numbers, number, () => {
      const size = Math.abs(number);
      const made = Number.isInteger(number) && size < 2 ** BITS_OF_SHORT ? this.#short(size) : this.#long(size);
      return Math.sign(number) * made;
    });
  }

  /** Bytes that are no valid UTF-8: as many others, also invalid. */
  bytes(bytes: Uint8Array): Uint8Array {
    const count = Math.min(bytes.length, MOST_BYTES) - 1;
    return Buffer.concat([
      Uint8Array.of(INVALID_UTF8),
      this.#bytes("bytes", Buffer.from(bytes).toString("base64"), count),
    ]);
  }

  #level(level: string): string {
    if (level === "" || isHarmlessWord(level)) return level;
    const [attribute, part] = attributeAndPart(level) ?? [];
    if (attribute !== undefined && part !== undefined) return `${attribute}${this.#level(part)}`;
    if (!ADDRESS.test(level)) return this.#disguised(level);
    const pieces = level.split(ADDRESS);
    return pieces.map((piece) => (ADDRESS.test(piece) ? this.#address(piece) : this.#piece(piece))).join("");
  }

  #piece(piece: string): string {
    return piece === "" ? "" : this.#disguised(piece);
  }

  #disguised(text: string): string {
    const make = () => disguise(text, (count) => this.#bytes("text", text, count));
    return text.length > LONGEST_CACHED ? make() : cached(this.#texts, text, make);
  }

  #address(address: string): string {
    if (UNASSIGNED.test(address)) return address;
    const plain = address.toLowerCase();
    const made = cached(this.#addresses, plain, () => {
      return `0x${Buffer.from(this.#bytes("address", plain, 8)).toString("hex")}`;
    });
    return plain === address ? made : `0x${made.slice(2).toUpperCase()}`;
  }

  /** Zero stays zero, so no other number becomes zero. */
  #short(number: number): number {
    const made = this.#shuffled(number);
    return made === 0 ? this.#shuffled(0) : made;
  }

  /** A Feistel permutation of 16-bit numbers: no two numbers have the same pseudonym. */
  #shuffled(number: number): number {
    let [left, right] = [number >> 8, number & 0xff];
    for (const table of this.#rounds) [left, right] = [right, left ^ (table[right] ?? 0)];
    return left * 0x100 + right;
  }

  #long(size: number): number {
    const made = Buffer.from(this.#bytes("number", String(size), BYTES_OF_LONG)).readUIntBE(0, BYTES_OF_LONG);
    return Number.isInteger(size) ? made + 2 ** BITS_OF_SHORT : made + 0.5;
  }

  #bytes(kind: string, text: string, count: number): Uint8Array {
    const blocks: Uint8Array[] = [];
    for (let length = 0; length < count; length += 32) {
      // Not as UTF-8, in which all lone surrogates are the same.
      const input = Buffer.from(`${kind} ${length} ${text}`, "utf16le");
      blocks.push(createHmac("sha256", this.#secret).update(input).digest());
    }
    return Buffer.concat(blocks).subarray(0, count);
  }
}

function cached<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (cache.size < MOST_CACHED) cache.set(key, made);
  return made;
}
