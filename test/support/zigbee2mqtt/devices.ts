import { MODELS, type Model, type ModelName, type State } from "./models.ts";

export type InterviewState = "PENDING" | "IN_PROGRESS" | "SUCCESSFUL" | "FAILED";

/** A device in a stand-in's network, without its state. */
export interface StandInDevice {
  readonly ieee: string;
  readonly name: string;
  readonly model: Model;
  readonly isDisabled: boolean;
  /** One that Zigbee2MQTT has no definition of. */
  readonly isSupported: boolean;
  readonly interviewState: InterviewState;
  /** Replaces the whole entry of the device in the list. */
  readonly oddities: Readonly<Record<string, unknown>>;
}

export interface StandInGroup {
  readonly id: number;
  readonly name: string;
  readonly members: readonly Member[];
  readonly scenes: readonly { readonly id: number; readonly name: string }[];
}

export interface Member {
  readonly ieee: string;
  /** The number of an endpoint. */
  readonly endpoint: number;
}

/** What a test specifies of a device; the rest has default values. */
export interface DeviceFields extends Partial<Omit<StandInDevice, "model">> {
  readonly model?: ModelName | Model;
  /** Replaces parts of the state it has out of its box. */
  readonly state?: State;
}

/** A colour bulb unless another model is given. */
export function aBulb({ model = "colour", state = {}, ...fields }: DeviceFields = {}): StandInDevice {
  const known: Model = typeof model === "string" ? MODELS[model] : model;
  const ieee = fields.ieee ?? ieeeAddress(1);
  return {
    ieee,
    name: ieee,
    isDisabled: false,
    isSupported: true,
    interviewState: "SUCCESSFUL",
    oddities: {},
    ...fields,
    model: { ...known, state: { ...known.state, ...state } },
  };
}

/** Members are devices by their first endpoint, unless an endpoint is given. */
export const aGroup = ({
  id,
  name = `group_${id}`,
  members = [],
  scenes = [],
}: {
  readonly id: number;
  readonly name?: string;
  readonly members?: readonly (StandInDevice | Member)[];
  readonly scenes?: StandInGroup["scenes"];
}): StandInGroup => ({
  id,
  name,
  scenes,
  members: members.map((member) => ("model" in member ? memberOf(member) : member)),
});

export const memberOf = ({ ieee, model }: StandInDevice): Member => ({
  ieee,
  endpoint: Number(Object.keys(model.endpoints)[0]),
});

export const ieeeAddress = (number: number): string => `0x00178801${number.toString(16).padStart(8, "0")}`;
