import { createHmac } from "node:crypto";
import { disguise } from "./anonymise-disguise.ts";
import { attributeAndPart, isHarmlessWord } from "./anonymise-words.ts";

/** How many different things were replaced. */
export interface Replaced {
  readonly addresses: number;
  readonly texts: number;
  readonly numbers: number;
}

const ADDRESS = /(0x[0-9a-f]{16})/i;
/** Those that are nobody's. */
const NOBODYS = /^0x(0{16}|f{16})$/i;

/** So many are remembered; the others are worked out anew each time, and not counted. */
const MOST_REMEMBERED = 50_000;
/** Longer texts are no names: they have no levels, and are not remembered. */
const LONGEST_REMEMBERED = 1024;

const NO_TEXT = 0xff;
const MOST_BYTES = 4096;
const BITS_OF_SHORT = 16;
const BYTES_OF_LONG = 5;

/** Gives everything another name, always the same for the same; without the secret nothing leads back. */
export class Pseudonyms {
  readonly #secret: Uint8Array;
  readonly #stirs: readonly Uint8Array[];
  /** Harmless words too: there are thousands of them in a list of devices. */
  readonly #whole = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #numbers = new Map<number, number>();

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#stirs = ["once", "twice", "thrice", "again"].map((round) => this.#bytes("number", round, 0x100));
  }

  get replaced(): Replaced {
    return { addresses: this.#addresses.size, texts: this.#texts.size, numbers: this.#numbers.size };
  }

  /** Level by level, as topics have them, so that a name is known again in every topic below it. */
  text(text: string): string {
    if (text.length > LONGEST_REMEMBERED) return this.#level(text);
    const levels = () => text.split("/").map((level) => this.#level(level));
    return remembered(this.#whole, text, () => levels().join("/"));
  }

  number(number: number): number {
    if (number === 0) return 0;
    return remembered(this.#numbers, number, () => {
      const size = Math.abs(number);
      const made = Number.isInteger(number) && size < 2 ** BITS_OF_SHORT ? this.#short(size) : this.#long(size);
      return Math.sign(number) * made;
    });
  }

  /** Bytes that are no text, as many and still none. */
  bytes(bytes: Uint8Array): Uint8Array {
    const count = Math.min(bytes.length, MOST_BYTES) - 1;
    return Buffer.concat([Uint8Array.of(NO_TEXT), this.#bytes("bytes", Buffer.from(bytes).toString("base64"), count)]);
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
    return text.length > LONGEST_REMEMBERED ? make() : remembered(this.#texts, text, make);
  }

  #address(address: string): string {
    if (NOBODYS.test(address)) return address;
    const plain = address.toLowerCase();
    const made = remembered(this.#addresses, plain, () => {
      return `0x${Buffer.from(this.#bytes("address", plain, 8)).toString("hex")}`;
    });
    return plain === address ? made : `0x${made.slice(2).toUpperCase()}`;
  }

  /** Zero stays zero, so nothing else becomes it. */
  #short(number: number): number {
    const made = this.#shuffled(number);
    return made === 0 ? this.#shuffled(0) : made;
  }

  /** One of 65,536 for one of 65,536: each half is stirred by the other, so that no two meet. */
  #shuffled(number: number): number {
    let [left, right] = [number >> 8, number & 0xff];
    for (const stir of this.#stirs) [left, right] = [right, left ^ (stir[right] ?? 0)];
    return left * 0x100 + right;
  }

  #long(size: number): number {
    const made = Buffer.from(this.#bytes("number", String(size), BYTES_OF_LONG)).readUIntBE(0, BYTES_OF_LONG);
    return Number.isInteger(size) ? made + 2 ** BITS_OF_SHORT : made + 0.5;
  }

  #bytes(kind: string, text: string, count: number): Uint8Array {
    const blocks: Uint8Array[] = [];
    for (let length = 0; length < count; length += 32) {
      // Not as UTF-8, in which halves of characters are all the same.
      const words = Buffer.from(`${kind} ${length} ${text}`, "utf16le");
      blocks.push(createHmac("sha256", this.#secret).update(words).digest());
    }
    return Buffer.concat(blocks).subarray(0, count);
  }
}

function remembered<Key, Value>(memory: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (memory.size < MOST_REMEMBERED) memory.set(key, made);
  return made;
}
