import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { Check } from "typebox/value";
import { afterEach, describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { emptyGateway, IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import { UdpClient } from "../../../test/support/network/udp-client.ts";
import { DiscoveryReply } from "../../core/contract/discovery.ts";
import type { Gateway } from "../../core/gateway/gateway.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { DiscoveryAnswers } from "./answer.ts";
import { AnswerBudget } from "./answer-budget.ts";
import { type DiscoveryListener, type DiscoveryState, listenForDiscovery } from "./listen.ts";

const REQUEST = '{"op":101}';

/** What is open, and how it is closed. */
const opened = new Map<object, () => Promise<void>>();

async function close(thing: object): Promise<void> {
  const closing = opened.get(thing);
  opened.delete(thing);
  await closing?.();
}

afterEach(async () => {
  for (const thing of opened.keys()) await close(thing);
});

async function client(port = 0): Promise<UdpClient> {
  const one = await UdpClient.open({ port });
  opened.set(one, () => one.close());
  return one;
}

/** Keeps the states that a listener reports until they are asked for. */
class States {
  readonly seen: DiscoveryState[] = [];
  #wake: () => void = () => undefined;
  #taken = 0;

  readonly report = (state: DiscoveryState): void => {
    this.seen.push(state);
    this.#wake();
  };

  async next(): Promise<DiscoveryState> {
    for (;;) {
      const state = this.seen[this.#taken];
      if (state) {
        this.#taken += 1;
        return state;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

interface Listening {
  readonly listener: DiscoveryListener;
  readonly states: States;
  readonly gateway: Gateway;
  readonly faults: readonly unknown[];
}

/** The real listener for loopback. There is no HTTP beside it. */
async function listen(port = 0, onAsked: () => void = () => undefined): Promise<Listening> {
  const clock = new ManualClock();
  const states = new States();
  const gateway = emptyGateway(clock);
  const faults: unknown[] = [];
  const networks = () => {
    onAsked();
    return [{ address: "127.0.0.1", netmask: "255.0.0.0" }];
  };
  const conditions = { networks, httpHost: "0.0.0.0", advertiseIp: undefined };
  const answers = new DiscoveryAnswers(gateway, conditions, new AnswerBudget(clock.now()));
  const listener = await listenForDiscovery({
    port,
    answers,
    clock: { now: clock.now, after: SYSTEM_CLOCK.after },
    retryMillis: 1,
    onState: states.report,
    onFault: (fault) => faults.push(fault),
  });
  opened.set(listener, () => listener.stop());
  return { listener, states, gateway, faults };
}

const portOf = ({ listener }: Listening): number => listener.port ?? 0;

const isReply = (text: string): boolean => Check(DiscoveryReply, JSON.parse(text));

describe("a listener", () => {
  test("spec §4.9: it answers a request with the discovery record", async () => {
    const listening = await listen();
    const asker = await client();
    await asker.send(REQUEST, portOf(listening));
    const text = await asker.next();
    expect(isReply(text)).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ op: 102, data: { mac: IDENTITY.mac, ip: "127.0.0.1" } });
  });

  test("a datagram whose answer fails costs nothing but its answer", async () => {
    const fault = new Error("the networks cannot be read");
    const failures = [fault];
    const listening = await listen(0, () => {
      const failure = failures.shift();
      if (failure) throw failure;
    });
    const asker = await client();
    await asker.send(REQUEST, portOf(listening));
    await asker.send(REQUEST, portOf(listening));
    expect(isReply(await asker.next())).toBe(true);
    expect(listening.faults).toEqual([fault]);
  });

  test("it says on which port it listens", async () => {
    const listening = await listen();
    expect(await listening.states.next()).toEqual({ listening: true, port: portOf(listening) });
    expect(portOf(listening)).toBeGreaterThan(0);
  });

  test("spec §3: a press shows in the next answer", async () => {
    const listening = await listen();
    const asker = await client();
    await asker.send(REQUEST, portOf(listening));
    expect(JSON.parse(await asker.next()).data).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
    listening.gateway.pressButton();
    await asker.send(REQUEST, portOf(listening));
    expect(JSON.parse(await asker.next()).data).toMatchObject({ link_enabled: true, link_remian_ms: 10_000 });
  });

  test("several askers hear one answer each", async () => {
    const listening = await listen();
    const askers = await Promise.all(Array.from({ length: 10 }, () => client()));
    for (const asker of askers) await asker.send(REQUEST, portOf(listening));
    for (const asker of askers) expect(isReply(await asker.next())).toBe(true);
    for (const asker of askers) {
      await asker.send("the end", asker.port);
      expect(await asker.next()).toBe("the end");
    }
  });

  test("no other program can share its port, not even one that asks for address reuse", async () => {
    const listening = await listen();
    const intruder = createSocket({ type: "udp4", reuseAddr: true });
    opened.set(intruder, () => new Promise((resolve) => intruder.close(() => resolve())));
    const refused = once(intruder, "error");
    intruder.bind(portOf(listening), "0.0.0.0");
    expect(await refused).toMatchObject([{ code: "EADDRINUSE" }]);
  });

  test("stopping it releases the port", async () => {
    const listening = await listen();
    const port = portOf(listening);
    await close(listening.listener);
    const next = await client(port);
    expect(next.port).toBe(port);
  });
});

describe("garbage", () => {
  /** A request in which some bytes are replaced, put in, taken out or repeated. */
  const anyMutatedRequest = fc
    .array(
      fc.record({
        at: fc.nat(30),
        kind: fc.constantFrom("replace", "insert", "remove", "repeat"),
        byte: fc.nat(255),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((mutations) => mutations.reduce(mutated, [...Buffer.from(REQUEST)]))
    .map((bytes) => Uint8Array.from(bytes));

  interface Mutation {
    readonly at: number;
    readonly kind: string;
    readonly byte: number;
  }

  function mutated(bytes: readonly number[], { at, kind, byte }: Mutation): number[] {
    const [before, after] = [bytes.slice(0, at), bytes.slice(at)];
    switch (kind) {
      case "replace":
        return [...before, byte, ...after.slice(1)];
      case "insert":
        return [...before, byte, ...after];
      case "remove":
        return [...before, ...after.slice(1)];
      default:
        return [...bytes, ...after];
    }
  }

  /** Some mutations leave a request: white space, another field. */
  function isRequest(bytes: Uint8Array): boolean {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return typeof value === "object" && value !== null && "op" in value && value.op === 101;
    } catch {
      return false;
    }
  }

  test("P3: no datagram breaks it, and only a request draws an answer", async () => {
    const listening = await listen();
    const [asker, mischief] = [await client(), await client()];
    const anyDatagram = fc.oneof(
      anyMutatedRequest,
      fc.uint8Array({ maxLength: 2_000 }),
      fc.uint8Array({ maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(anyDatagram, async (datagram) => {
        await mischief.send(datagram, portOf(listening));
        await asker.send(REQUEST, portOf(listening));
        expect(isReply(await asker.next())).toBe(true);
        // Whatever the datagram drew is here before the answer to the later request, and so before this.
        await asker.send("the end", mischief.port);
        if (isRequest(datagram)) expect(isReply(await mischief.next())).toBe(true);
        expect(await mischief.next()).toBe("the end");
      }),
      { numRuns: times(500) },
    );
    expect(listening.states.seen.length).toBe(1);
  });

  test("P3: an empty datagram and the largest ones there are do it no harm", async () => {
    const listening = await listen();
    const asker = await client();
    for (const payload of ["", "[".repeat(65_507), " ".repeat(65_507), '{"op":101'.padEnd(65_507, " ")]) {
      await asker.send(payload, portOf(listening));
      await asker.send(REQUEST, portOf(listening));
      expect(isReply(await asker.next())).toBe(true);
    }
    expect(asker.waiting).toEqual([]);
  });
});

describe("a port that is taken", () => {
  test("it is reported, and is no fault: the listener starts and waits", async () => {
    const holder = await client();
    const { listener, states } = await listen(holder.port);
    expect(await states.next()).toEqual({ listening: false, port: holder.port, reason: "EADDRINUSE" });
    expect(listener.port).toBeUndefined();
  });

  test("it is taken over once it is free, and requests there are answered", async () => {
    const holder = await client();
    const { port } = holder;
    const { listener, states } = await listen(port);
    expect((await states.next()).listening).toBe(false);
    expect((await states.next()).listening).toBe(false);
    await close(holder);
    let state = await states.next();
    while (!state.listening) state = await states.next();
    expect(state).toEqual({ listening: true, port });
    expect(listener.port).toBe(port);
    const asker = await client();
    await asker.send(REQUEST, port);
    expect(isReply(await asker.next())).toBe(true);
  });

  test("a listener that was stopped while it waited leaves it alone", async () => {
    const holder = await client();
    const { port } = holder;
    const waiting = await listen(port);
    await waiting.states.next();
    await close(waiting.listener);
    await close(holder);
    const reported = waiting.states.seen.length;
    const another = await listen(port);
    expect(await another.states.next()).toEqual({ listening: true, port });
    const asker = await client();
    await asker.send(REQUEST, port);
    expect(isReply(await asker.next())).toBe(true);
    expect(waiting.states.seen.length).toBe(reported);
  });

  test.skipIf(process.platform !== "linux")(
    "P3: trying for it again and again opens no more and more files",
    async () => {
      const holder = await client();
      const { states } = await listen(holder.port);
      const openFilesAfter = async (tries: number): Promise<number> => {
        for (let tried = 0; tried < tries; tried += 1) await states.next();
        return readdirSync("/proc/self/fd").length;
      };
      const before = await openFilesAfter(5);
      expect(await openFilesAfter(100)).toBeLessThan(before + 10);
    },
  );
});
