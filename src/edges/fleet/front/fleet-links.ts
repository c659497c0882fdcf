import { StoreConflict } from "../../../core/gateway/store.ts";
import { hashOfSecret } from "../../http/secrets.ts";
import { type FleetLink, linkEntryKey } from "../keys-entries.ts";
import type { KeptEntry } from "./fleet-keys.ts";
import type { KeysWriter } from "./keys-writer.ts";

/** Links to sign in at any front, as the cluster has them. */
export class FleetLinks {
  readonly #writer: Pick<KeysWriter, "remove">;
  readonly #today: () => Date;
  readonly #open = new Map<string, KeptEntry<FleetLink>>();

  constructor(writer: Pick<KeysWriter, "remove">, today: () => Date) {
    this.#writer = writer;
    this.#today = today;
  }

  /** A link was made, or is gone. The servers remove one at its end and tell nobody. */
  take(digest: string, link: KeptEntry<FleetLink> | undefined): void {
    for (const [known, { value }] of this.#open) if (this.#isOver(value)) this.#open.delete(known);
    if (link) this.#open.set(digest, link);
    else this.#open.delete(digest);
  }

  has(secret: string): boolean {
    return this.#open.has(hashOfSecret(secret));
  }

  /** Whether a secret is that of an open link, which is used up by that: at one front only, as the cluster decides. */
  async use(secret: string): Promise<boolean> {
    const digest = hashOfSecret(secret);
    const link = this.#open.get(digest);
    this.#open.delete(digest);
    if (!link || this.#isOver(link.value)) return false;
    try {
      await this.#writer.remove(linkEntryKey(digest), link);
      return true;
    } catch (fault) {
      if (fault instanceof StoreConflict) return false;
      throw fault;
    }
  }

  #isOver({ endsAt }: FleetLink): boolean {
    return !(Date.parse(endsAt) > this.#today().getTime());
  }
}
