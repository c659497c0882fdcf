import type { Steps } from "../../../../../shared/steps.ts";
import { parseJson, textOf } from "../../json-values.ts";

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

/** So many bytes are scanned in one step. */
const STEP_BYTES = 256 * 1024;

/** The bytes between two commas of a list or an object. */
export interface Part {
  readonly bytes: Uint8Array;
  /** Whether the part is nothing but white space. */
  readonly isBlank: boolean;
  /** The position of the first colon outside of nested values; -1 where there is none. */
  readonly colon: number;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Splits a JSON list or object at its commas without parsing the values between them: a long list is parsed part by part,
 * in the time and memory of one part, and an invalid part does not affect the others. Each part is a step of its own.
 * Returns whether the list or object is closed, with nothing but white space behind; undefined where it is neither.
 */
export function* partsOf(
  bytes: Uint8Array,
  kind: keyof typeof BRACKETS,
  onPart: (part: Part) => void,
): Steps<{ readonly isEnded: boolean } | undefined> {
  const { open, shut } = BRACKETS[kind];
  const begin = yield* skipSpaces(bytes, 0);
  if (bytes[begin] !== open) return undefined;
  const scanner = new Scanner(bytes, begin + 1);
  while (scanner.endedBy === undefined) {
    const part = scanner.scan();
    if (part) onPart(part);
    yield;
  }
  return { isEnded: scanner.endedBy === shut && (yield* skipSpaces(bytes, scanner.at)) === bytes.length };
}

class Scanner {
  at: number;
  /** The closing bracket behind the last part, or that there is none. */
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

  /** Scans to the end of a part or of a step. */
  scan(): Part | undefined {
    const end = Math.min(this.at + STEP_BYTES, this.#bytes.length);
    while (this.at < end) {
      const byte = this.#bytes[this.at];
      this.at += 1;
      if (this.#isInText) this.#takeInText(byte);
      else if (this.#depth === 0 && isBoundary(byte)) return this.#cut(byte);
      else if (!isSpace(byte)) this.#take(byte);
    }
    if (end < this.#bytes.length) return undefined;
    this.at = this.#bytes.length + 1;
    return this.#cut("nothing");
  }

  #takeInText(byte: number | undefined): void {
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

/** The position of the first byte that is no white space. */
function* skipSpaces(bytes: Uint8Array, from: number): Steps<number> {
  let at = from;
  for (; isSpace(bytes[at]); at += 1) if (at % STEP_BYTES === 0) yield;
  return at;
}

/** The longest member that is parsed; those that matter are short. */
const LONGEST_VALUE = 64 * 1024;
const LONGEST_NAME = 256;

/**
 * The bytes of some members of a JSON object; of two members of one name the last counts, as in JSON. Other members are not
 * parsed. Undefined where the payload is no complete object.
 */
export function* membersOf(
  bytes: Uint8Array,
  names: readonly string[],
): Steps<ReadonlyMap<string, Uint8Array> | undefined> {
  const members = new Map<string, Uint8Array>();
  const end = yield* partsOf(bytes, "object", (part) => {
    const name = nameIn(part);
    if (name !== undefined && names.includes(name)) members.set(name, part.bytes.subarray(part.colon + 1));
  });
  return end?.isEnded ? members : undefined;
}

function nameIn({ bytes, colon }: Part): string | undefined {
  const name = colon > 0 && colon <= LONGEST_NAME ? parseJson(textOf(bytes.subarray(0, colon)))?.value : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Undefined where the bytes are no JSON, or longer than any member that matters. */
export const valueIn = (bytes: Uint8Array | undefined): unknown =>
  bytes && bytes.byteLength <= LONGEST_VALUE ? parseJson(textOf(bytes))?.value : undefined;
