/** The JSON of some resources in a row, with commas between them. */
export interface PageBytes {
  readonly bytes: Buffer;
  /** Where the JSON of each ends; that of one which no read shows ends where the one before it does. */
  readonly ends: readonly number[];
  /** How many of them reads show. */
  readonly count: number;
  /** Whether nothing stands before it in the list: then it does not begin with a comma. */
  readonly isFirst: boolean;
}

/** JSON as text or as the bytes of another page; nothing for what no read shows. */
type Json = string | Buffer | undefined;

const COMMA = 0x2c;

export function pageBytes(json: readonly Json[], isFirst: boolean): PageBytes {
  const shown = json.filter((one) => one !== undefined);
  const length = shown.reduce((sum, one) => sum + 1 + Buffer.byteLength(one), 0);
  // Memory of its own: Node's small buffers share theirs, so one that is kept for long keeps that of others.
  const bytes = Buffer.allocUnsafeSlow(isFirst && length > 0 ? length - 1 : length);
  const ends: number[] = [];
  let end = 0;
  for (const one of json) {
    if (one !== undefined) end = append(bytes, end, one, isFirst && end === 0);
    ends.push(end);
  }
  return { bytes, ends, count: shown.length, isFirst };
}

function append(bytes: Buffer, at: number, json: string | Buffer, isFirst: boolean): number {
  const start = isFirst ? at : bytes.writeUInt8(COMMA, at);
  return start + (typeof json === "string" ? bytes.write(json, start) : json.copy(bytes, start));
}

/** The JSON of one resource in a page. */
export function jsonInPage({ bytes, ends, isFirst }: PageBytes, at: number): Buffer | undefined {
  const [before = 0, end = 0] = [at === 0 ? 0 : ends[at - 1], ends[at]];
  if (end === before) return undefined;
  return bytes.subarray(isFirst && before === 0 ? 0 : before + 1, end);
}
