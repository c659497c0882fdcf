import { hash } from "node:crypto";
import { haveSameItems } from "../../present/dependencies.ts";
import { type Body, lengthOf } from "../../present/pages/body.ts";
import type { Steps } from "../../shared/steps.ts";
import type { GatewayResponse } from "../request.ts";
import type { Negotiation } from "./content-negotiation.ts";
import { compressInSteps, gzipped } from "./gzip.ts";

/** From how many bytes on compression is worth its time. */
const COMPRESSED_FROM_BYTES = 4 * 1024;

/** A response whose length is known. */
type MeasuredResponse = GatewayResponse & { readonly length: number };

/** The responses in one encoding. */
interface Variant {
  readonly whole: MeasuredResponse;
  /** For clients that have these bytes already. */
  readonly notModified: MeasuredResponse;
}

/** The response to a read in all its encodings. Each response is the same value every time. */
export class Representation {
  /** Of the body without compression. */
  readonly byteLength: number;
  readonly #body: Body;
  readonly #digest: string;
  readonly #isCompressible: boolean;
  readonly #mediaType: string;
  readonly #isResident: boolean;
  readonly #plain: Variant;
  #gzip: Variant | undefined;

  /** A body that is `compressible` is compressed for clients that accept it, unless it is short; pictures are compressed already. */
  constructor(body: Body, { mediaType = "application/json", compressible = false, resident = false } = {}) {
    this.byteLength = lengthOf(body);
    this.#body = body;
    this.#mediaType = mediaType;
    this.#isResident = resident;
    this.#isCompressible = compressible && this.byteLength >= COMPRESSED_FROM_BYTES;
    this.#digest = digestOfBody(body);
    this.#plain = this.#variant({ body, tag: `"${this.#digest}"` });
  }

  /** Whether the variant that a client wants is made, or would have to be compressed first. */
  isReady({ gzip }: Pick<Negotiation, "gzip">): boolean {
    return !gzip || !this.#isCompressible || this.#gzip !== undefined;
  }

  responseFor({ gzip, hasTag }: Negotiation): MeasuredResponse {
    const { whole, notModified } = gzip && this.#isCompressible ? this.#compressed : this.#plain;
    return hasTag(whole.tag ?? "") ? notModified : whole;
  }

  /** Whether this was made from the same bytes. Pages are compared by identity; only the short end is read. */
  isOf(body: Body): boolean {
    const [last, ownLast] = [body.at(-1), this.#body.at(-1)];
    if (!last || !ownLast || !haveSameItems(body.slice(0, -1), this.#body.slice(0, -1))) return false;
    return last === ownLast || Buffer.compare(last, ownLast) === 0;
  }

  /** Every piece of every variant that was made. */
  get pieces(): Body {
    return this.#gzip ? [...this.#body, ...this.#gzip.whole.body] : this.#body;
  }

  get #compressed(): Variant {
    this.#gzip ??= this.#variant({ body: gzipped(this.#body), tag: `"${this.#digest}-gzip"`, encoding: "gzip" });
    return this.#gzip;
  }

  #variant(response: Pick<GatewayResponse, "body" | "tag" | "encoding">): Variant {
    const length = lengthOf(response.body);
    const kind = { mediaType: this.#mediaType, isCompressible: this.#isCompressible, isResident: this.#isResident };
    const whole = { status: 200, ...kind, length, ...response };
    return { whole, notModified: { ...whole, status: 304, body: [], length: 0 } };
  }
}

/** Digests and compresses a body, a piece at each step: to make a representation of the body takes little time then. */
export function* prepareInSteps(body: Body, { gzip }: Pick<Negotiation, "gzip">): Steps<void> {
  for (const piece of body) {
    memoizedDigestOf(piece);
    yield;
  }
  if (gzip) yield* compressInSteps(body);
}

/** A memo by identity: pieces are never written to, so a digest holds for good. */
const digests = new WeakMap<Uint8Array, string>();

/** The same after a restart, so that clients that come back need not read again what they have. */
const digestOfBody = (body: Body): string =>
  body.length > 1 ? digestOf(Buffer.from(body.map(memoizedDigestOf).join(""))) : digestOf(body[0] ?? NO_BYTES);

const NO_BYTES = new Uint8Array();

function memoizedDigestOf(piece: Uint8Array): string {
  const known = digests.get(piece);
  if (known !== undefined) return known;
  const digest = digestOf(piece);
  digests.set(piece, digest);
  return digest;
}

/** 132 bits: no two bodies get one digest. */
const digestOf = (bytes: Uint8Array): string => hash("sha256", bytes, "base64url").slice(0, 22);
