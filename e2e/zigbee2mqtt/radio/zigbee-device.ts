import { MODELS, type ModelName } from "./models.ts";
import { ZigbeeEndpoint } from "./zigbee-endpoint.ts";

/** A device to put into the house: its address, what it is, and what its owner calls it. */
export interface DevicePlan {
  readonly address: string;
  /** Without one, Zigbee2MQTT calls it by its address. */
  readonly name?: string;
  readonly model: ModelName;
}

/** A device as the radio knows it. */
export class ZigbeeDevice {
  readonly address: string;
  readonly networkAddress: number;
  readonly manufacturerCode: number;
  readonly isRouter: boolean;
  readonly endpoints: readonly ZigbeeEndpoint[];
  /** Out of reach: it takes nothing, and nothing is heard of it. */
  isDeaf = false;

  constructor({ address, model }: DevicePlan, networkAddress: number) {
    const { manufacturerCode, isRouter, endpoints } = MODELS[model];
    this.address = address;
    this.networkAddress = networkAddress;
    this.manufacturerCode = manufacturerCode;
    this.isRouter = isRouter;
    this.endpoints = endpoints.map((endpoint) => new ZigbeeEndpoint(endpoint));
  }

  /** An endpoint by its number; without one, the first. */
  endpoint(id?: number): ZigbeeEndpoint {
    const endpoint = this.endpoints.find(({ model }) => id === undefined || model.id === id);
    if (!endpoint) throw new Error(`${this.address} has no endpoint ${id}`);
    return endpoint;
  }
}
