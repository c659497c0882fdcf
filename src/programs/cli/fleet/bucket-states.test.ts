import { nanos } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { bucketState } from "./bucket-states.ts";

const ALL = new Set(["nats-1", "nats-2", "nats-3"]);
const PEER = { current: true, active: nanos(300), lag: 12, offline: false };

/** As the leader, or whoever answers instead, tells of the others. */
const stateOf = (
  told: object,
  { leader = "nats-1", answering = ALL }: { leader?: string; answering?: Set<string> },
) => {
  // A server that asks for a leader lists itself too.
  const replicas = [...ALL].filter((name) => name !== leader).map((name) => ({ ...PEER, name, ...told }));
  const cluster = { leader: leader === "" ? undefined : leader, replicas };
  return bucketState({ bucket: "fleet", state: { messages: 1, bytes: 1 }, cluster }, answering);
};

const states = ({ copies }: ReturnType<typeof stateOf>) => copies.map(({ server, state }) => [server, state]);

test.each([
  ["current", {}],
  ["current", { active: 0 }],
  ["behind", { current: false }],
  // Of a server that answers: its leader has not heard of it yet.
  ["behind", { active: nanos(60_000) }],
  ["behind", { offline: true }],
  ["behind", { current: false, active: 0 }],
] as const)("a server that answers is %s, as its leader tells of it: %j", (state, told) => {
  const bucket = stateOf(told, {});
  expect(states(bucket)).toEqual([
    ["nats-1", "current"],
    ["nats-2", state],
    ["nats-3", state],
  ]);
  expect(bucket.leader).toBe("nats-1");
});

test("a server that does not answer is offline, whatever its leader still believes", () => {
  const bucket = stateOf({}, { answering: new Set(["nats-1", "nats-2"]) });
  expect(states(bucket)).toEqual([
    ["nats-1", "current"],
    ["nats-2", "current"],
    ["nats-3", "offline"],
  ]);
  expect(bucket.leader).toBe("nats-1");
});

test.each([
  ["a leader that has lost the others", "nats-1", ["nats-1"]],
  ["nobody, as the leader does not answer any more", "nats-3", ["nats-1", "nats-2"]],
  ["nobody, as none is elected", "", ["nats-1", "nats-2"]],
] as const)("who answers then is of unknown state, and the bucket is led by nobody: %s", (_, leader, answering) => {
  const bucket = stateOf({ current: false, active: nanos(9_000) }, { leader, answering: new Set(answering) });
  expect(bucket.leader).toBeNull();
  const expected = [...ALL].map((name) => [
    name,
    (answering as readonly string[]).includes(name) ? "unknown" : "offline",
  ]);
  expect(Object.fromEntries(states(bucket))).toEqual(Object.fromEntries(expected));
});
