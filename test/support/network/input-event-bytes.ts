import type { LongBytes } from "../../../src/edges/button/input-events.ts";

export interface InputEvent {
  readonly type: number;
  readonly code: number;
  readonly value: number;
  readonly atMillis: number;
}

/** An event as Linux writes it, `struct input_event`. */
export function inputEventBytes({ type, code, value, atMillis }: InputEvent, longBytes: LongBytes): Uint8Array {
  const bytes = Buffer.alloc(2 * longBytes + 8);
  bytes.writeUIntLE(Math.floor(atMillis / 1000), 0, 4);
  bytes.writeUIntLE((atMillis % 1000) * 1000, longBytes, 4);
  bytes.writeUInt16LE(type, 2 * longBytes);
  bytes.writeUInt16LE(code, 2 * longBytes + 2);
  bytes.writeInt32LE(value, 2 * longBytes + 4);
  return bytes;
}
