import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { Announced, LAN, RETRY_MILLIS, WIFI } from "../../../test/support/network/announced.ts";
import type { NetworkInterface } from "./interfaces.ts";

const at = (...addresses: readonly string[]) => ({ announced: true, name: "Luxgate", addresses });
const errorWith = (code: string) => Object.assign(new Error(`send ${code} 224.0.0.251`), { code });

describe("sockets that fail", () => {
  test("those that cannot be opened are reported once, and tried again every ten seconds", async () => {
    let tries = 0;
    const announced: Announced = new Announced({
      openSocket: (networkInterface, events) => {
        tries += 1;
        return announced.around.lan.openSocket(networkInterface, events);
      },
    });
    announced.around.lan.refusesToOpen.set(LAN.address, errorWith("EADDRINUSE"));
    const taken = { announced: false, reason: "another program uses UDP port 5353" };
    expect(await announced.next()).toEqual(taken);
    await announced.around.pass(3 * RETRY_MILLIS + 2_000, 250);
    expect(tries).toBe(4);
    expect(announced.states).toEqual([taken]);
    announced.around.lan.refusesToOpen.clear();
    expect(await announced.next(RETRY_MILLIS + 3_000)).toEqual(at(LAN.address));
  });

  test("those that cannot send are reported, and tried again", async () => {
    const announced = new Announced();
    announced.around.lan.refusesToSend.set(LAN.address, errorWith("EPERM"));
    expect(await announced.next()).toEqual({ announced: false, reason: "sending fails (EPERM)" });
    expect(announced.around.lan.openSockets).toBe(0);
    announced.around.lan.refusesToSend.clear();
    expect(await announced.next(RETRY_MILLIS + 3_000)).toEqual(at(LAN.address));
  });

  test("one that cannot be opened, or cannot send, keeps no other from being announced", async () => {
    const announced = new Announced({ interfaces: () => [LAN, WIFI] });
    announced.around.lan.refusesToOpen.set(LAN.address, errorWith("EMFILE"));
    expect(await announced.next()).toEqual(at(WIFI.address));
    const other = new Announced({ interfaces: () => [LAN, WIFI] });
    other.around.lan.refusesToSend.set(WIFI.address, errorWith("ENETUNREACH"));
    expect(await other.next()).toEqual(at(LAN.address));
  });

  test("one that is lost later is reported, and all are opened again", async () => {
    const announced = new Announced({ interfaces: () => [LAN, WIFI] });
    await announced.next();
    announced.around.lan.breakSocketsOn(WIFI.address, errorWith("ENOBUFS"));
    expect(await announced.next()).toEqual({ announced: false, reason: "ENOBUFS" });
    expect(announced.around.lan.openSockets).toBe(0);
    expect(await announced.next(RETRY_MILLIS + 3_000)).toEqual(at(LAN.address, WIFI.address));
  });

  test("one that is opened only after another was lost is closed again", async () => {
    const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
    const announced: Announced = new Announced({
      interfaces: () => [LAN, WIFI],
      openSocket: async (networkInterface, events) => {
        if (networkInterface === WIFI) await isLost;
        return announced.around.lan.openSocket(networkInterface, events);
      },
    });
    await announced.around.pass(1);
    announced.around.lan.breakSocketsOn(LAN.address, errorWith("ENOBUFS"));
    lose();
    await announced.around.pass(1);
    expect(announced.states).toEqual([{ announced: false, reason: "ENOBUFS" }]);
    expect(announced.around.lan.openSockets).toBe(0);
  });

  test("a fault of our own in what is received ends the announcement alone, and it is tried again", async () => {
    const announced: Announced = new Announced({
      openSocket: (networkInterface, { onDatagram, onLost }) =>
        announced.around.lan.openSocket(networkInterface, {
          onDatagram: (_, sender) => onDatagram(NO_BYTES, sender),
          onLost,
        }),
    });
    expect(await announced.next()).toEqual({ announced: false, reason: "a fault" });
    expect(announced.around.lan.openSockets).toBe(0);
  });

  test("one that never ends to send keeps nobody from stopping for longer than 400 ms", async () => {
    const announced: Announced = new Announced({
      openSocket: async (networkInterface, events) => {
        const socket = await announced.around.lan.openSocket(networkInterface, events);
        const isOver = () => announced.states.length > 0;
        return { ...socket, send: (packet, to) => (isOver() ? new Promise(() => undefined) : socket.send(packet, to)) };
      },
    });
    await announced.next();
    let isStopped = false;
    const stopping = announced.announcer.stop().then(() => {
      isStopped = true;
    });
    await announced.around.pass(399, 399);
    expect(isStopped).toBe(false);
    await announced.around.pass(1);
    await stopping;
  });
});

/** What throws whatever is done with it. */
const NO_BYTES: Buffer = new Proxy(Buffer.alloc(0), {
  get: () => {
    throw new Error("a fault");
  },
});

/** What may happen to an announcer. */
type Event =
  | { readonly interfaces: readonly NetworkInterface[] }
  | { readonly name: string }
  | { readonly refused: "opening" | "sending" | "nothing" }
  | { readonly broken: NetworkInterface }
  | { readonly millis: number };

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ interfaces: fc.subarray([LAN, WIFI]) }),
  fc.record({ name: fc.constantFrom("Luxgate", "Ground floor", "Attic") }),
  fc.record({ refused: fc.constantFrom("opening", "sending", "nothing") }),
  fc.record({ broken: fc.constantFrom(LAN, WIFI) }),
  fc.record({ millis: fc.constantFrom(1, 200, 2_000, RETRY_MILLIS) }),
);

async function happen(announced: Announced, event: Event): Promise<void> {
  const { lan } = announced.around;
  if ("interfaces" in event) announced.interfaces = event.interfaces;
  else if ("name" in event) announced.announcer.rename(event.name);
  else if ("broken" in event) lan.breakSocketsOn(event.broken.address, errorWith("ENOBUFS"));
  else if ("millis" in event) await announced.around.pass(event.millis, 50);
  else {
    for (const refusals of [lan.refusesToOpen, lan.refusesToSend]) refusals.clear();
    const refusals = event.refused === "opening" ? lan.refusesToOpen : lan.refusesToSend;
    if (event.refused !== "nothing") refusals.set(LAN.address, errorWith("EPERM"));
  }
}

test("whatever comes to pass, it is announced in the end as it should be, and says goodbye", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
      const announced = new Announced();
      for (const event of [...events, { refused: "nothing" } as const]) await happen(announced, event);
      announced.interfaces = [LAN, WIFI];
      announced.announcer.rename("The end");
      await announced.around.pass(RETRY_MILLIS + 5_000, 50);
      const addresses = [LAN.address, WIFI.address];
      expect(announced.announcer.state).toEqual({ announced: true, name: "The end", addresses });
      await announced.announcer.stop();
      expect(announced.around.sentFrom(LAN).at(-1)).toBe("goodbye The end");
      expect(announced.around.lan.openSockets).toBe(0);
    }),
    { numRuns: times(300) },
  );
});
