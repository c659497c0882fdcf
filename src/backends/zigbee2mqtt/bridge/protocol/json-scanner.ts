import type { Steps } from "../../../../shared/steps.ts";

const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  escape: 0x5c,
  shutList: 0x5d,
  openObject: 0x7b,
  shutObject: 0x7d,
} as const;

const BRACKETS = {
  list: { open: BYTE.openList, shut: BYTE.shutList },
  object: { open: BYTE.openObject, shut: BYTE.shutObject },
};

/** So many bytes are looked at in one step. */
const STEP_BYTES = 256 * 1024;

/** What stands between two commas of a list or an object. */
export interface Part {
  readonly bytes: Uint8Array;
  /** Nothing but space stands there. */
  readonly isBlank: boolean;
  /** Where the first colon stands in it that is not within something else; -1 where there is none. */
  readonly colon: number;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Cuts a JSON list or object at its commas, without reading what is between them: what is long is read part by part,
 * which takes the time and the memory of one, and one that cannot be read costs no other. Each part is a step of its own.
 * Gives whether it came to its end and nothing but space stands behind that; nothing where it is no list, or no object.
 */
export function* partsOf(
  bytes: Uint8Array,
  kind: keyof typeof BRACKETS,
  onPart: (part: Part) => void,
): Steps<{ readonly isEnded: boolean } | undefined> {
  const { open, shut } = BRACKETS[kind];
  const begin = yield* behindSpaces(bytes, 0);
  if (bytes[begin] !== open) return undefined;
  const cutter = new Cutter(bytes, begin + 1);
  while (cutter.endedBy === undefined) {
    const part = cutter.look();
    if (part) onPart(part);
    yield;
  }
  return { isEnded: cutter.endedBy === shut && (yield* behindSpaces(bytes, cutter.at)) === bytes.length };
}

class Cutter {
  at: number;
  /** The bracket that the last part ends with, or that there is none. */
  endedBy: number | "nothing" | undefined;
  readonly #bytes: Uint8Array;
  #start: number;
  #isBlank = true;
  #colon = -1;
  #depth = 0;
  #isInText = false;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.at = start;
    this.#start = start;
  }

  /** Looks on until a part comes to its end, or a step does. */
  look(): Part | undefined {
    const end = Math.min(this.at + STEP_BYTES, this.#bytes.length);
    while (this.at < end) {
      const byte = this.#bytes[this.at];
      this.at += 1;
      if (this.#isInText) this.#takeOfText(byte);
      else if (this.#depth === 0 && isBoundary(byte)) return this.#cut(byte);
      else if (!isSpace(byte)) this.#take(byte);
    }
    if (end < this.#bytes.length) return undefined;
    this.at = this.#bytes.length + 1;
    return this.#cut("nothing");
  }

  #takeOfText(byte: number | undefined): void {
    if (byte === BYTE.escape) this.at += 1;
    else if (byte === BYTE.quote) this.#isInText = false;
  }

  #take(byte: number | undefined): void {
    this.#isBlank = false;
    if (byte === BYTE.quote) this.#isInText = true;
    else if (byte === BYTE.openList || byte === BYTE.openObject) this.#depth += 1;
    else if (byte === BYTE.shutList || byte === BYTE.shutObject) this.#depth -= 1;
    else if (byte === BYTE.colon && this.#depth === 0 && this.#colon < 0) this.#colon = this.at - 1 - this.#start;
  }

  #cut(boundary: number | "nothing" | undefined): Part {
    const part = {
      bytes: this.#bytes.subarray(this.#start, this.at - 1),
      isBlank: this.#isBlank,
      colon: this.#colon,
    };
    if (boundary !== BYTE.comma) this.endedBy = boundary;
    this.#start = this.at;
    this.#isBlank = true;
    this.#colon = -1;
    return part;
  }
}

const isBoundary = (byte: number | undefined): boolean =>
  byte === BYTE.comma || byte === BYTE.shutList || byte === BYTE.shutObject;

/** Where something else than space stands first. */
function* behindSpaces(bytes: Uint8Array, from: number): Steps<number> {
  let at = from;
  for (; isSpace(bytes[at]); at += 1) if (at % STEP_BYTES === 0) yield;
  return at;
}
