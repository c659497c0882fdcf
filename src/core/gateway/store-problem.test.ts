import { describe, expect, test } from "vitest";
import { shelvesOfHome, WatchingReplica } from "../../../test/support/client/watching-replica.ts";
import { aRoom, aScene } from "../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../test/support/home/lit-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import { contentsOf } from "../home/home.ts";

const hall = aRoom({ id: idAt("a"), name: "Hall" });
const LAMPS = furthered(FOUNDED, [{ kind: "roomAdded", room: hall }, lampJoined("1"), lampJoined("2")]);

const dimmed = (digit: string, brightnessPercent: number): Change => ({
  kind: "lightChanged",
  lightId: idAt(digit),
  state: { brightnessPercent },
});
const renamed = (name: string): Change => ({ kind: "deviceRenamed", deviceId: idAt("1"), name });
const left = (digit: string): Change => ({ kind: "deviceLeft", deviceId: idAt(digit) });

/** A gateway whose store is busy with commands, and will refuse them. */
function doomed(...commands: readonly Change[]) {
  const stored = new StoredGateway(LAMPS);
  const replica = new WatchingReplica(LAMPS);
  stored.gateway.watch(replica.apply);
  stored.store.hold();
  stored.store.refuse();
  return { ...stored, replica, stored, outcomes: commands.map((change) => stored.ask(change)) };
}

describe("when the store refuses", () => {
  test("commands are rolled back wholly, order included", async () => {
    const { stored, store, outcomes } = doomed(left("1"), { kind: "roomRemoved", roomId: hall.id }, lampJoined("3"));
    const before = JSON.stringify(LAMPS);
    expect(stored.shown).not.toBe(before);
    store.letThrough();
    await settled();
    expect(stored.shown).toBe(before);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["not-stored", "not-stored", "not-stored"]);
  });

  test("a command that came meanwhile is rolled back with the others, and not stored later either", async () => {
    const { stored, store, gateway } = doomed(renamed("Never"));
    const meanwhile = stored.ask({ kind: "roomRenamed", roomId: hall.id, name: "Nor this" });
    store.letThrough();
    await settled();
    expect(meanwhile.outcome).toBe("not-stored");
    store.heal();
    store.letGo();
    gateway.submit(dimmed("2", 9));
    await stored.pass(3_000);
    expect(stored.stored).toBe(stored.shown);
    expect(stored.stored).not.toContain("Nor this");
  });

  test("a command that changes nothing is done all the same, as there is nothing to store", async () => {
    const { stored, store, gateway } = doomed(renamed("New"));
    store.letThrough();
    await settled();
    expect(gateway.storeProblem).toBeDefined();
    const name = gateway.home.devices.get(idAt("1"))?.name ?? "";
    expect(await gateway.ask(renamed(name))).toBe("done");
    expect(await gateway.ask(renamed("Other"))).toBe("not-stored");
    expect(stored.shown).toBe(JSON.stringify(LAMPS));
  });

  test("reports before, between and after stay, as if there had been no command", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.hold();
    stored.store.refuse();
    const reports = [dimmed("1", 1), dimmed("2", 2), lampJoined("3"), dimmed("1", 3)];
    const [first, second, third, fourth] = reports as [Change, Change, Change, Change];
    stored.gateway.submit(first);
    const command = stored.ask(renamed("New"));
    stored.gateway.submit(second);
    stored.ask(left("2"));
    stored.gateway.submit(third);
    stored.gateway.submit(fourth);
    stored.store.letThrough();
    await settled();
    expect(command.outcome).toBe("not-stored");
    expect(contentsOf(stored.gateway.home)).toEqual(furthered(LAMPS, reports));
  });

  test("a report that only confirmed a command stays too", async () => {
    const off: Change = { kind: "lightChanged", lightId: idAt("1"), state: { on: false } };
    const { gateway, store } = doomed(off);
    gateway.submit(off);
    store.letThrough();
    await settled();
    expect(gateway.home.lights.get(idAt("1"))?.on).toBe(false);
  });

  test("a report that is impossible without the command is gone with it", async () => {
    const { gateway, store } = doomed(lampJoined("3"));
    expect(gateway.submit(dimmed("3", 9))).toBe("done");
    store.letThrough();
    await settled();
    expect(gateway.home.lights.get(idAt("3"))).toBeUndefined();
  });

  test("watchers are notified of the rollback, and of no report that stays", async () => {
    const { gateway, notifications, replica, store } = doomed(renamed("New"));
    gateway.submit(dimmed("1", 9));
    gateway.submit(dimmed("2", 9));
    notifications.length = 0;
    store.letThrough();
    await settled();
    expect(notifications.map(({ cause }) => cause)).toEqual(["rollback"]);
    expect(notifications[0]?.replacements.map(({ in: kind, after }) => [kind, after])).toEqual([
      ["devices", gateway.home.devices.get(idAt("1"))],
      ["lights", gateway.home.lights.get(idAt("1"))],
    ]);
    expect(replica.shelves).toEqual(shelvesOfHome(gateway.home));
  });

  test("watchers are notified of what reports do only because the command was rolled back", async () => {
    const scene = aScene({ id: idAt("1"), roomId: hall.id, colours: [0xff0000], active: true });
    const inHall: Change = { kind: "deviceMoved", deviceId: idAt("1"), roomId: hall.id };
    const contents = furthered(LAMPS, [inHall, { kind: "sceneAdded", scene }]);
    const stored = new StoredGateway(contents);
    const replica = new WatchingReplica(contents);
    stored.gateway.watch(replica.apply);
    stored.store.hold();
    stored.store.refuse();
    stored.ask({ ...inHall, roomId: null });
    stored.gateway.submit({ kind: "lightChanged", lightId: idAt("1"), state: { on: false } });
    expect(stored.gateway.home.scenes.get(scene.id)?.active).toBe(true);
    stored.store.letThrough();
    await settled();
    expect(stored.gateway.home.scenes.get(scene.id)?.active).toBe(false);
    expect(replica.shelves).toEqual(shelvesOfHome(stored.gateway.home));
  });
});

