import fc from "fast-check";
import type { LightState } from "../../../src/core/home/model/light.ts";
import type { Happening } from "./zigbee-happening.ts";

/** What gateways and brokers do meanwhile. */
export type Doing =
  | { readonly kind: "commanded"; readonly light: number; readonly state: Partial<LightState> }
  | { readonly kind: "activated"; readonly scene: number }
  | { readonly kind: "closed" }
  | { readonly kind: "opened" }
  | { readonly kind: "restarted" }
  | { readonly kind: "passed"; readonly millis: number };

const someDevice = fc.integer({ min: 1, max: 5 });
const someGroup = fc.constantFrom(3, 5);
const someScene = fc.integer({ min: 1, max: 2 });
const someName = fc.constantFrom("Lamp", "Lamp/set", "Kitchen/Lamp", "Kitchen", "Hall/availability", "5", "Shade");
const someLook = fc.record({
  on: fc.boolean(),
  brightness: fc.integer({ min: 1, max: 254 }),
  mired: fc.integer({ min: 250, max: 450 }),
});
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind("listed"), device: someDevice, name: someName }) },
  fc.record({ kind: kind("unlisted"), device: someDevice }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("grouped"),
      group: someGroup,
      name: fc.constantFrom("Kitchen", "Hall", "Lamp", "Kitchen/All"),
      members: fc.uniqueArray(someDevice),
    }),
  },
  fc.record({ kind: kind("ungrouped"), group: someGroup }),
  { weight: 2, arbitrary: fc.record({ kind: kind("scenes"), group: someGroup, scenes: fc.uniqueArray(someScene) }) },
  fc.record({
    kind: kind("brokenList"),
    topic: fc.constantFrom("bridge/devices" as const, "bridge/groups" as const),
    length: fc.nat(),
  }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind("shown"), device: someDevice, look: someLook, isPartly: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("available"), device: someDevice, isOnline: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("recalled"), group: someGroup, scene: someScene }) },
  fc.record({ kind: kind("announced"), device: someDevice }),
  fc.record({ kind: kind("running"), isRunning: fc.boolean() }),
);

const anyDoing: fc.Arbitrary<Doing> = fc.oneof(
  fc.record({
    kind: kind("commanded"),
    light: fc.nat(5),
    state: fc.record({ on: fc.boolean(), brightnessPercent: fc.integer({ min: 1, max: 100 }) }, { requiredKeys: [] }),
  }),
  fc.record({ kind: kind("activated"), scene: fc.nat(3) }),
  fc.record({ kind: kind("closed") }),
  fc.record({ kind: kind("opened") }),
  fc.record({ kind: kind("restarted") }),
  fc.record({ kind: kind("passed"), millis: fc.constantFrom(100, 2_500, 5_000, 12_000, 40_000) }),
);

/** What happens in a house and what is done there, one after the other. */
export const anyZigbeeStory: fc.Arbitrary<readonly (Happening | Doing)[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: anyHappening }, { weight: 2, arbitrary: anyDoing }),
  {
    minLength: 5,
    maxLength: 60,
  },
);

export const isDoing = (step: Happening | Doing): step is Doing =>
  ["commanded", "activated", "closed", "opened", "restarted", "passed"].includes(step.kind);
