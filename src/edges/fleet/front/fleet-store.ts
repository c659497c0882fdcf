import { type ResourceWrite, type Store, StoreConflict, type WriteBatch } from "../../../core/gateway/store.ts";
import { isSame } from "../../../core/home/changes/replacement.ts";
import type { TrailEntry } from "../../../core/home/trail-entry.ts";
import { type FleetKeys, keyEntryKey, PRESS_KEY } from "./fleet-keys.ts";
import type { KeysWriter } from "./keys-writer.ts";

/**
 * The store of a front, which has nothing of its own: keys are stored in the cluster, for all fronts, and all else is what
 * gateways have. A commit resolves once the cluster has taken it.
 */
export class FleetStore implements Store {
  readonly #writer: KeysWriter;
  readonly #keys: Pick<FleetKeys, "known">;
  /** A front has no audit trail of its own: whoever runs it may log what would be in it. */
  readonly note: (entries: readonly TrailEntry[]) => void;

  constructor(
    writer: KeysWriter,
    keys: Pick<FleetKeys, "known">,
    onTrail: (entries: readonly TrailEntry[]) => void = () => undefined,
  ) {
    this.#writer = writer;
    this.#keys = keys;
    this.note = onTrail;
  }

  begin(): Promise<void> {
    return Promise.resolve();
  }

  async commit({ writes }: WriteBatch): Promise<void> {
    for (const write of writes) if (write.in === "keys") await this.#store(write);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #store({ id, after }: ResourceWrite): Promise<void> {
    const key = keyEntryKey(id);
    const known = this.#keys.known(key);
    // It came from the cluster.
    if (isSame(known && JSON.parse(known.value), after)) return;
    // A key is revoked, whatever another front writes about it at the same moment.
    if (after === undefined) {
      await this.#writer.remove(key);
    } else if (known) {
      await this.#update(key, after, known.revision);
    } else {
      await this.#usePress();
      await this.#writer.put(key, after, { revision: 0 });
    }
  }

  /** When a key was used last is worth no conflict: another front may have told it, or revoked the key. */
  async #update(key: string, value: object, revision: number): Promise<void> {
    await this.#writer.put(key, value, { revision }).catch(() => undefined);
  }

  /** One press lets one client in, at whichever front. */
  async #usePress(): Promise<void> {
    const press = this.#keys.known(PRESS_KEY);
    if (!press) throw new StoreConflict("another client has paired since the button was pressed");
    await this.#writer.remove(PRESS_KEY, press);
  }
}