describe("while the store refuses", () => {
  test("commands are refused at once and never shown, and reports go on", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.refuse("the disk is full");
    await stored.gateway.ask(renamed("New"));
    const { tries } = stored.store;
    expect(stored.gateway.storeProblem).toBe("the disk is full");
    expect(await stored.gateway.ask(renamed("New"))).toBe("not-stored");
    expect(stored.store.tries).toBe(tries);
    expect(stored.gateway.submit(dimmed("1", 9))).toBe("done");
    expect(stored.gateway.home.lights.get(idAt("1"))).toMatchObject({ brightnessPercent: 9, name: "A lamp" });
  });

  test("it is tried again every second, and only the last write of each resource is kept for it", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.refuse();
    for (let seconds = 0; seconds < 60; seconds += 1) {
      for (let percent = 1; percent <= 20; percent += 1) stored.gateway.submit(dimmed("1", percent + seconds));
      await stored.pass(1_000);
    }
    expect(stored.store.tries).toBeGreaterThanOrEqual(59);
    expect(stored.store.tries).toBeLessThanOrEqual(61);
    stored.store.heal();
    await stored.pass(1_000);
    expect(stored.store.batches.map(({ writes }) => writes.length)).toEqual([1]);
    expect(stored.stored).toBe(stored.shown);
  });

  test("it heals by itself: the store works within a second, and commands are done again", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.refuse("the disk is full");
    await stored.gateway.ask(renamed("New"));
    stored.store.heal();
    await stored.pass(1_000);
    expect(stored.gateway.storeProblem).toBeUndefined();
    expect(await stored.gateway.ask(renamed("New"))).toBe("done");
    expect(stored.stored).toBe(stored.shown);
  });

  test("a report that came while it was tried again stays when the next command is refused", async () => {
    const stored = new StoredGateway(LAMPS, "the disk is full");
    stored.store.hold();
    await stored.pass(1_000);
    stored.gateway.submit(dimmed("1", 9));
    stored.store.letThrough();
    await settled();
    stored.store.refuse();
    const command = stored.ask(renamed("New"));
    stored.store.letGo();
    await settled();
    expect(command.outcome).toBe("not-stored");
    expect(contentsOf(stored.gateway.home)).toEqual(furthered(LAMPS, [dimmed("1", 9)]));
    stored.store.heal();
    await stored.pass(1_000);
    expect(stored.stored).toBe(stored.shown);
  });

  test("each problem is logged once, and so is its end", async () => {
    const stored = new StoredGateway(LAMPS);
    stored.store.refuse("the disk is full");
    stored.gateway.submit(dimmed("1", 9));
    await stored.pass(5_000);
    stored.store.refuse("the disk is gone");
    await stored.pass(5_000);
    stored.store.heal();
    await stored.pass(5_000);
    expect(stored.problems).toEqual(["the disk is full", "the disk is gone", undefined]);
  });

  test("a gateway that starts with a store that refuses shows its home, refuses commands, and heals", async () => {
    const stored = new StoredGateway(LAMPS, "the disk is read-only");
    expect(stored.shown).toBe(JSON.stringify(LAMPS));
    expect(await stored.gateway.ask(renamed("New"))).toBe("not-stored");
    await stored.pass(1_000);
    expect(await stored.gateway.ask(renamed("New"))).toBe("done");
    expect([stored.stored, stored.problems]).toEqual([stored.shown, [undefined]]);
  });
});
