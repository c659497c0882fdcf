import { expect } from "vitest";

/** What the other side of a connection brings about, in its own time. */
export const eventually = <Value>(read: () => Value) => expect.poll(read, { interval: 5 });
