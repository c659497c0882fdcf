import { type Static, Type } from "typebox";
import type { WireLight } from "../../core/contract/light.ts";
import { ColourWords, strict, YesOrNo } from "../../edges/home-file/schema.ts";
import { Millis } from "./quantities.ts";

const percent = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: `${description}, from 0 to 100` }));

/** What goes wrong by chance. */
export const RandomFaults = Type.Object(
  {
    seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: "a whole number from 0 to 4294967295" }),
    losePercent: percent("the percentage of commands that are lost"),
    dropPercent: percent("the percentage of devices that go offline each minute, each for 10 to 120 s"),
    latencyMillis: Type.Optional(
      Type.Object({ from: Millis, to: Millis }, strict("how long devices take to carry out a command, { from, to }")),
    ),
  },
  strict("faults with a seed"),
);
export type RandomFaults = Static<typeof RandomFaults>;

/** What somebody sets by hand at a lamp. */
export const HandSettings = Type.Object(
  {
    on: Type.Optional(YesOrNo),
    brightness: Type.Optional(Type.Number({ minimum: 1, maximum: 100, description: "a brightness from 1 to 100" })),
    colour: Type.Optional(ColourWords),
  },
  strict("a state with on, brightness and colour"),
);
export type HandSettings = Static<typeof HandSettings>;

/** A simulated device, and what can be made to happen to it. */
export interface TestDevice {
  readonly id: string;
  readonly lightIds: readonly string[];
  /** What its lamps truly are, whatever the gateway shows. */
  readonly lights: readonly WireLight[];
  /** It drops off the network. */
  goOffline(): void;
  comeOnline(): void;
  /** The next commands (1, by default) do not reach it. */
  loseNext(count?: number): void;
  /** How long it takes to obey; 20 by default. */
  obeyAfter(millis: number): void;
  /** How long after that it says so. */
  reportAfter(millis: number): void;
  /** Somebody uses the wall switch. */
  switch(to?: "on" | "off" | "toggle"): void;
  /** Somebody sets it by hand. */
  set(settings: HandSettings): void;
}
