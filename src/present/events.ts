import type { WireEvent } from "../contract/events.ts";
import type { Home } from "../home/home.ts";
import type { Replacement } from "../home/replacement.ts";

/** Says what happens to a home as clients are told it. */
export class WireEvents {
  readonly #home: Home;

  constructor(home: Home) {
    this.#home = home;
  }

  /** What replacements come to on the wire, once they were made; nothing where no read tells the difference. */
  of(_replacements: readonly Replacement[]): readonly WireEvent[] {
    void this.#home;
    return [];
  }
}
