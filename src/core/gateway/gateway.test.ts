import { describe, expect, test } from "vitest";
import { WatchingReplica } from "../../../test/support/client/watching-replica.ts";
import { aRoom } from "../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../test/support/home/lit-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import { Gateway } from "./gateway.ts";

const LAMPS = furthered(FOUNDED, [lampJoined("1"), lampJoined("2")]);
const room = aRoom({ id: idAt("a"), name: "Hall" });
const roomAdded: Change = { kind: "roomAdded", room };
const off: Change = { kind: "lightChanged", lightId: idAt("1"), state: { on: false } };
const unknown: Change = { kind: "deviceLeft", deviceId: idAt("9") };

describe("a command", () => {
  test("is shown at once, and done only when the store has it", async () => {
    const stored = new StoredGateway();
    stored.store.hold();
    const command = stored.ask(roomAdded);
    await stored.pass(60_000);
    expect(stored.gateway.home.rooms.get(room.id)).toEqual(room);
    expect(command.outcome).toBeUndefined();
    stored.store.letThrough();
    await settled();
    expect(command.outcome).toBe("done");
    expect(stored.store.contents?.rooms).toContainEqual(room);
  });

  test("is done without the store when it changes nothing and all is stored", async () => {
    const stored = new StoredGateway(LAMPS);
    expect(await stored.gateway.ask({ kind: "deviceReached", deviceId: idAt("1"), online: true })).toBe("done");
    expect(stored.store.tries).toBe(0);
  });

  test("that repeats a pending change is done only when that change is stored", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.hold();
    stored.ask(roomAdded);
    const again = stored.ask({ kind: "roomRenamed", roomId: room.id, name: "Hall" });
    await settled();
    expect(again.outcome).toBeUndefined();
    stored.store.letGo();
    await settled();
    expect(again.outcome).toBe("done");
  });

  test("that is impossible is refused with its reason, without the store", async () => {
    const stored = new StoredGateway(LAMPS);
    expect(await stored.gateway.ask(unknown)).toBe("not-found");
    expect(await stored.gateway.ask({ kind: "roomRenamed", roomId: idAt("9"), name: "" })).toBe("not-found");
    expect(await stored.gateway.ask({ kind: "roomAdded", room: { ...room, name: "" } })).toBe("not-allowed");
    expect([stored.store.tries, stored.notifications]).toEqual([0, []]);
  });
});

describe("a report", () => {
  test("is shown at once", () => {
    const stored = new StoredGateway(LAMPS);
    expect(stored.gateway.submit(off)).toBe("done");
    expect(stored.gateway.home.lights.get(idAt("1"))?.on).toBe(false);
  });

  test("that is impossible is refused with its reason", () => {
    const stored = new StoredGateway(LAMPS);
    expect(stored.gateway.submit(unknown)).toBe("not-found");
    expect(stored.notifications).toEqual([]);
  });
});

describe("a watcher", () => {
  test("is notified of changes in their order, with their causes", () => {
    const { gateway, notifications } = new StoredGateway(LAMPS);
    gateway.submit(off);
    void gateway.ask(roomAdded);
    expect(notifications.map(({ cause, replacements }) => [cause, replacements.map((each) => each.in)])).toEqual([
      ["report", ["lights"]],
      ["command", ["rooms"]],
    ]);
  });

  test("is not notified of a report that changes nothing, but of a command that is repeated", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.gateway.submit(off);
    stored.gateway.submit(off);
    expect(await stored.gateway.ask(off)).toBe("done");
    expect(stored.notifications).toHaveLength(2);
    expect(stored.notifications[1]).toEqual({ replacements: [], cause: "command", command: off });
  });

  test("is not notified after it unsubscribed", () => {
    const { gateway } = new StoredGateway(LAMPS);
    const notifications: unknown[] = [];
    const end = gateway.watch((notification) => notifications.push(notification));
    end();
    gateway.submit(off);
    expect(notifications).toEqual([]);
  });

  test("is notified of changes in their order even when another watcher changes the home", () => {
    const { gateway } = new StoredGateway(LAMPS);
    gateway.watch(({ replacements }) => {
      if (replacements.some((each) => each.in === "rooms")) gateway.submit(off);
    });
    const replica = new WatchingReplica(LAMPS);
    const kinds: string[] = [];
    gateway.watch((notification) => {
      replica.apply(notification);
      kinds.push(notification.replacements[0]?.in ?? "");
    });
    gateway.submit(roomAdded);
    expect(kinds).toEqual(["rooms", "lights"]);
  });

  test("may fail without keeping others from later notifications", () => {
    const { gateway, notifications } = new StoredGateway(LAMPS);
    const end = gateway.watch(() => {
      throw new Error("a fault in a watcher");
    });
    expect(() => gateway.submit(off)).toThrow("a fault in a watcher");
    end();
    gateway.submit(roomAdded);
    expect(notifications).toHaveLength(2);
  });
});

test("the identity that is announced is the stored one, under another MAC where one is given", () => {
  const { clock, store, gateway } = new StoredGateway();
  expect(gateway.identity).toEqual(FOUNDED.identity);
  const other = new Gateway({ contents: FOUNDED, store, clock, mac: "02:00:00:00:00:01" });
  expect(other.identity).toEqual({ ...FOUNDED.identity, mac: "02:00:00:00:00:01" });
});

test("a command is refused as busy while too many are not stored, and taken again once they are", async () => {
  const stored = new StoredGateway(LAMPS);
  const dimmedTo = (percent: number): Change => ({ ...off, state: { brightnessPercent: percent } }) as Change;
  stored.store.hold();
  const commands = Array.from({ length: 1_100 }, (_, number) => stored.ask(dimmedTo((number % 99) + 1)));
  await settled();
  expect(commands.filter(({ outcome }) => outcome === "busy")).toHaveLength(100);
  stored.store.letGo();
  await settled();
  expect(commands.filter(({ outcome }) => outcome === "done")).toHaveLength(1_000);
  const next = stored.ask(dimmedTo(100));
  await settled();
  expect(next.outcome).toBe("done");
});
