import { setTimeout as pause } from "node:timers/promises";
import { EventFollower } from "../../test/support/events/event-follower.ts";
import { EventStreamClient } from "../../test/support/events/event-stream-client.ts";
import { stateNumber } from "./commanded-lamps.ts";
import type { FleetLab, LabGateway } from "./fleet-lab.ts";
import type { Served } from "./served.ts";

const PACE_MILLIS = 100;

/** Lamps that their gateways' own clients change all the time, and how long fronts took at the most to tell of a change. */
export class Beacons {
  readonly #gateways: ReadonlyMap<string, LabGateway>;
  readonly #fronts: readonly FollowedFront[];
  /** Nobody expects to hear of these. */
  readonly #unheard = new Set<LabGateway>();
  #isOver = false;
  #rounds: Promise<unknown> = Promise.resolve();

  private constructor(gateways: ReadonlyMap<string, LabGateway>, fronts: readonly FollowedFront[]) {
    this.#gateways = gateways;
    this.#fronts = fronts;
  }

  static async of({ gateways, fronts }: FleetLab): Promise<Beacons> {
    const byLight = new Map<string, LabGateway>();
    for (const gateway of gateways) {
      const beacon = (await gateway.list("light")).find(({ name }) => name.startsWith("Beacon"));
      byLight.set(beacon.id, gateway);
    }
    return new Beacons(byLight, await Promise.all(fronts.map((front) => FollowedFront.of(front, byLight))));
  }

  start(): void {
    for (const front of this.#fronts) front.begin();
    this.#rounds = Promise.all(
      [...this.#gateways].map(async ([id, gateway]) => {
        for (let count = 1; !this.#isOver; count += 1) {
          await Promise.all([gateway.put(`light/${id}`, gateway.key, stateNumber(count)), pause(PACE_MILLIS)]);
        }
      }),
    );
  }

  /** Changes at this gateway cannot be heard of from now on. */
  except(gateway: LabGateway): void {
    this.#unheard.add(gateway);
  }

  /** Ends with the longest time, in seconds, in which a front told of no change of a gateway that it could hear of. */
  async stop(): Promise<number> {
    this.#isOver = true;
    await this.#rounds;
    const gaps = this.#fronts.flatMap((front) =>
      [...this.#gateways]
        .filter(([, gateway]) => !this.#unheard.has(gateway))
        .map(([id]) => front.longestGapMillis(id)),
    );
    return Math.max(...gaps) / 1_000;
  }

  /** Throws where a client that follows the events of a front missed one. */
  check(): void {
    for (const front of this.#fronts) front.check();
  }
}

/** A front with a client that follows its events. */
class FollowedFront {
  readonly #follower = new EventFollower();
  readonly #heardAt = new Map<string, number>();
  readonly #longest = new Map<string, number>();
  #stream: EventStreamClient | undefined;
  #fault: unknown;

  static async of({ url }: Served, beacons: ReadonlyMap<string, unknown>): Promise<FollowedFront> {
    const front = new FollowedFront();
    const onMessage: NonNullable<Parameters<typeof EventStreamClient.open>[0]["onMessage"]> = (message) => {
      try {
        front.#follower.hear(message);
      } catch (fault) {
        front.#fault ??= fault;
      }
      if (message.event !== "update") return;
      const { id } = JSON.parse(message.data);
      if (beacons.has(id)) front.#heard(id);
    };
    front.#stream = await EventStreamClient.open({ port: Number(new URL(url).port), onMessage });
    for (const id of beacons.keys()) front.#heardAt.set(id, performance.now());
    return front;
  }

  begin(): void {
    for (const id of this.#heardAt.keys()) {
      this.#heardAt.set(id, performance.now());
      this.#longest.set(id, 0);
    }
  }

  /** Up to now. */
  longestGapMillis(id: string): number {
    this.#heard(id);
    return this.#longest.get(id) ?? 0;
  }

  check(): void {
    if (this.#fault) throw this.#fault;
    if (this.#stream?.isOver !== false) throw new Error("the event stream of a front is over");
  }

  #heard(id: string): void {
    const now = performance.now();
    const gap = now - (this.#heardAt.get(id) ?? now);
    this.#longest.set(id, Math.max(gap, this.#longest.get(id) ?? 0));
    this.#heardAt.set(id, now);
  }
}
