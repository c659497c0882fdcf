import { expect } from "vitest";

/** What several programs bring about together, also where a machine has much else to do. */
export const inTime = <Value>(read: () => Value) => expect.poll(read, { timeout: 30_000, interval: 20 });
