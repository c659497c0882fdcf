/** How many connections each address holds; loopback is not counted. */
export class ConnectionCount {
  readonly #limit: number;
  readonly #held = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether one connection more is within the limit; if so, it counts until it leaves. */
  enter(address: string): boolean {
    if (isLoopback(address)) return true;
    const held = this.#held.get(address) ?? 0;
    if (held >= this.#limit) return false;
    this.#held.set(address, held + 1);
    return true;
  }

  leave(address: string): void {
    const held = this.#held.get(address) ?? 0;
    if (held > 1) this.#held.set(address, held - 1);
    else this.#held.delete(address);
  }
}

export const isLoopback = (address: string): boolean =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
