import type { GatewayResponse } from "../request.ts";
import type { InFlight, Sending } from "../server/in-flight.ts";

interface Line {
  readonly bytes: Uint8Array;
  readonly sending: Sending;
}

/** Whoever has the lines ends their sending. */
const NO_CONNECTION = { once: () => undefined, off: () => undefined };

/** Lines of a command that its client has not taken: they count among all that is in flight to clients. */
export class UntakenLines {
  readonly #inFlight: InFlight;
  readonly #address: string;
  /** In the order in which they were said; of the first, a part may be taken. */
  readonly #lines: Line[] = [];
  #offset = 0;

  constructor(inFlight: InFlight, address: string) {
    this.#inFlight = inFlight;
    this.#address = address;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** Whether one more that is large may be said. */
  get hasRoom(): boolean {
    return !this.#inFlight.isFull && this.#inFlight.hasRoomFor(this.#address);
  }

  add(bytes: Uint8Array): void {
    const response: GatewayResponse = { status: 200, mediaType: "application/x-ndjson", body: [bytes] };
    const handed = { connection: NO_CONNECTION, address: this.#address, response, bytes: response.body };
    this.#lines.push({ bytes, sending: this.#inFlight.begin(handed) });
  }

  /** The next piece, once the one before was taken; undefined where there is none. */
  next(mostBytes: number): Uint8Array | undefined {
    const [first] = this.#lines;
    if (first && this.#offset >= first.bytes.byteLength) {
      first.sending.end();
      this.#lines.shift();
      this.#offset = 0;
      return this.next(mostBytes);
    }
    const piece = first?.bytes.subarray(this.#offset, this.#offset + mostBytes);
    this.#offset += piece?.byteLength ?? 0;
    return piece;
  }

  drop(): void {
    for (const { sending } of this.#lines.splice(0)) sending.end();
  }
}
