import type { AttributeStore } from "./attribute-store.ts";
import type { ZclFrame } from "./zcl-frame.ts";
import { attributeAt, attributeBytes, sizeOfReportableChange } from "./zcl-values.ts";

/** What is said back to a command. */
export interface Reply {
  readonly isGlobal: boolean;
  readonly command: number;
  readonly payload: Buffer;
}

const READ = 0x00;
const WRITE = 0x02;
const CONFIGURE_REPORTING = 0x06;
const DEFAULT_RESPONSE = 0x0b;

const UNSUPPORTED_COMMAND = 0x81;
const UNSUPPORTED_ATTRIBUTE = 0x86;

/** How a device answers the commands that mean the same in every cluster (ZCL §2.5); a response gets none. */
export function answerGlobal(attributes: AttributeStore, cluster: number, frame: ZclFrame): Reply | undefined {
  switch (frame.command) {
    case READ:
      return { isGlobal: true, command: 0x01, payload: read(attributes, cluster, frame) };
    case WRITE:
      write(attributes, cluster, frame);
      return { isGlobal: true, command: 0x04, payload: Buffer.from([0]) };
    case CONFIGURE_REPORTING:
      configureReporting(attributes, cluster, frame);
      return { isGlobal: true, command: 0x07, payload: Buffer.from([0]) };
    case DEFAULT_RESPONSE:
      return undefined;
    default:
      return defaultResponse(frame.command, UNSUPPORTED_COMMAND);
  }
}

export function defaultResponse(command: number, status: number): Reply {
  return { isGlobal: true, command: DEFAULT_RESPONSE, payload: Buffer.from([command, status]) };
}

function read(attributes: AttributeStore, cluster: number, { payload, manufacturer }: ZclFrame): Buffer {
  const records: Buffer[] = [];
  for (let at = 0; at < payload.byteLength; at += 2) {
    const id = payload.subarray(at, at + 2);
    const attribute = manufacturer === undefined ? attributes.get({ cluster, id: id.readUInt16LE() }) : undefined;
    records.push(id, ...(attribute ? [Buffer.from([0]), attributeBytes(attribute)] : [UNSUPPORTED]));
  }
  return Buffer.concat(records);
}

const UNSUPPORTED = Buffer.from([UNSUPPORTED_ATTRIBUTE]);

function write(attributes: AttributeStore, cluster: number, { payload, manufacturer }: ZclFrame): void {
  for (let at = 0; at < payload.byteLength; ) {
    const { attribute, end } = attributeAt(payload, at + 2);
    if (manufacturer === undefined) attributes.set({ cluster, id: payload.readUInt16LE(at) }, attribute);
    at = end;
  }
}

/** Each record: direction, attribute, type, shortest and longest time, and the least change where there is one. */
function configureReporting(attributes: AttributeStore, cluster: number, { payload }: ZclFrame): void {
  for (let at = 0; at < payload.byteLength; ) {
    attributes.report({ cluster, id: payload.readUInt16LE(at + 1) });
    at += 8 + sizeOfReportableChange(payload.readUInt8(at + 3));
  }
}
