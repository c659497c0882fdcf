import { Seeded } from "../../test/support/home/seeded.ts";

const LONG = "x".repeat(20_000);

/** Values that no field expects; some are no JSON at all, or more than a parser likes. */
const ODD_TEXTS = [
  "null",
  "true",
  "false",
  '""',
  "[]",
  "{}",
  "0",
  "-1",
  "1e308",
  "1e999",
  "-1e999",
  "0.1e-400",
  "9007199254740993",
  "NaN",
  "Infinity",
  "undefined",
  '"NaN"',
  '"ON"',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '"constructor"',
  '"+/#"',
  `"${LONG}"`,
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":null,"valueOf":1,"length":-1}',
  '[null,[null,{"a":[]}]]',
  `${"[".repeat(3_000)}${"]".repeat(3_000)}`,
] as const;

/** Now and then only: they are large. */
const DEEP_TEXT = `${'{"a":['.repeat(20_000)}${"]}".repeat(20_000)}`;

/** Breaks messages in every way there is, the same ones for the same seed. */
export class Mutations {
  readonly chance: Seeded;

  constructor(seed: number) {
    this.chance = new Seeded(seed);
  }

  /** A JSON text, broken within or as a whole. */
  ofText(text: string): Buffer {
    const ways = [
      () => Buffer.from(text.slice(0, this.chance.below(text.length + 1))),
      () => this.#flipped(Buffer.from(text)),
      () => this.#flipped(this.#flipped(Buffer.from(text))),
      () => Buffer.from(this.oddText()),
      () => Buffer.from(this.ofJson(text)),
      () => Buffer.from(this.ofJson(text)),
      () => Buffer.from(this.ofJson(this.ofJson(text))),
      () => Buffer.from(text + text),
      () => Buffer.alloc(0),
    ] as const;
    return this.chance.oneOf(ways)();
  }

  /** A JSON text in which one value is another, is gone, or stands there twice. It is still one thing, if no longer JSON. */
  ofJson(text: string): string {
    const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|-?\d[\d.eE+-]*|true|false|null/g)];
    const place = places[this.chance.below(Math.max(1, places.length))];
    if (!place) return this.oddText();
    const [before, found, after] = [text.slice(0, place.index), place[0], text.slice(place.index + place[0].length)];
    if (found.endsWith(":")) return before + this.#otherKey(found) + after;
    return before + this.#otherValue(found) + after;
  }

  oddText(): string {
    return this.chance.below(500) === 0 ? DEEP_TEXT : this.chance.oneOf(ODD_TEXTS);
  }

  /** A field under a name that it does not have, twice, or with one beside it that means something else. */
  #otherKey(key: string): string {
    const ways = [
      '"__proto__":',
      '"constructor":',
      `"${LONG}":`,
      '"":',
      `${key}${this.oddText()},${key}`,
      '"x":',
    ] as const;
    return this.chance.oneOf(ways);
  }

  #otherValue(value: string): string {
    if (/^-?\d/.test(value) && this.chance.below(2) === 0) {
      return this.chance.oneOf([`-${value}`, `${value}e5`, `${value}.5`, `"${value}"`, `[${value}]`, "65536", "-0"]);
    }
    return this.oddText();
  }

  #flipped(bytes: Buffer): Buffer {
    if (bytes.byteLength === 0) return bytes;
    const copy = Buffer.from(bytes);
    const place = this.chance.below(copy.byteLength);
    copy[place] = (copy[place] ?? 0) ^ (1 << this.chance.below(8));
    return copy;
  }
}
