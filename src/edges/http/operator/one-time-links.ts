import { hashOfSecret, newSecret, ownerOf } from "../secrets.ts";

export const LINK_MILLIS = 60_000;

/** Of more that are open at the same time, the oldest makes room. */
const MOST_OPEN = 4;

interface OpenLink {
  readonly hash: string;
  readonly endsAtMillis: number;
}

/** Links that open one session each, for a minute. Only their digests are kept. */
export class OneTimeLinks {
  #open: readonly OpenLink[] = [];

  /** The secret of a new link. */
  make(nowMillis: number): string {
    const secret = newSecret();
    const link = { hash: hashOfSecret(secret), endsAtMillis: nowMillis + LINK_MILLIS };
    this.#open = [...this.#openAt(nowMillis), link].slice(-MOST_OPEN);
    return secret;
  }

  /** Whether a secret is that of an open link, which is used up by that. */
  use(secret: string, nowMillis: number): boolean {
    this.#open = this.#openAt(nowMillis);
    const used = ownerOf(this.#open, secret);
    this.#open = this.#open.filter((link) => link !== used);
    return used !== undefined;
  }

  #openAt(nowMillis: number): readonly OpenLink[] {
    return this.#open.filter(({ endsAtMillis }) => nowMillis < endsAtMillis);
  }
}
