import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import {
  Announced,
  EXITING,
  GREEDY,
  HANGING,
  LAN,
  OBEDIENT,
  REFUSED,
  REJECTING,
  RETRY_MILLIS,
  SILENT,
  THROWING,
  WIFI,
} from "../../test/support/network/mdns-threads.ts";
import type { Card } from "./cards.ts";

const at = (...addresses: readonly string[]) => ({ announced: true, name: "Luxgate", addresses });

describe("a thread that fails", () => {
  test.each([
    ["an exception", THROWING, "a bug in ciao"],
    ["a promise that is rejected", REJECTING, "a promise that nobody awaits"],
    ["an exit", EXITING, "its thread ended"],
    ["more memory than it may have", GREEDY, expect.stringMatching(/memory limit/)],
  ])("%s is told, and it is tried again", async (_, program, reason) => {
    const announced = new Announced(program);
    expect(await announced.next()).toEqual(at(LAN.address));
    expect(await announced.next()).toEqual({ announced: false, reason });
    announced.become(OBEDIENT);
    announced.clock.advance(RETRY_MILLIS);
    expect(await announced.next()).toEqual(at(LAN.address));
  });

  test("one that cannot be started is told", async () => {
    const announced = new Announced(OBEDIENT, { workerPath: "/nowhere/worker.mjs" });
    expect(await announced.next()).toEqual({ announced: false, reason: expect.stringMatching("/nowhere/worker.mjs") });
  });

  test("what keeps it from announcing is told once, however often it is tried", async () => {
    const announced = new Announced(REFUSED);
    const triesLater = () => {
      announced.clock.advance(1_000);
      return announced.diary.length;
    };
    await expect.poll(triesLater, { interval: 50, timeout: 20_000 }).toBeGreaterThan(3);
    expect(announced.states).toEqual([{ announced: false, reason: "taken" }]);
  });

  test("one that says nothing for a minute is given up, and tried again", async () => {
    const announced = new Announced(SILENT);
    await new Promise((resolve) => setImmediate(resolve));
    announced.clock.advance(59_999);
    expect(announced.states).toEqual([]);
    announced.clock.advance(1);
    expect(await announced.next()).toEqual({ announced: false, reason: "it takes too long" });
    announced.become(OBEDIENT);
    announced.clock.advance(RETRY_MILLIS);
    expect(await announced.next()).toEqual(at(LAN.address));
  });

  test("one that hangs keeps nobody from stopping for longer than 400 ms", async () => {
    const announced = new Announced(HANGING);
    await announced.next();
    let isStopped = false;
    const stopping = announced.announcer.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    announced.clock.advance(399);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    announced.clock.advance(1);
    await stopping;
  });
});

/** What may happen to an announcer. */
type Event =
  | { readonly cards: readonly Card[] }
  | { readonly name: string }
  | { readonly program: string }
  | { readonly millis: number }
  | { readonly realMillis: number };

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ cards: fc.subarray([LAN, WIFI]) }),
  fc.record({ name: fc.constantFrom("Luxgate", "Ground floor", "Attic") }),
  fc.record({ program: fc.constantFrom(OBEDIENT, THROWING, EXITING, SILENT) }),
  fc.record({ millis: fc.constantFrom(2_000, RETRY_MILLIS) }),
  fc.record({ realMillis: fc.constantFrom(1, 30) }),
);

async function happen(announced: Announced, event: Event): Promise<void> {
  if ("cards" in event) announced.cards = event.cards;
  else if ("name" in event) announced.announcer.rename(event.name);
  else if ("program" in event) announced.become(event.program);
  else if ("millis" in event) announced.clock.advance(event.millis);
  else await new Promise((resolve) => setTimeout(resolve, event.realMillis));
}

test("whatever comes to pass, it is announced in the end as it should be, and says goodbye", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
      const announced = new Announced(OBEDIENT);
      for (const event of events) await happen(announced, event);
      announced.become(OBEDIENT);
      announced.cards = [LAN, WIFI];
      announced.announcer.rename("The end");
      const stateLater = () => {
        announced.clock.advance(1_000);
        return announced.announcer.state;
      };
      await expect
        .poll(stateLater, { interval: 30, timeout: 20_000 })
        .toEqual({ announced: true, name: "The end", addresses: [LAN.address, WIFI.address] });
      await announced.end();
      expect(announced.diary.at(-1)).toMatchObject({ deed: "goodbye", name: "The end" });
    }),
    { numRuns: times(20) },
  );
});
