import { JetStreamApiError, type JetStreamClient } from "@nats-io/jetstream";
import { headers, nuid } from "@nats-io/transport-node";
import { StoreConflict, StoreFault } from "../../../core/gateway/store.ts";
import { entrySubject, KEYS_BUCKET } from "../subjects.ts";
import type { FleetKeys } from "./fleet-keys.ts";

const MARKER_TTL = "24h";
const PUT_MILLIS = 1_500;
const WRONG_SEQUENCE = 10_071;

/** How an entry is put. */
interface PutOptions {
  /** Only if the entry still has this revision, 0 for none; whatever it is by default. */
  readonly revision?: number;
  /** The servers remove it after so many seconds. */
  readonly ttlSeconds?: number;
}

/** Writes to the bucket of keys as fronts may: one try each, as somebody waits for the answer. */
export class KeysWriter {
  readonly #stream: Pick<JetStreamClient, "publish">;
  readonly #keys: Pick<FleetKeys, "put">;

  constructor(stream: Pick<JetStreamClient, "publish">, keys: Pick<FleetKeys, "put">) {
    this.#stream = stream;
    this.#keys = keys;
  }

  /**
   * Resolves with the revision once the cluster has it. Rejects with a StoreConflict where the entry has another revision,
   * and with a StoreFault where the cluster did not answer: it may have been put then.
   */
  async put(key: string, value: object, options: PutOptions = {}): Promise<number> {
    const text = JSON.stringify(value);
    const { ttlSeconds } = options;
    const revision = await this.#publish(key, text, options, ttlSeconds === undefined ? {} : { ttl: `${ttlSeconds}s` });
    this.#keys.put(key, { value: text, revision });
    return revision;
  }

  /** Leaves a marker, so that everybody who follows the bucket hears of it; resolves with its revision. */
  async remove(key: string, options: Pick<PutOptions, "revision"> = {}): Promise<number> {
    const marker = headers();
    marker.set("KV-Operation", "DEL");
    const revision = await this.#publish(key, "", options, { headers: marker, ttl: MARKER_TTL });
    this.#keys.put(key, undefined);
    return revision;
  }

  async #publish(
    key: string,
    text: string,
    { revision }: Pick<PutOptions, "revision">,
    more: Partial<Parameters<JetStreamClient["publish"]>[2]>,
  ): Promise<number> {
    try {
      const { seq } = await this.#stream.publish(entrySubject(KEYS_BUCKET, key), text, {
        msgID: nuid.next(),
        timeout: PUT_MILLIS,
        ...(revision === undefined ? {} : { expect: { lastSubjectSequence: revision } }),
        ...more,
      });
      return seq;
    } catch (fault) {
      const words = fault instanceof Error ? fault.message : String(fault);
      if (fault instanceof JetStreamApiError && fault.code === WRONG_SEQUENCE) throw new StoreConflict(words);
      throw new StoreFault(`the fleet's cluster did not take it: ${words}`);
    }
  }
}
