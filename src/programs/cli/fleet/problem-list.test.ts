import { expect, test } from "vitest";
import { serverProblems } from "./problem-list.ts";

const state = (bucket: string, copy: { readonly state: "offline" | "behind"; readonly lag: number }) => ({
  bucket,
  entries: 1,
  bytes: 1,
  leader: "nats-1",
  copies: [
    { server: "nats-1", state: "current" as const, lag: 0, silentMillis: 0 },
    { server: "nats-2", ...copy, silentMillis: 60_000 },
  ],
});

test("a server that is down is one problem, since its leader last heard of it", () => {
  const problems = serverProblems(
    [state("fleet", { state: "offline", lag: 0 }), state("keys", { state: "behind", lag: 12 })],
    Date.parse("2026-11-18T12:01:00Z"),
  );
  expect(problems).toEqual([
    {
      kind: "server",
      gateways: [],
      problem: expect.stringMatching(/^nats-2 is offline/),
      since: "2026-11-18T12:00:00.000Z",
    },
  ]);
});
