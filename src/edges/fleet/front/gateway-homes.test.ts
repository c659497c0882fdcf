import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import type { ResourceWrite } from "../../../core/gateway/store.ts";
import { additions, MutableHome } from "../../../core/home/home.ts";
import type { Recorded } from "../../../core/present/events/journal.ts";
import { presentersFor } from "../../../core/present/events/snapshot.ts";
import { entryKey, entryValue } from "../fleet-entry.ts";
import { GatewayHomes } from "./gateway-homes.ts";
import { FleetMirror } from "./mirror.ts";

const GATEWAYS = ["g1", "g2"] as const;
const idOf = (member: string) => `AAAAAAAA-0000-4000-8000-00000000000${member.at(-1)}`;

const presence = (stopped: boolean) =>
  JSON.stringify({
    ...{ epoch: "e", instance: "", name: "", version: "", startedAt: "", problems: [], lights: 0, pending: 0 },
    stopped,
  });

const identity = (resetId: string) => JSON.stringify({ epoch: "e", resource: { mac: "02:00:00:00:00:01", resetId } });

interface Entry {
  readonly key: string;
  readonly value: string | undefined;
}

/** What may happen to a gateway: the resources of a home come, are renamed and go, it stops, and is another one for a while. */
const entriesOf = (member: string): readonly Entry[] => [
  ...[true, false].map((stopped) => ({ key: `${member}.presence`, value: presence(stopped) })),
  ...[idOf(member), idOf("g9")].map((id) => ({ key: `${member}.identity.identity`, value: identity(id) })),
  ...additions(FURNISHED).flatMap(({ in: kind, after }): readonly Entry[] => {
    if (!after || kind === "keys") return [];
    const key = `${member}.${entryKey(kind, after.id)}`;
    const textOf = (resource: object) =>
      entryValue({ in: kind, id: after.id, after: resource, isNew: false } as ResourceWrite, "e");
    const isDerived = kind === "rooms" && "kind" in after && after.kind !== "normal";
    const values = [textOf(after), textOf({ ...after, name: `Otherwise at ${member}` })];
    return [...values, ...(isDerived ? [] : [undefined])].map((value) => ({ key, value }));
  }),
];

const ENTRIES = GATEWAYS.flatMap(entriesOf);

/** All that a home shows, by type and id. */
function shownBy(home: MutableHome): ReadonlyMap<string, unknown> {
  const { device, light, sync, room, scene, group_light } = presentersFor(home);
  const texts = <Resource extends { readonly id: string }>(
    type: string,
    all: readonly Resource[],
    present: (resource: Resource) => string | undefined,
  ) => all.map((resource): [string, unknown] => [`${type} ${resource.id}`, JSON.parse(present(resource) ?? "null")]);
  return new Map([
    ...texts("device", home.devices.all(), device.present),
    ...texts("light", home.lights.all(), light.present),
    ...texts("sync", home.syncBoxes.all(), sync.present),
    ...texts("room", home.rooms.all(), room.present),
    ...texts("scene", home.scenes.all(), scene.present),
    ...texts("group_light", home.groupLights.all(), group_light.present),
  ]);
}

/** Somebody who follows one gateway of two, and what that one has been told. */
class Follower {
  readonly #mirror = new FleetMirror();
  readonly #homes = new GatewayHomes(this.#mirror, new MutableHome(FOUNDED));
  readonly #gatewayId: string;
  readonly #followed: ReturnType<GatewayHomes["open"]>;
  readonly #known: Map<string, unknown>;

  constructor(gateway: string) {
    for (const member of GATEWAYS) this.#mirror.enrol(member, member);
    this.#gatewayId = idOf(gateway);
    this.#followed = this.#homes.open(this.#gatewayId);
    this.#known = new Map(shownBy(this.#followed.home));
  }

  get known(): object {
    return Object.fromEntries(this.#known);
  }

  get shown(): object {
    return Object.fromEntries(shownBy(this.#followed.home));
  }

  /** What a newcomer gets. */
  get anew(): object {
    const newcomer = this.#homes.open(this.#gatewayId);
    newcomer.close();
    return Object.fromEntries(shownBy(newcomer.home));
  }

  /** Entries come, and are shown. */
  take(entries: readonly Entry[]): void {
    for (const { key, value } of entries) this.#mirror.take({ key, value, revision: 1, atMillis: 0 }, 0);
    const { head } = this.#followed.journal;
    this.#homes.follow(this.#mirror.takeTouched());
    for (const event of this.#followed.journal.after(head) ?? []) this.#hear(event);
  }

  #hear({ action, type, itemId, text }: Recorded): void {
    const key = `${type} ${itemId}`;
    const item = JSON.parse(text);
    if (action === "remove") this.#known.delete(key);
    else this.#known.set(key, action === "add" ? item : { ...this.#of(key), ...item.value });
  }

  #of(key: string): object {
    return this.#known.get(key) as object;
  }
}

test("however entries of two gateways with the same ids come and go, who follows one of them has what a newcomer gets", () => {
  const round = fc.array(fc.constantFrom(...ENTRIES), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(fc.array(round, { maxLength: 12 }), fc.constantFrom(...GATEWAYS), (rounds, gateway) => {
      const follower = new Follower(gateway);
      for (const entries of rounds) {
        follower.take(entries);
        expect(follower.known).toEqual(follower.shown);
        expect(follower.shown).toEqual(follower.anew);
      }
    }),
    { numRuns: times(2_000) },
  );
});
