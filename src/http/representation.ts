import { hash } from "node:crypto";
import { type Body, lengthOf } from "../present/body.ts";
import { gzipped } from "./gzip.ts";
import type { Answer } from "./question.ts";

/** From how many bytes on packing is worth its time. */
const PACKED_FROM_BYTES = 4 * 1024;

/** In which form a client wants an answer, if at all. */
export interface FormWish {
  readonly gzip: boolean;
  /** Whether it has an answer of that tag already. */
  readonly knows: (tag: string) => boolean;
}

interface Form {
  readonly whole: Answer;
  /** For clients that have it already. */
  readonly unchanged: Answer;
}

/** What a read says, in all the forms in which clients ask for it. Each answer is the same value every time. */
export class Representation {
  readonly byteLength: number;
  readonly #body: Body;
  readonly #name: string;
  readonly #isPackable: boolean;
  readonly #mediaType: string;
  readonly #plain: Form;
  #gzip: Form | undefined;

  /** What is `packable` is packed for those who want it so, unless it is too short; pictures are packed as they are. */
  constructor(body: Body, { mediaType = "application/json", packable = false } = {}) {
    this.byteLength = lengthOf(body);
    this.#body = body;
    this.#mediaType = mediaType;
    this.#isPackable = packable && this.byteLength >= PACKED_FROM_BYTES;
    this.#name = nameOf(body);
    this.#plain = this.#form({ body, tag: `"${this.#name}"` });
  }

  answerTo({ gzip, knows }: FormWish): Answer {
    const form = gzip && this.#isPackable ? this.#packed : this.#plain;
    return knows(form.whole.tag ?? "") ? form.unchanged : form.whole;
  }

  get #packed(): Form {
    this.#gzip ??= this.#form({ body: gzipped(this.#body), tag: `"${this.#name}-gzip"`, encoding: "gzip" });
    return this.#gzip;
  }

  #form(answer: Pick<Answer, "body" | "tag" | "encoding">): Form {
    const whole = { status: 200, mediaType: this.#mediaType, isPackable: this.#isPackable, ...answer };
    return { whole, unchanged: { ...whole, status: 304, body: [] } };
  }
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
