import { hash } from "node:crypto";
import { type Body, lengthOf } from "../../present/pages/body.ts";
import { holdSame } from "../../present/response-cache.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Answer } from "../request.ts";
import { gzipped, packedInSteps } from "./gzip.ts";

/** From how many bytes on packing is worth its time. */
const PACKED_FROM_BYTES = 4 * 1024;

/** In which form a client wants an answer, if at all. */
export interface FormWish {
  readonly gzip: boolean;
  /** Whether it has an answer of that tag already. */
  readonly knows: (tag: string) => boolean;
}

/** An answer whose length is known. */
type Measured = Answer & { readonly length: number };

interface Form {
  readonly whole: Measured;
  /** For clients that have it already. */
  readonly unchanged: Measured;
}

/** What a read says, in all the forms in which clients ask for it. Each answer is the same value every time. */
export class Representation {
  /** Of the body that is not packed. */
  readonly byteLength: number;
  readonly #body: Body;
  readonly #name: string;
  readonly #isPackable: boolean;
  readonly #mediaType: string;
  readonly #isResident: boolean;
  readonly #plain: Form;
  #gzip: Form | undefined;

  /** What is `packable` is packed for those who want it so, unless it is too short; pictures are packed as they are. */
  constructor(body: Body, { mediaType = "application/json", packable = false, resident = false } = {}) {
    this.byteLength = lengthOf(body);
    this.#body = body;
    this.#mediaType = mediaType;
    this.#isResident = resident;
    this.#isPackable = packable && this.byteLength >= PACKED_FROM_BYTES;
    this.#name = nameOf(body);
    this.#plain = this.#form({ body, tag: `"${this.#name}"` });
  }

  /** Whether it is at hand in the form that a client wants, or would have to be packed first. */
  isAtHand({ gzip }: Pick<FormWish, "gzip">): boolean {
    return !gzip || !this.#isPackable || this.#gzip !== undefined;
  }

  answerTo({ gzip, knows }: FormWish): Measured {
    const form = gzip && this.#isPackable ? this.#packed : this.#plain;
    return knows(form.whole.tag ?? "") ? form.unchanged : form.whole;
  }

  /** Whether these are the bytes that it was made of; what is as long as a page is told by its identity. */
  isOf(body: Body): boolean {
    const [last, ownLast] = [body.at(-1), this.#body.at(-1)];
    if (!last || !ownLast || !holdSame(body.slice(0, -1), this.#body.slice(0, -1))) return false;
    return last === ownLast || Buffer.compare(last, ownLast) === 0;
  }

  /** Every piece of every form that was made. */
  get pieces(): Body {
    return this.#gzip ? [...this.#body, ...this.#gzip.whole.body] : this.#body;
  }

  get #packed(): Form {
    this.#gzip ??= this.#form({ body: gzipped(this.#body), tag: `"${this.#name}-gzip"`, encoding: "gzip" });
    return this.#gzip;
  }

  #form(answer: Pick<Answer, "body" | "tag" | "encoding">): Form {
    const length = lengthOf(answer.body);
    const kind = { mediaType: this.#mediaType, isPackable: this.#isPackable, isResident: this.#isResident };
    const whole = { status: 200, ...kind, length, ...answer };
    return { whole, unchanged: { ...whole, status: 304, body: [], length: 0 } };
  }
}

/** Does what takes long of representing a body, a piece at each step: to make its representation takes little then. */
export function* preparedInSteps(body: Body, { gzip }: Pick<FormWish, "gzip">): Steps<void> {
  for (const piece of body) {
    keptDigestOf(piece);
    yield;
  }
  if (gzip) yield* packedInSteps(body);
}

const digests = new WeakMap<Uint8Array, string>();

/** A digest, so that clients that come back after a restart still have what they have. Pieces that were digested before are not again. */
const nameOf = (body: Body): string =>
  body.length > 1 ? digestOf(Buffer.from(body.map(keptDigestOf).join(""))) : digestOf(body[0] ?? NO_BYTES);

const NO_BYTES = new Uint8Array();

function keptDigestOf(piece: Uint8Array): string {
  const known = digests.get(piece);
  if (known !== undefined) return known;
  const digest = digestOf(piece);
  digests.set(piece, digest);
  return digest;
}

/** 132 bits: nobody gets two answers of one name. */
const digestOf = (bytes: Uint8Array): string => hash("sha256", bytes, "base64url").slice(0, 22);
