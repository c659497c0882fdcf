import type { Tz } from "zigbee-herdsman-converters";

type Entity = Parameters<NonNullable<Tz.Converter["convertSet"]>>[0];
type Device = NonNullable<Tz.Meta["device"]>;

/** Responses to what converters read from a lamp before they send a command. */
const ATTRIBUTES: Readonly<Record<string, unknown>> = { colorCapabilities: 31, colorTempPhysicalMin: 0 };

/** As many as any lamp has. */
const ENDPOINT_IDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** An endpoint that takes every command; converters know one by the name of its class. */
class Endpoint {
  readonly ID: number;
  readonly deviceIeeeAddress = "0x00124b0000000001";
  /** A white spectrum light. */
  readonly deviceID = 0x010c;
  readonly meta = {};
  readonly clusters = {};
  readonly inputClusters = [0, 3, 4, 5, 6, 8, 768];
  readonly outputClusters = [];
  readonly #device: object;
  readonly #tell: (words: string, payload?: unknown) => void;

  constructor(id: number, device: object, tell: (words: string, payload?: unknown) => void) {
    this.ID = id;
    this.#device = device;
    this.#tell = tell;
  }

  readonly command = async (cluster: string, command: string, payload?: unknown) =>
    this.#tell(`${cluster} ${command}`, payload);
  readonly write = async (cluster: string) => this.#tell(`${cluster} write`);
  readonly zclCommand = this.command;
  readonly read = async (cluster: string) => {
    this.#tell(`${cluster} read`);
    return {};
  };
  readonly getDevice = () => this.#device;
  readonly supportsInputCluster = () => true;
  readonly supportsOutputCluster = () => true;
  readonly getClusterAttributeValue = (_: string, name: string) => ATTRIBUTES[name];
  readonly saveClusterAttributeKeyValue = () => undefined;
  readonly hasPendingRequests = () => false;
  readonly save = () => undefined;
}

/** A device on no radio, and what would have been sent to it. */
export function standInDevice() {
  const commands: string[] = [];
  const payloads: unknown[] = [];
  const tell = (words: string, payload?: unknown) => {
    commands.push(words);
    payloads.push(payload);
  };
  const known = new Map<number, Endpoint>();
  const endpointAt = (id: number): Endpoint => {
    const endpoint = known.get(id) ?? new Endpoint(id, device, tell);
    known.set(id, endpoint);
    return endpoint;
  };
  const device = {
    ieeeAddr: "0x00124b0000000001",
    manufacturerName: "",
    modelID: "",
    meta: {},
    customClusters: {},
    save: () => undefined,
    getEndpoint: endpointAt,
    get endpoints() {
      return ENDPOINT_IDS.map(endpointAt);
    },
  };
  return {
    commands,
    payloads,
    device: device as unknown as Device,
    endpointAt: (id: number) => endpointAt(id) as unknown as Entity,
  };
}
