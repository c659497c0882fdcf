import type { Subscription } from "@nats-io/transport-node";
import { entrySubject, FLEET_BUCKET, keyOfSubject } from "../../../src/edges/fleet/subjects.ts";
import type { TestFleet } from "./test-fleet.ts";

/** Sees everything that a gateway puts, whatever becomes of it. */
export class PutWitness {
  readonly #fleet: TestFleet;
  readonly #subscription: Subscription;
  #keys: string[] = [];

  constructor(fleet: TestFleet, gatewayId: string) {
    this.#fleet = fleet;
    this.#subscription = fleet.operator.subscribe(entrySubject(FLEET_BUCKET, `${gatewayId}.>`), {
      callback: (_error, { subject }) => {
        const key = keyOfSubject(FLEET_BUCKET, subject).slice(gatewayId.length + 1);
        if (!["presence", "probe"].includes(key)) this.#keys.push(key);
      },
    });
  }

  /** The keys of all that was put since this was last asked for, in their order, without what concerns the presence. */
  async taken(): Promise<readonly string[]> {
    await this.#fleet.operator.flush();
    const keys = this.#keys;
    this.#keys = [];
    return keys;
  }

  stop(): void {
    this.#subscription.unsubscribe();
  }
}
