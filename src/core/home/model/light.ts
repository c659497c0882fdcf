import type { Xy } from "./colour.ts";
import type { DeviceId, LightId } from "./ids.ts";
import type { LightColour } from "./light-colour.ts";

/** What a lamp can do. */
export type Ability =
  | "onOff"
  | "brightness"
  | "colourTemperature"
  | "colour"
  | "segments"
  | "settingLength"
  | "dynamicEffects"
  | "currentSetting";

/** What a lamp does when its power returns. */
export interface PowerOn {
  readonly mode: "default" | "memory" | "custom" | "on" | "off";
  readonly on: "default" | "memory" | { readonly custom: boolean };
  readonly brightness: "default" | "memory" | { readonly customPercent: number };
  readonly colour: "default" | "memory" | { readonly customPoint: Xy } | { readonly customKelvin: number };
}

/** The fields that commands and reports change. */
export interface LightState {
  readonly on: boolean;
  readonly brightnessPercent: number;
  readonly colour: LightColour;
  readonly powerOn: PowerOn;
}

/** The state of a light of which nothing else is known. */
export const DEFAULT_LIGHT_STATE: LightState = {
  on: false,
  brightnessPercent: 100,
  colour: { mode: "white", kelvin: 2700 },
  powerOn: { mode: "default", on: "default", brightness: "default", colour: "default" },
};

/** Every field of a state. */
export const LIGHT_STATE = Object.keys(DEFAULT_LIGHT_STATE) as readonly (keyof LightState)[];

/** The state alone: a new field of it does not compile without a place here. */
export const lightState = ({ on, brightnessPercent, colour, powerOn }: LightState): LightState => ({
  on,
  brightnessPercent,
  colour,
  powerOn,
});

/** From which white to which a lamp goes. */
export interface WhiteRange {
  readonly coolestKelvin: number;
  readonly warmestKelvin: number;
}

/** What a lamp is built for, as its product or its back end says. */
export interface LightFeatures {
  readonly abilities: readonly Ability[];
  /** How many colours it can show at once, each at its place; 0 for a lamp that is of one colour. */
  readonly segments: number;
  /** Only where it is known. Commands for other whites are accepted: the lamp shows the nearest that it can. */
  readonly whites?: WhiteRange;
}

/** The features alone: a new one does not compile without a place here. */
export const lightFeatures = ({ abilities, segments, whites }: LightFeatures): LightFeatures => ({
  abilities,
  segments,
  ...(whites ? { whites } : {}),
});

/** The fields that a back end describes, and describes again when the device has changed. */
export interface LightDescription extends LightFeatures {
  readonly name: string;
}

export const lightDescription = (described: LightDescription): LightDescription => ({
  name: described.name,
  ...lightFeatures(described),
});

/** What people made of a light's brightness, remembered while its room is dimmed down and up again. */
export interface Dimming {
  /** The brightness before its room was dimmed. */
  readonly madePercent: number;
  /** What commands for its room have multiplied that by; a light shows the product as far as it is able. */
  readonly factor: number;
}

/** One lamp, or one endpoint of a device with several. */
export interface Light extends LightDescription, LightState {
  readonly id: LightId;
  readonly deviceId: DeviceId;
  /** Only of a light that a command for its room dimmed, until its brightness changes in another way. */
  readonly dimming?: Dimming;
  /** A sync box sets the colour at this moment; derived from the sync boxes, not reported by the lamp. */
  readonly drivenBySyncBox: boolean;
}

/** How long a light is to take to become what a command asks, where it can fade; at once where nothing is said. */
export interface Fade {
  readonly fadeMillis?: number;
}

/** What a light is to do: `desired` has all fields of the command, also those that the home shows already. */
export interface LightCommand extends Fade {
  readonly light: Light;
  readonly desired: Partial<LightState>;
}
