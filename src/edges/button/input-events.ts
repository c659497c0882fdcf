/** A key that went down or came up. */
export interface KeyTransition {
  readonly key: number;
  readonly isDown: boolean;
  /** By the machine's time of day, which may be set while we read. */
  readonly atMillis: number;
}

/** How long a C `long` is: 8 on 64-bit machines, 4 on 32-bit ones. */
export type LongBytes = 4 | 8;

/** The event type of keys and buttons, EV_KEY. */
const KEY_EVENT = 1;
/** The other value of a key event, 2, is auto-repeat: the key stays as it is. */
const UP = 0;
const DOWN = 1;

/** Reads `struct input_event` of Linux: seconds, microseconds (long), type, code (u16), value (s32); little endian. */
export class InputEvents {
  readonly #longBytes: LongBytes;
  /** The beginning of an event that is not whole yet. */
  #begun = new Uint8Array();

  constructor(longBytes: LongBytes) {
    this.#longBytes = longBytes;
  }

  /** The key transitions that end in this chunk. */
  transitionsIn(chunk: Uint8Array): readonly KeyTransition[] {
    const bytes = new Uint8Array(this.#begun.length + chunk.length);
    bytes.set(this.#begun);
    bytes.set(chunk, this.#begun.length);
    const eventBytes = 2 * this.#longBytes + 8;
    const wholeBytes = bytes.length - (bytes.length % eventBytes);
    this.#begun = bytes.slice(wholeBytes);
    const transitions: KeyTransition[] = [];
    for (let start = 0; start < wholeBytes; start += eventBytes) {
      const transition = this.#transition(new DataView(bytes.buffer, start, eventBytes));
      if (transition) transitions.push(transition);
    }
    return transitions;
  }

  #transition(event: DataView): KeyTransition | undefined {
    const afterTime = 2 * this.#longBytes;
    const value = event.getInt32(afterTime + 4, true);
    if (event.getUint16(afterTime, true) !== KEY_EVENT || (value !== UP && value !== DOWN)) return undefined;
    const atMillis = this.#long(event, 0) * 1000 + this.#long(event, this.#longBytes) / 1000;
    return { key: event.getUint16(afterTime + 2, true), isDown: value === DOWN, atMillis };
  }

  #long(event: DataView, offset: number): number {
    return this.#longBytes === 4 ? event.getUint32(offset, true) : Number(event.getBigUint64(offset, true));
  }
}
