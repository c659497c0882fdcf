import { PacedQueue } from "./paced-queue.ts";

/** A write takes as long as many reads. */
const WRITES_PER_TURN = 4;

/**
 * Writes yield to reads. A read is run at once, and so is a write, unless writes come in a rush: then they wait and reads
 * overtake them. A request never overtakes a write that came before it on its own connection.
 */
export class WriteThrottle {
  readonly #writes = new PacedQueue(WRITES_PER_TURN);
  /** How many requests wait on each connection. */
  readonly #waiting = new WeakMap<object, number>();

  run({ connection, isWrite }: { readonly connection: object; readonly isWrite: boolean }, request: () => void): void {
    const ahead = this.#waiting.get(connection) ?? 0;
    if (!isWrite && ahead === 0) {
      request();
      return;
    }
    this.#waiting.set(connection, ahead + 1);
    this.#writes.add(() => {
      this.#waiting.set(connection, (this.#waiting.get(connection) ?? 1) - 1);
      request();
    });
  }
}
