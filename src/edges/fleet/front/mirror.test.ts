import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { aLight } from "../../../../test/support/home/builders.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { PRESENCE_MILLIS } from "../presence.ts";
import { FleetMirror } from "./mirror.ts";

const IDS = ["A", "B", "C"].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const MEMBERS = ["g1", "g2"];
const EPOCHS = ["early", "late"];

/** The clocks of fronts and servers have nothing in common. */
const SERVERS_AHEAD_MILLIS = 1_234_567;

const presence = (epoch: string, stopped: boolean) =>
  JSON.stringify({
    ...{ epoch, instance: "", name: "", version: "", startedAt: "", problems: [], lights: 0, pending: 0 },
    ...(stopped ? { stopped } : {}),
  });

const lightNamed = (id: string, name: string): Light => ({ ...aLight({ name }), id: id as Light["id"] });

type Step =
  | { readonly do: "put"; readonly member: string; readonly id: string; readonly epoch: string; readonly name: string }
  | { readonly do: "delete"; readonly member: string; readonly id: string }
  | { readonly do: "announce"; readonly member: string; readonly epoch: string; readonly stopped: boolean }
  | { readonly do: "enrol"; readonly member: string; readonly isIn: boolean }
  | { readonly do: "remove"; readonly member: string; readonly isKeyFirst: boolean }
  | { readonly do: "pass"; readonly millis: number }
  | { readonly do: "look" | "snapshot" };

const member = fc.constantFrom(...MEMBERS);
const id = fc.constantFrom(...IDS);
const epoch = fc.constantFrom(...EPOCHS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("put" as const), member, id, epoch, name: fc.constantFrom("x", "y", "z") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), member, id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("announce" as const), member, epoch, stopped: fc.boolean() }) },
  fc.record({ do: fc.constant("enrol" as const), member, isIn: fc.boolean() }),
  fc.record({ do: fc.constant("remove" as const), member, isKeyFirst: fc.boolean() }),
  fc.record({ do: fc.constant("pass" as const), millis: fc.constantFrom(1_000, PRESENCE_MILLIS.lease + 1) }),
  fc.record({ do: fc.constantFrom("look" as const, "snapshot" as const) }),
);

/** A bucket with all that happens to it, a mirror that hears of it, and what is shown. */
class Play {
  readonly #entries = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #announcedAt = new Map<string, number>();
  readonly #mirror = new FleetMirror();
  readonly #shown = new Map<string, string>();
  #nowMillis = 0;

  take(step: Step): void {
    switch (step.do) {
      case "put": {
        const resource = lightNamed(step.id, step.name);
        this.#put(`${step.member}.lights.${step.id}`, JSON.stringify({ epoch: step.epoch, resource }));
        break;
      }
      case "delete":
        this.#put(`${step.member}.lights.${step.id}`, undefined);
        break;
      case "announce":
        this.#announcedAt.set(step.member, this.#nowMillis);
        this.#put(`${step.member}.presence`, presence(step.epoch, step.stopped));
        break;
      case "enrol":
        this.#enrol(step.member, step.isIn);
        break;
      case "remove":
        this.#remove(step.member, step.isKeyFirst);
        break;
      case "pass":
        this.#nowMillis += step.millis;
        break;
      case "snapshot":
        this.#snapshot();
        break;
      case "look":
        this.look();
        break;
      default:
        step satisfies never;
    }
  }

