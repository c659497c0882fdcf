import type { DeviceId } from "../../../core/home/model/ids.ts";
import type { LightState } from "../../../core/home/model/light.ts";

/** Random faults, the same for the same seed and the same commands. */
export interface RandomFaults {
  /** From 0 to 4294967295. */
  readonly seed: number;
  /** How many of a hundred commands are lost. */
  readonly losePercent: number;
  /** How many of a hundred devices drop off in a minute, each for 10 to 120 seconds. */
  readonly dropPercent: number;
  /** The latency of commands; null for the usual latency. */
  readonly latencyMillis: { readonly from: number; readonly to: number } | null;
  /** How much faster than the clock these minutes and seconds pass: 1, but in a script that is played faster. */
  readonly speed: number;
}

/** A fault that stays active until it is ended. */
export type ActiveFault =
  /** Declared: the home had it offline from the start. */
  | { readonly kind: "offline"; readonly deviceId: DeviceId; readonly isDeclared?: boolean }
  /** The next commands are lost. */
  | { readonly kind: "loseNext"; readonly deviceId: DeviceId; readonly count: number }
  /** The time from a command to its effect. */
  | { readonly kind: "latency"; readonly deviceId: DeviceId | "all"; readonly millis: number }
  /** The time from the effect to the report. */
  | { readonly kind: "reportLate"; readonly deviceId: DeviceId | "all"; readonly millis: number }
  | ({ readonly kind: "random" } & RandomFaults);

/** What a person can set by hand at a lamp or a sync box; the device ignores what it does not have. */
export type HandSettings = Partial<Pick<LightState, "on" | "brightnessPercent" | "colour">>;

/** Everything that can be injected into simulated devices. */
export type Happening =
  | ActiveFault
  | { readonly kind: "online"; readonly deviceId: DeviceId }
  /** Delays are the usual ones again. */
  | { readonly kind: "undelayed"; readonly deviceId: DeviceId | "all"; readonly delay: "latency" | "reportLate" }
  /** A person uses the wall switch. */
  | { readonly kind: "switch"; readonly deviceId: DeviceId; readonly to: "on" | "off" | "toggle" }
  | { readonly kind: "set"; readonly deviceId: DeviceId; readonly settings: HandSettings }
  | { readonly kind: "endRandom" }
  /** Ends all faults; what the home declares stays. */
  | { readonly kind: "calm" };
