import type { LightId } from "../home/model/ids.ts";
import type { LightState } from "../home/model/light.ts";

/** How a shown value is known: the lamp reported it, it was commanded or is assumed, or it was so before a restart. */
export type Freshness = "confirmed" | "assumed" | "remembered";

export type FreshnessOfLight = Readonly<
  Record<keyof Pick<LightState, "on" | "brightnessPercent" | "colour">, Freshness>
>;

/** Something that was set aside, or is not as it should be. */
export interface Problem {
  /** What it is about: a device, a topic, a broker. */
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
  /** For people: without what is secret. */
  readonly name: string;
  /** In a few words: "Zigbee2MQTT 2.14.1, 96 devices"; empty until that is known. */
  readonly description: string;
  /** Why it cannot be reached. */
  readonly trouble: string | undefined;
}

/** How a back end is at the moment. */
export interface Condition {
  readonly sources: readonly Source[];
  readonly problems: readonly Problem[];
  freshnessOf(lightId: LightId): FreshnessOfLight;
}

const CONFIRMED: FreshnessOfLight = { on: "confirmed", brightnessPercent: "confirmed", colour: "confirmed" };

/** Of a back end that knows all there is to know. */
export const ALL_WELL: Condition = { sources: [], problems: [], freshnessOf: () => CONFIRMED };
