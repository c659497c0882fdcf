import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { connectToFleet, type FleetState } from "../src/edges/fleet/connection.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { type Manner, ScriptedServers } from "./support/nats/scripted-server.ts";
import { SeverableLine } from "./support/nats/severable-line.ts";

let fleet: TestFleet | undefined;
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
});

test("a server that falls silent without a word is given up within seconds for one that answers, even if that was down at first", async () => {
  fleet = await TestFleet.start(["g1"]);
  const port = fleet.servers[0]?.port ?? 0;
  const [line, ...others] = await Promise.all(Array.from({ length: 6 }, () => SeverableLine.to(port)));
  for (const other of others) other.cut();
  const states: FleetState[] = [];
  const connection = await connectToFleet({
    ...fleet.address("g1"),
    servers: [line, ...others].map((each) => `127.0.0.1:${each?.port}`),
    name: "g1",
    random: () => 0,
    onState: (state) => states.push(state),
  });
  // In which order they were tried is chance.
  expect(connection.getServers()).toHaveLength(1 + others.length);
  for (const other of others) other.mend();
  line?.deafen();
  await vi.waitFor(() => expect(states.map(({ state }) => state)).toEqual(["connected", "disconnected", "connected"]), {
    timeout: 60_000,
    interval: 50,
  });
  await connection.close();
  await Promise.all([line, ...others].map((each) => each?.stop()));
});

test("a cluster that refuses the credentials is tried once, and again after a pause; who waits can give up", async () => {
  fleet = await TestFleet.start(["g1"], 3);
  const [states, clock, stop] = [[] as FleetState[], new ManualClock(), new AbortController()];
  const connecting = connectToFleet({
    ...fleet.address("g1"),
    login: { user: "g1", password: "another" },
    name: "g1",
    random: () => 0,
    onState: (state) => states.push(state),
    signal: stop.signal,
    clock,
  });
  const tried = (times: number) =>
    vi.waitFor(() => expect(states.map(({ state }) => state)).toEqual(Array(times).fill("refused")), {
      timeout: 30_000,
    });
  await tried(1);
  clock.advance(60_000);
  await tried(2);
  stop.abort();
  await expect(connecting).rejects.toThrow("abort");
});

/** Somebody who dials servers that do as they are told, on a clock that the test drives. */
async function dialling(manner: (before: number) => Manner, addresses = 1) {
  const servers = await ScriptedServers.start(manner);
  onTestFinished(() => servers.stop());
  const [states, clock, stop] = [[] as FleetState[], new ManualClock(), new AbortController()];
  const connecting = connectToFleet({
    servers: servers.addresses.slice(0, addresses),
    login: { user: "g1", password: "g1" },
    isEncrypted: false,
    credentials: undefined,
    authority: undefined,
    name: "g1",
    random: () => 0,
    onState: (state) => states.push(state),
    signal: stop.signal,
    clock,
  });
  connecting.catch(() => undefined);
  const said = (...words: readonly string[]) =>
    vi.waitFor(
      () =>
        expect(states.map((state) => (state.state === "connected" ? "connected" : state.why))).toEqual(
          words.map((each) => expect.stringContaining(each)),
        ),
      { timeout: 30_000 },
    );
  return { servers, clock, stop, connecting, said };
}

const REFUSED = "refuses the credentials";

describe("who dials a fleet", () => {
  test("and is revoked meanwhile, by a cluster whose servers name one another, tries each server once and then pauses", async () => {
    const { servers, clock, connecting, said } = await dialling((before) => (before === 0 ? "accepts" : "refuses"), 3);
    await said(REFUSED);
    // The trial that is let in, its connection that is to last, and one trial at each other server.
    expect(servers.clients).toBe(2 + 2);
    clock.advance(60_000);
    await said(REFUSED, REFUSED);
    expect(servers.clients).toBe(2 + 2 + 3);
    servers.manner = () => "accepts";
    clock.advance(60_000);
    await said(REFUSED, REFUSED, "connected");
    await (await connecting).close();
  });

  test.each([
    ["is silent", "the server does not answer"],
    ["stops after its greeting", "the server does not answer"],
    ["closes", "the server closed the connection"],
    ["speaks HTTP", "the server is not a NATS server"],
    ["refuses", "they were revoked, or belong to another fleet"],
  ] as const)("is told in words when the server %s: %s", async (manner, words) => {
    const { servers, stop, connecting, said } = await dialling(() => manner);
    await said(words);
    await vi.waitFor(() => expect(servers.open).toBe(0), { timeout: 30_000 });
    stop.abort();
    await expect(connecting).rejects.toThrow("abort");
  });

  test.each(["is silent", "stops after its greeting"] as const)(
    "may give up at any moment, and leaves no connection behind: a server that %s",
    async (manner) => {
      const { servers, stop, connecting } = await dialling(() => manner, 3);
      await vi.waitFor(() => expect(servers.open).toBe(1));
      stop.abort();
      await expect(connecting).rejects.toThrow("abort");
      // A dial that had begun ends by its own timeout, and none follows.
      await vi.waitFor(() => expect(servers.open).toBe(0), { timeout: 30_000 });
      expect(servers.clients).toBeLessThanOrEqual(1);
    },
  );

  test("may give up between the trial and the connection that is to last", async () => {
    const { servers, stop, connecting } = await dialling((before) => {
      if (before === 1) stop.abort();
      return "accepts";
    });
    await expect(connecting).rejects.toThrow("abort");
    await vi.waitFor(() => expect(servers.open).toBe(0), { timeout: 30_000 });
    expect(servers.clients).toBe(2);
  });
});
