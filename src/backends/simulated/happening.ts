import type { DeviceId } from "../../home/model/ids.ts";
import type { LightState } from "../../home/model/light.ts";

/** What goes wrong by chance, the same for the same seed and the same commands. */
export interface RandomFaults {
  /** From 0 to 4294967295. */
  readonly seed: number;
  /** How many of a hundred commands are lost. */
  readonly losePercent: number;
  /** How many of a hundred devices drop off in a minute, each for 10 to 120 seconds. */
  readonly dropPercent: number;
  /** How long commands take; without it, as long as ever. */
  readonly latencyMillis: { readonly from: number; readonly to: number } | null;
  /** How much faster than the clock these minutes and seconds pass: 1, but in a script that is played faster. */
  readonly speed: number;
}

/** A way in which simulated devices are out of the ordinary, until they are told otherwise. */
export type ActiveFault =
  | { readonly kind: "offline"; readonly deviceId: DeviceId }
  /** The next commands do not reach it. */
  | { readonly kind: "loseNext"; readonly deviceId: DeviceId; readonly count: number }
  /** How long it takes to obey. */
  | { readonly kind: "latency"; readonly deviceId: DeviceId | "all"; readonly millis: number }
  /** How long after that it reports. */
  | { readonly kind: "reportLate"; readonly deviceId: DeviceId | "all"; readonly millis: number }
  | ({ readonly kind: "random" } & RandomFaults);

/** What somebody can set at a lamp or a sync box itself; it takes of it what it has. */
export type HandSettings = Partial<Pick<LightState, "on" | "brightnessPercent" | "colour">>;

/** Everything that can be made to happen to simulated devices. */
export type Happening =
  | ActiveFault
  | { readonly kind: "online"; readonly deviceId: DeviceId }
  /** Somebody uses the wall switch. */
  | { readonly kind: "switch"; readonly deviceId: DeviceId; readonly to: "on" | "off" | "toggle" }
  | { readonly kind: "set"; readonly deviceId: DeviceId; readonly settings: HandSettings }
  /** All is back to normal. */
  | { readonly kind: "calm" };
