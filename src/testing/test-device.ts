import type { WireLight } from "../contract/light.ts";
import type { ColourWords } from "../home-file/schema.ts";

/** What goes wrong by chance. */
export interface RandomFaults {
  readonly seed: number;
  /** How many of a hundred commands are lost. */
  readonly losePercent?: number;
  /** How many of a hundred devices drop off in a minute, each for 10 to 120 seconds. */
  readonly dropPercent?: number;
  readonly latencyMillis?: { readonly from: number; readonly to: number };
}

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
  set(settings: { readonly on?: boolean; readonly brightness?: number; readonly colour?: ColourWords }): void;
}