  look(): void {
    this.#mirror.judge(this.#nowMillis);
    for (const key of this.#mirror.takeTouched()) {
      const { id: one, after } = this.#mirror.shown(key);
      if (after) this.#shown.set(one, (after as Light).name);
      else this.#shown.delete(one);
    }
    const expected = IDS.flatMap((one) => this.#expected(one).map((name) => [one, name]));
    expect([...this.#shown].sort()).toEqual(expected);
  }

  #enrol(each: string, isIn: boolean): void {
    if (isIn) this.#names.add(each);
    else this.#names.delete(each);
    this.#mirror.enrol(each, isIn ? each : undefined);
  }

  /** Nobody hears of the purge but by the presence. The two buckets are followed by themselves. */
  #remove(each: string, isKeyFirst: boolean): void {
    if (isKeyFirst) this.#enrol(each, false);
    for (const key of this.#entries.keys()) if (key.startsWith(`${each}.`)) this.#entries.delete(key);
    this.#put(`${each}.presence`, undefined);
    if (!isKeyFirst) this.#enrol(each, false);
    expect(this.#mirror.members.map((known) => known.id)).not.toContain(each);
    const held = new Set(
      [...this.#entries.keys()].filter((key) => key.includes(".lights.")).map((key) => key.slice(3)),
    );
    expect(this.#mirror.size).toBe(held.size);
  }

  #put(key: string, value: string | undefined): void {
    if (value === undefined) this.#entries.delete(key);
    else this.#entries.set(key, value);
    this.#hear(key, value, this.#nowMillis);
  }

  #hear(key: string, value: string | undefined, atMillis: number): void {
    const byServers = atMillis + SERVERS_AHEAD_MILLIS;
    this.#mirror.take({ key, value, revision: 1, atMillis: byServers }, this.#nowMillis);
  }

  /** What was deleted while nobody listened is not mentioned. */
  #snapshot(): void {
    const [gone = ""] = IDS;
    for (const key of this.#entries.keys()) if (key.endsWith(gone)) this.#entries.delete(key);
    this.#mirror.beginSnapshot({ nowMillis: this.#nowMillis, serverMillis: this.#nowMillis + SERVERS_AHEAD_MILLIS });
    for (const [key, value] of this.#entries) this.#hear(key, value, this.#announcedAt.get(key.slice(0, 2)) ?? 0);
    this.#mirror.endSnapshot(this.#nowMillis);
    this.look();
  }

  /** The name under which a light is to be shown, if it is. */
  #expected(one: string): readonly string[] {
    const held = MEMBERS.filter((each) => this.#names.has(each)).flatMap((each) => {
      const light = this.#entries.get(`${each}.lights.${one}`);
      const there = this.#entries.get(`${each}.presence`);
      if (light === undefined || there === undefined) return [];
      const { epoch: current, stopped = false } = JSON.parse(there);
      const { epoch: own, resource } = JSON.parse(light);
      const isAway = stopped || this.#nowMillis - (this.#announcedAt.get(each) ?? 0) > PRESENCE_MILLIS.lease;
      return own === current ? [{ name: resource.name, isAway }] : [];
    });
    const first = held.find(({ isAway }) => !isAway) ?? held[0];
    return first ? [first.name] : [];
  }
}

test("a home that was made of what is shown has the same objects, and nothing is taken from it once more has come", () => {
  const mirror = new FleetMirror();
  const [one = "", later = ""] = IDS;
  mirror.enrol("g1", "Floor 1");
  const take = (key: string, value: string) => mirror.take({ key, value, revision: 1, atMillis: 0 }, 0);
  const put = (id: string) =>
    take(`g1.lights.${id}`, JSON.stringify({ epoch: "early", resource: lightNamed(id, "x") }));
  const shown = (id: string) => mirror.shown(`lights.${id}`).after;
  take("g1.presence", presence("early", false));
  put(one);
  mirror.takeTouched();
  const home = { lights: new Map([one, later].map((id) => [id, lightNamed(id, "x")])) };
  mirror.shareWith(home as never);
  expect(shown(one)).toBe(home.lights.get(one));
  put(later);
  mirror.shareWith(home as never);
  expect(shown(later)).not.toBe(home.lights.get(later));
});

test("whatever gateways put, delete, and whoever comes, goes or begins anew: what is shown is what the bucket says", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const play = new Play();
      for (const each of MEMBERS) {
        play.take({ do: "enrol", member: each, isIn: true });
        play.take({ do: "announce", member: each, epoch: "early", stopped: false });
      }
      for (const each of steps) play.take(each);
      play.look();
    }),
    { numRuns: times(6_000) },
  );
});

test("a snapshot in which nothing is new, as all gateways were cut off long ago, shows none of them as connected", () => {
  const mirror = new FleetMirror();
  const [serverMillis, nowMillis] = [1_000_000, 5_000];
  mirror.beginSnapshot({ nowMillis, serverMillis });
  const ages = { g1: 70_000, g2: PRESENCE_MILLIS.lease + 1, g3: PRESENCE_MILLIS.lease - 1_000 };
  for (const [id, ageMillis] of Object.entries(ages)) {
    mirror.enrol(id, id);
    const entry = { key: `${id}.presence`, value: presence("early", false), revision: 1 };
    mirror.take({ ...entry, atMillis: serverMillis - ageMillis }, nowMillis);
  }
  mirror.endSnapshot(nowMillis);
  expect(mirror.members.filter(({ isAway }) => !isAway).map((each) => each.id)).toEqual(["g3"]);
  mirror.judge(nowMillis + 1_001);
  expect(mirror.members.every(({ isAway }) => isAway)).toBe(true);
});

test("an entry that comes again keeps what is equal as it was: memory does not grow with what is parsed anew", () => {
  const mirror = new FleetMirror();
  mirror.enrol("g1", "Floor 1");
  const take = (entryKey: string, value: string) =>
    mirror.take({ key: `g1.${entryKey}`, value, revision: 1, atMillis: 0 }, 0);
  take("presence", presence("early", false));
  const key = `lights.${IDS[0]}`;
  const shownOnceNamed = (name: string) => {
    const resource = lightNamed(IDS[0] ?? "", name);
    take(key, JSON.stringify({ epoch: "early", resource }));
    return mirror.shown(key).after as Light;
  };
  const before = shownOnceNamed("Porch");
  const after = shownOnceNamed("Gate");
  expect(after).toEqual({ ...before, name: "Gate" });
  for (const field of ["colour", "powerOn", "abilities"] as const) expect(after[field]).toBe(before[field]);
  expect(shownOnceNamed("Gate")).toBe(after);
});
