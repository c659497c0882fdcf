/** One frame of the Zigbee Cluster Library, as it goes over the air (ZCL §2.4). */
export interface ZclFrame {
  /** Means the same in every cluster, such as reading attributes; else it is the cluster's own. */
  readonly isGlobal: boolean;
  readonly isFromServer: boolean;
  readonly wantsDefaultResponse: boolean;
  readonly manufacturer?: number;
  readonly sequence: number;
  readonly command: number;
  readonly payload: Buffer;
}

const FRAME_TYPE = 0b0000_0011;
const SPECIFIC = 0b0000_0001;
const OF_MANUFACTURER = 0b0000_0100;
const FROM_SERVER = 0b0000_1000;
const NO_DEFAULT_RESPONSE = 0b0001_0000;

export function parseZclFrame(bytes: Buffer): ZclFrame {
  const control = bytes.readUInt8(0);
  const isOfManufacturer = (control & OF_MANUFACTURER) !== 0;
  const at = isOfManufacturer ? 3 : 1;
  return {
    isGlobal: (control & FRAME_TYPE) !== SPECIFIC,
    isFromServer: (control & FROM_SERVER) !== 0,
    wantsDefaultResponse: (control & NO_DEFAULT_RESPONSE) === 0,
    ...(isOfManufacturer ? { manufacturer: bytes.readUInt16LE(1) } : {}),
    sequence: bytes.readUInt8(at),
    command: bytes.readUInt8(at + 1),
    payload: bytes.subarray(at + 2),
  };
}

/** What a device says of its own accord or in answer; it never wants a default response to that. */
export function frameFromDevice(frame: Omit<ZclFrame, "isFromServer" | "wantsDefaultResponse">): Buffer {
  const isOfManufacturer = frame.manufacturer === undefined ? 0 : OF_MANUFACTURER;
  const control = (frame.isGlobal ? 0 : SPECIFIC) | isOfManufacturer | FROM_SERVER | NO_DEFAULT_RESPONSE;
  const manufacturer = frame.manufacturer === undefined ? [] : [frame.manufacturer & 0xff, frame.manufacturer >> 8];
  return Buffer.concat([Buffer.from([control, ...manufacturer, frame.sequence, frame.command]), frame.payload]);
}
