import type { AttributePlace } from "./attribute-store.ts";
import type { LightValues } from "./light-values.ts";
import { BASIC, COLOUR, GROUPS, SCENES } from "./zcl-commands.ts";
import { type Attribute, BITMAP_16, ENUM_8, TEXT, UNSIGNED_8, UNSIGNED_16 } from "./zcl-values.ts";

/** One endpoint of a model, as a device of it comes out of its box. */
export interface EndpointModel {
  readonly id: number;
  /** What it is in the terms of Zigbee's home automation profile. */
  readonly kind: number;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly attributes: readonly (AttributePlace & Attribute)[];
  readonly shows: LightValues;
}

/** A model of a device that Zigbee2MQTT knows. */
export interface DeviceModel {
  readonly manufacturerCode: number;
  readonly isRouter: boolean;
  readonly endpoints: readonly EndpointModel[];
}

export const IDENTIFY = 0x0003;
const MAINS = 1;
export const BATTERY = 3;

/** What every device says of itself. */
export const basicAttributes = (manufacturer: string, model: string, powerSource = MAINS) => [
  { cluster: BASIC, id: 0x0000, type: UNSIGNED_8, value: 3 },
  { cluster: BASIC, id: 0x0001, type: UNSIGNED_8, value: 1 },
  { cluster: BASIC, id: 0x0002, type: UNSIGNED_8, value: 2 },
  { cluster: BASIC, id: 0x0003, type: UNSIGNED_8, value: 1 },
  { cluster: BASIC, id: 0x0004, type: TEXT, value: manufacturer },
  { cluster: BASIC, id: 0x0005, type: TEXT, value: model },
  { cluster: BASIC, id: 0x0006, type: TEXT, value: "20240101" },
  { cluster: BASIC, id: 0x0007, type: ENUM_8, value: powerSource },
  { cluster: BASIC, id: 0x4000, type: TEXT, value: "1.2.3" },
];

/** Which colours a lamp knows, and its whites from the coolest to the warmest in mired. */
export const colourAttributes = (capabilities: number, coolest: number, warmest: number) => [
  { cluster: COLOUR, id: 0x400a, type: BITMAP_16, value: capabilities },
  { cluster: COLOUR, id: 0x400b, type: UNSIGNED_16, value: coolest },
  { cluster: COLOUR, id: 0x400c, type: UNSIGNED_16, value: warmest },
];

/** What every lamp obeys, beside what it is. */
export const lamp = (inputs: readonly number[]) => ({
  inputs: [BASIC, IDENTIFY, GROUPS, SCENES, ...inputs],
  outputs: [0x0019],
});
