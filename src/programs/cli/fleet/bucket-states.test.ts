import { nanos } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { copyState } from "./bucket-states.ts";

const peer = { name: "nats-2", lag: 12, offline: false };

test.each([
  ["current", { current: true, active: nanos(300) }],
  ["current", { current: true, active: 0 }],
  ["behind", { current: false, active: nanos(300) }],
  ["offline", { current: false, active: nanos(60_000) }],
  ["offline", { current: true, active: nanos(300), offline: true }],
  // A leader that was elected when the former one was killed has never heard of that one.
  ["offline", { current: false, active: 0 }],
] as const)("a copy is %s, as its leader tells of it: %j", (state, told) => {
  expect(copyState({ ...peer, ...told })).toBe(state);
});
