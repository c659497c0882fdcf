import type { DeviceId, LightId } from "../../core/home/model/ids.ts";
import type { LightState } from "../../core/home/model/light.ts";

/** How certain a shown value is: reported by the lamp, assumed after a command, or remembered from before a restart. */
export type Freshness = "confirmed" | "assumed" | "remembered";

/** The fields of a light of which it is known how certain they are. */
export const TRACKED = ["on", "brightnessPercent", "colour"] as const satisfies readonly (keyof LightState)[];
export type Tracked = (typeof TRACKED)[number];

export type FreshnessOfLight = Readonly<Record<Tracked, Freshness>>;

/** A light of which all is as certain. */
export const allOf = (freshness: Freshness): FreshnessOfLight =>
  Object.fromEntries(TRACKED.map((field) => [field, freshness])) as FreshnessOfLight;

/** A message that was ignored, or a fault that lasts. */
export interface Problem {
  /** The subject: a device, a topic, a broker. */
  readonly about: string;
  readonly description: string;
  /** How often it was seen. */
  readonly count: number;
  /** When it was last seen, by the gateway's clock. */
  readonly lastMillis: number;
  /** Since when it is so without a break, and still is; undefined for what was seen now and then. */
  readonly sinceMillis?: number;
}

/** What devices are reached through. */
export interface Source {
  /** For people: without credentials. */
  readonly name: string;
  /** In a few words: "Zigbee2MQTT 2.14.1, 96 devices"; empty until known. */
  readonly description: string;
  /** Why it cannot be reached. */
  readonly problem: string | undefined;
  /** How many messages came from there since the start, and when the last one did, by the gateway's clock. */
  readonly messages?: { readonly count: number; readonly lastMillis: number | undefined };
}

/** What a device last said of itself, beside its state. */
export interface DeviceSigns {
  /** When it was last heard of, by the gateway's clock; undefined where that is not known. */
  readonly seenMillis?: number;
  /** What is left in its battery; undefined for one without a battery. */
  readonly batteryPercent?: number;
}

/** The condition of a back end at the moment. */
export interface Condition {
  readonly sources: readonly Source[];
  readonly problems: readonly Problem[];
  freshnessOf(lightId: LightId): FreshnessOfLight;
  signsOf(deviceId: DeviceId): DeviceSigns;
}

const CONFIRMED = allOf("confirmed");

/** The condition of a back end whose reports are always confirmed. */
export const ALL_WELL: Condition = { sources: [], problems: [], freshnessOf: () => CONFIRMED, signsOf: () => ({}) };
