import type { LightColour } from "../../../core/home/model/light-colour.ts";

/** A colour as one lamp shows it: Matter has no segments. */
export type MatterColour = Exclude<LightColour, { readonly mode: "segments" }>;

/** What a lamp is in Matter: an on/off light, a dimmable one, one with colour temperatures, or one with colours. */
export type MatterLampKind = "onOff" | "dimmable" | "white" | "colour";

/** The whites that a lamp can show. */
export interface MiredRange {
  readonly coolestMired: number;
  readonly warmestMired: number;
}

/** What commands and reports change. */
export interface MatterLampState {
  readonly on: boolean;
  readonly brightnessPercent: number;
  readonly colour: MatterColour;
}

/** A lamp or sync box of the home as the bridge's thread gets it. */
export interface MatterLamp {
  /** The id of the light or sync box. */
  readonly id: string;
  readonly kind: MatterLampKind;
  /** Whether a lamp with colours shows colour temperatures as well. */
  readonly hasWhites: boolean;
  readonly whites: MiredRange;
  /** At most 32 bytes, as Matter demands. */
  readonly name: string;
  readonly serialNumber: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly softwareVersion: string;
  readonly reachable: boolean;
  readonly state: MatterLampState;
}
