import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip as compress, constants } from "node:zlib";
import { haveSameItems } from "../../../core/present/dependencies.ts";
import { type Body, lengthOf } from "../../../core/present/pages/body.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { GatewayResponse } from "../request.ts";
import type { Negotiation } from "./content-negotiation.ts";

const gzip = promisify(compress);

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
  #compressing: Promise<void> | undefined;

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

  /** Whether the variant that a client wants is made, or has to be compressed first. */
  isReady({ gzip }: Pick<Negotiation, "gzip">): boolean {
    return !gzip || !this.#isCompressible || this.#gzip !== undefined;
  }

  /** In the thread pool: to compress all lights of a large home takes a while. */
  compress(): Promise<void> {
    this.#compressing ??= gzip(Buffer.concat(this.#body), { level: constants.Z_BEST_SPEED }).then((bytes) => {
      this.#gzip = this.#variant({ body: [bytes], tag: `"${this.#digest}-gzip"`, encoding: "gzip" });
    });
    return this.#compressing;
  }

  /** Not compressed where that is not ready. */
  responseFor({ gzip, hasTag }: Negotiation): MeasuredResponse {
    const { whole, notModified } = (gzip && this.#gzip) || this.#plain;
    return hasTag(whole.tag ?? "") ? notModified : whole;
  }

  /** Whether this was made from the same bytes. Pages are compared by identity; only the short end is read. */
  isOf(body: Body): boolean {
    const [last, ownLast] = [body.at(-1), this.#body.at(-1)];
    if (!last || !ownLast || !haveSameItems(body.slice(0, -1), this.#body.slice(0, -1))) return false;
    return last === ownLast || Buffer.compare(last, ownLast) === 0;
  }

  /** Of every variant that was made. */
  get cachedBytes(): number {
    return this.byteLength + (this.#gzip?.whole.length ?? 0);
  }

  #variant(response: Pick<GatewayResponse, "body" | "tag" | "encoding">): Variant {
    const length = lengthOf(response.body);
    const kind = { mediaType: this.#mediaType, isCompressible: this.#isCompressible, isResident: this.#isResident };
    const whole = { status: 200, ...kind, length, ...response };
    return { whole, notModified: { ...whole, status: 304, body: [], length: 0 } };
  }
}

/** Digests a body, a page at each step: to make a representation of the body takes little time then. */
export function* digestInSteps(body: Body): Steps<void> {
  for (const bytes of body) {
    memoizedDigestOf(bytes);
    yield;
  }
}

/** A memo by identity: the bytes of a page are never written to, so a digest holds for good. */
const digests = new WeakMap<Uint8Array, string>();

/** The same after a restart, so that clients that come back need not read again what they have. */
const digestOfBody = (body: Body): string =>
  body.length > 1 ? digestOf(Buffer.from(body.map(memoizedDigestOf).join(""))) : digestOf(body[0] ?? NO_BYTES);

const NO_BYTES = new Uint8Array();

function memoizedDigestOf(bytes: Uint8Array): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const digest = digestOf(bytes);
  digests.set(bytes, digest);
  return digest;
}

/** 132 bits: no two bodies get one digest. */
const digestOf = (bytes: Uint8Array): string => hash("sha256", bytes, "base64url").slice(0, 22);
