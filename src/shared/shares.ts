/** How many of something each holder has, such as connections of an address: nobody can take them all. */
export class Shares {
  readonly #limitOf: (holder: string) => number;
  readonly #held = new Map<string, number>();

  constructor(limitOf: (holder: string) => number) {
    this.#limitOf = limitOf;
  }

  /** Whether one more is within the holder's share; if so, it counts until it leaves. */
  enter(holder: string): boolean {
    const held = this.#held.get(holder) ?? 0;
    if (held >= this.#limitOf(holder)) return false;
    this.#held.set(holder, held + 1);
    return true;
  }

  leave(holder: string): void {
    const held = this.#held.get(holder) ?? 0;
    if (held > 1) this.#held.set(holder, held - 1);
    else this.#held.delete(holder);
  }
}

export const isLoopback = (address: string): boolean =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");

/** The connections of each address; those of this machine are not limited. */
export const connectionShares = (limit: number): Shares =>
  new Shares((address) => (isLoopback(address) ? Number.POSITIVE_INFINITY : limit));
