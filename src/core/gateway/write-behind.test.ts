import { describe, expect, test } from "vitest";
import { aRoom } from "../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../test/support/home/lit-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";

const LAMPS = furthered(FOUNDED, [lampJoined("1"), lampJoined("2")]);

const dimmed = (digit: string, brightnessPercent: number): Change => ({
  kind: "lightChanged",
  lightId: idAt(digit),
  state: { brightnessPercent },
});
const roomAdded = (digit: string): Change => ({ kind: "roomAdded", room: aRoom({ id: idAt(digit), name: digit }) });

describe("a report", () => {
  test("is stored within a second, and not sooner than it must be", async () => {
    const { gateway, store, ...stored } = new StoredGateway(LAMPS);
    gateway.submit(dimmed("1", 7));
    expect(store.tries).toBe(0);
    stored.clock.advance(999);
    await settled();
    expect(store.batches).toHaveLength(1);
    expect(store.contents?.lights[0]?.brightnessPercent).toBe(7);
  });

  test("is stored in one batch with others, one write for each resource", async () => {
    const stored = new StoredGateway(LAMPS);
    for (let percent = 1; percent <= 90; percent += 1) {
      stored.gateway.submit(dimmed("1", percent));
      stored.gateway.submit(dimmed("2", percent));
      stored.clock.advance(1);
    }
    await stored.pass(1_000);
    expect(stored.store.batches.map(({ writes }) => writes.length)).toEqual([2]);
    expect(stored.stored).toBe(stored.shown);
  });

  test("is stored within a second even when the reports never pause", async () => {
    const stored = new StoredGateway(LAMPS);
    for (let tenths = 0; tenths < 50; tenths += 1) {
      stored.gateway.submit(dimmed("1", tenths + 1));
      await stored.pass(100);
    }
    expect(stored.store.batches.length).toBeGreaterThanOrEqual(5);
    expect(stored.store.batches.length).toBeLessThanOrEqual(10);
  });

  test("is stored within a second also when it came while the store was busy", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.hold();
    stored.ask(roomAdded("a"));
    stored.gateway.submit(dimmed("1", 7));
    stored.store.letGo();
    await stored.pass(999);
    expect(stored.stored).toBe(stored.shown);
  });

  test("takes no more memory while the disk hangs, however often its lamp reports; what is undone then is the same", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.hold();
    const command = stored.ask(dimmed("1", 99));
    for (let time = 0; time < 10_000; time += 1) {
      stored.gateway.submit(dimmed(time % 2 === 0 ? "1" : "2", (time % 90) + 1));
    }
    expect(stored.gateway.storeFigures.pendingChanges).toBeLessThanOrEqual(3);
    stored.store.refuse();
    stored.store.letGo();
    await settled();
    const { home } = stored.gateway;
    expect(command.outcome).toBe("not-stored");
    expect(home.lights.all().map(({ brightnessPercent }) => brightnessPercent)).toEqual([9, 10]);
  });

  test("goes into the batch of a command that comes before that", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.gateway.submit(dimmed("1", 7));
    expect(await stored.gateway.ask(roomAdded("a"))).toBe("done");
    expect(stored.store.batches.map(({ writes }) => writes.length)).toEqual([2]);
    await stored.pass(5_000);
    expect(stored.store.tries).toBe(1);
  });

  test("that changes nothing is not stored at all", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.gateway.submit(dimmed("1", 50));
    await stored.pass(5_000);
    expect(stored.store.tries).toBe(0);
  });
});

describe("a command", () => {
  test("is given to the store at once", () => {
    const stored = new StoredGateway();
    stored.ask(roomAdded("a"));
    expect(stored.store.tries).toBe(1);
  });

  test("is stored in one batch with everything else that comes while the store is busy", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.hold();
    const commands = ["a", "b", "c"].map((digit) => stored.ask(roomAdded(digit)));
    stored.gateway.submit(dimmed("1", 7));
    stored.store.letThrough();
    await settled();
    expect(commands.map(({ outcome }) => outcome)).toEqual(["done", undefined, undefined]);
    stored.store.letThrough();
    await settled();
    expect(commands.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    expect(stored.store.batches.map(({ writes }) => writes.length)).toEqual([1, 3]);
  });

  test("in a rush gathers with others until the store has rested, and is stored in one batch with them", async () => {
    const stored = new StoredGateway(LAMPS);
    let rest: () => void = () => undefined;
    const rested = new Promise<void>((resolve) => {
      rest = resolve;
    });
    Object.assign(stored.store, { rested: () => rested });
    stored.store.hold();
    for (const digit of ["a", "b"]) stored.ask(roomAdded(digit));
    stored.store.letGo();
    await settled();
    stored.ask(roomAdded("c"));
    await settled();
    expect(stored.store.batches).toHaveLength(1);
    rest();
    await settled();
    expect(stored.store.batches.map(({ writes }) => writes.length)).toEqual([1, 2]);
    expect(stored.stored).toBe(stored.shown);
  });

  test("has a description of its own, all reports have one together, and an empty batch has none", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.gateway.submit(dimmed("1", 7));
    stored.gateway.submit(dimmed("2", 7));
    await stored.gateway.ask(roomAdded("a"));
    await stored.gateway.ask(roomAdded("b"));
    stored.gateway.submit(dimmed("1", 8));
    await stored.pass(1_000);
    expect(stored.store.batches.map(({ descriptions }) => descriptions)).toEqual([
      ['room "a" added', "reports of devices (3)"],
      ['room "b" added'],
      ["reports of devices (1)"],
    ]);
  });
});

describe("a gateway that stops", () => {
  test("stores all reports, and closes the store after that", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.gateway.submit(dimmed("1", 7));
    await stored.gateway.stop();
    expect(stored.stored).toBe(stored.shown);
    expect(stored.store.isClosed).toBe(true);
  });

  test("waits for all commands, those that gather meanwhile included", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.hold();
    const commands = [stored.ask(roomAdded("a")), stored.ask(roomAdded("b"))];
    stored.gateway.submit(dimmed("1", 7));
    const stopped = stored.gateway.stop();
    for (const digit of ["c", "d", "e"]) {
      stored.store.letThrough();
      await settled();
      expect(stored.store.isClosed).toBe(false);
      commands.push(stored.ask(roomAdded(digit)));
    }
    stored.store.letGo();
    await stopped;
    expect(commands.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done", "done"]);
    expect(stored.stored).toBe(stored.shown);
  });

  test("closes a store that refuses as well, and does not come back to it", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.refuse();
    stored.gateway.submit(dimmed("1", 7));
    await stored.gateway.stop();
    const { tries } = stored.store;
    await stored.pass(10_000);
    expect([stored.store.isClosed, stored.store.tries]).toEqual([true, tries]);
  });

  test("stores nothing after that: commands are refused, reports are only shown", async () => {
    const stored = new StoredGateway(LAMPS);
    await stored.gateway.stop();
    expect(await stored.gateway.ask(roomAdded("a"))).toBe("not-stored");
    expect(stored.gateway.submit(dimmed("1", 7))).toBe("done");
    await stored.pass(10_000);
    expect(stored.store.tries).toBe(0);
  });
});
