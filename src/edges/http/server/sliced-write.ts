import type { Body } from "../../../core/present/pages/body.ts";
import type { FairTurns, TurnTaker } from "../../../shared/fair-turns.ts";

/** How much is written in one go where many large bodies are under way. */
export const SLICE_BYTES = 256 * 1024;

/** Written behind a slice, to learn that it was taken. */
const NOTHING = new Uint8Array(0);

/** A socket, or a response of Node's own server. */
interface Sink {
  readonly destroyed: boolean;
  readonly writableLength: number;
  cork(): void;
  uncork(): void;
  write(bytes: Uint8Array, onTaken?: () => void): unknown;
}

export interface SlicedWriteOptions {
  readonly sink: Sink;
  readonly body: Body;
  /** How much is written in one go. */
  readonly sliceBytes: number;
  readonly clientAddress: string;
  readonly turns: FairTurns;
  /** The kernel has taken the last slice. */
  readonly onTaken: () => void;
}

/**
 * Writes a large body slice by slice, each once the kernel has taken the one before. Where other clients wait, a client
 * gets one slice in its turn.
 */
export class SlicedWrite implements TurnTaker {
  readonly owner: string;
  readonly #options: SlicedWriteOptions;
  #place = 0;
  #offset = 0;

  constructor(options: SlicedWriteOptions) {
    this.#options = options;
    this.owner = options.clientAddress;
  }

  begin(): void {
    this.#options.turns.run(this.owner, () => void this.takeTurn());
  }

  takeTurn(): number {
    const { sink, turns } = this.#options;
    if (sink.destroyed) return 1;
    do this.#writeSlice();
    while (!this.#isWritten && sink.writableLength === 0 && turns.hasTimeFor(this.owner));
    if (!this.#isWritten && sink.writableLength === 0) turns.add(this);
    else sink.write(NOTHING, this.#taken);
    return 1;
  }

  get #isWritten(): boolean {
    return this.#place >= this.#options.body.length;
  }

  readonly #taken = (): void => {
    const { turns, onTaken, sink } = this.#options;
    if (sink.destroyed) return;
    if (this.#isWritten) onTaken();
    else turns.add(this);
  };

  #writeSlice(): void {
    const { sink } = this.#options;
    sink.cork();
    for (const piece of this.#nextSlice()) sink.write(piece);
    sink.uncork();
  }

  #nextSlice(): Body {
    const pieces: Uint8Array[] = [];
    for (let room = this.#options.sliceBytes; room > 0; ) {
      const piece = this.#options.body[this.#place];
      if (!piece) break;
      const part = piece.subarray(this.#offset, this.#offset + room);
      pieces.push(part);
      room -= part.byteLength;
      this.#offset += part.byteLength;
      if (this.#offset < piece.byteLength) continue;
      this.#place += 1;
      this.#offset = 0;
    }
    return pieces;
  }
}
