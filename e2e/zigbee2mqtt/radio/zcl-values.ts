/** Types of values in the Zigbee Cluster Library (ZCL §2.6.2). */
export const BOOLEAN = 0x10;
export const BITMAP_16 = 0x19;
export const UNSIGNED_8 = 0x20;
export const UNSIGNED_16 = 0x21;
export const ENUM_8 = 0x30;
export const TEXT = 0x42;

/** Those that are numbers: their size in bytes. */
const SIZES: Readonly<Record<number, number>> = {
  [BOOLEAN]: 1,
  [BITMAP_16]: 2,
  [UNSIGNED_8]: 1,
  [UNSIGNED_16]: 2,
  [ENUM_8]: 1,
};

/** Of these it is configured by how much they must change to be reported. */
const FIRST_ANALOGUE = 0x20;
const LAST_ANALOGUE = 0x2f;

/** One attribute of a cluster: its type and its value. */
export interface Attribute {
  readonly type: number;
  readonly value: number | string;
}

export function attributeBytes({ type, value }: Attribute): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value, "utf8");
    return Buffer.from([type, text.byteLength, ...text]);
  }
  const bytes = Buffer.alloc(1 + sizeOf(type));
  bytes.writeUInt8(type);
  bytes.writeUIntLE(value, 1, sizeOf(type));
  return bytes;
}

/** The attribute that stands at a place, and where what follows begins. */
export function attributeAt(bytes: Buffer, at: number): { readonly attribute: Attribute; readonly end: number } {
  const type = bytes.readUInt8(at);
  if (type === TEXT) {
    const end = at + 2 + bytes.readUInt8(at + 1);
    return { attribute: { type, value: bytes.toString("utf8", at + 2, end) }, end };
  }
  const end = at + 1 + sizeOf(type);
  return { attribute: { type, value: bytes.readUIntLE(at + 1, sizeOf(type)) }, end };
}

/** How many bytes say by how much a value of a type must change to be reported. */
export const sizeOfReportableChange = (type: number): number =>
  type >= FIRST_ANALOGUE && type <= LAST_ANALOGUE ? sizeOf(type) : 0;

function sizeOf(type: number): number {
  const size = SIZES[type];
  if (size === undefined) throw new Error(`no device here knows values of the type ${type}`);
  return size;
}
