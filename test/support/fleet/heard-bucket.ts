import { StoreConflict } from "../../../src/core/gateway/store.ts";
import type { KeysWriter } from "../../../src/edges/fleet/front/keys-writer.ts";
import { ManualClock } from "../gateway/manual-clock.ts";

interface Written {
  readonly key: string;
  /** Undefined for an entry that was removed. */
  readonly text: string | undefined;
  readonly revision: number;
}

interface Put {
  readonly revision?: number;
  readonly ttlSeconds?: number;
}

/** The bucket of keys, whose writes each front hears of when the test says so. */
export class HeardBucket {
  readonly clock = new ManualClock();
  readonly written: Written[] = [];
  readonly #current = new Map<string, { readonly revision: number; readonly endsAtMillis: number }>();

  put(key: string, text: string | undefined, { revision, ttlSeconds = 24 * 3_600 }: Put = {}): number {
    const current = this.#current.get(key);
    const known = current && current.endsAtMillis > this.clock.now() ? current.revision : 0;
    if (revision !== undefined && revision !== known) throw new StoreConflict("wrong last sequence");
    const next = this.written.length + 1;
    this.written.push({ key, text, revision: next });
    this.#current.set(key, { revision: next, endsAtMillis: this.clock.now() + ttlSeconds * 1_000 });
    return next;
  }

  /** As a front writes to it. */
  get writer(): Pick<KeysWriter, "put" | "remove"> {
    return {
      put: async (key, value, options) => this.put(key, JSON.stringify(value), options),
      remove: async (key, options) => this.put(key, undefined, options),
    };
  }
}
