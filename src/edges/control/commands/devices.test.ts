import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import { MemoryStore } from "../../store/memory-store.ts";

describe("the list of devices", () => {
  test("says in a few words what each shows, those that nobody admitted last", async () => {
    const operated = await OperatedGateway.start();
    const devices = await operated.ask("device.list", {});
    expect(devices.map(({ name, room, product, state }) => [name, room, product, state])).toEqual([
      ["Luxgate", null, "gateway", ""],
      ["TV bar", "Living room", "bar lamp", "on 60% #ff8800 and 4 more (synced)"],
      ["Reading lamp", "Living room", "colour bulb", "on 80% 2700K (synced)"],
      ["Shelf strip", "Living room", "light strip", "on 35% #3399ff (synced)"],
      ["Sync box", "Living room", "sync box", "on 90% hdmi1 video high"],
      ["Ceiling", "Kitchen", "ceiling lamp", "on 100% 4000K"],
      ["Worktop", "Kitchen", "white bulb", "off"],
      ["Bedside left", "Bedroom", "dimmable bulb", "on 20%"],
      ["Bedside right", "Bedroom", "dimmable bulb", "off"],
      ["Wardrobe", "Bedroom", "rgb strip", "on 50% #946fff"],
      ["Dial", "Bedroom", "dial button", ""],
      ["Porch", null, "switched lamp", "on"],
      ["Desk spot", null, "spot", "off"],
      ["Unknown bulb", null, "colour bulb", "off"],
    ]);
    expect(devices.at(-1)).toMatchObject({ admitted: false, serial: "LX20501-0666" });
  });
});

describe("a device that is to be a lamp", () => {
  test("has to be a plug or a switch, and to be one for that to be taken back", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("device.as-lamp", { device: "Dial" })).toEqual([
      '"Dial" is not a plug or a switch: only these can be served as a lamp.',
    ]);
    expect(await operated.refusal("device.as-lamp", { device: "Dial", undo: true })).toEqual([
      '"Dial" is not served as a lamp.',
    ]);
  });
});

describe("a device", () => {
  test("is admitted under a name and into a room at once", async () => {
    const operated = await OperatedGateway.start();
    const given = { device: "Unknown bulb", name: "Hall 🛋️", room: "kitchen" };
    expect(await operated.ask("device.admit", given)).toMatchObject({
      admitted: true,
      name: "Hall 🛋️",
      room: "Kitchen",
    });
  });

  test("is not admitted into a room that is not there, nor under no name", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("device.admit", { device: "Unknown bulb", room: "Hall" })).toEqual([
      'No room is called "Hall". List them with: luxgate rooms',
    ]);
    expect(await operated.refusal("device.admit", { device: "Unknown bulb", name: " \u0007 " })).toEqual([
      "A name needs at least one visible character.",
    ]);
    expect((await operated.ask("device.list", {})).at(-1)).toMatchObject({ admitted: false });
  });

  test("is renamed, with its light", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("device.rename", { device: "ceiling", name: "Big light" })).toMatchObject({
      name: "Big light",
    });
    expect(operated.gateway.home.lights.all().map(({ name }) => name)).toContain("Big light");
    expect(await operated.refusal("device.rename", { device: "Big light", name: "x".repeat(129) })).toEqual([
      "A name has at most 128 characters.",
    ]);
  });

  test("is moved into another room, and out of it", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("device.move", { device: "Porch", room: "Kitchen" })).toMatchObject({ room: "Kitchen" });
    expect(await operated.ask("device.move", { device: "Porch", room: "none" })).toMatchObject({ room: null });
    expect(await operated.ask("device.move", { device: "Ceiling", room: "unassigned" })).toMatchObject({ room: null });
  });

  test("that a person puts in a room, or in none, stays there until auto gives it back, which does not move it", async () => {
    const operated = await OperatedGateway.start();
    const { home } = operated.gateway;
    const isPlacedByHand = () => home.devices.all().find(({ name }) => name === "Porch")?.placedByHand;
    expect(isPlacedByHand()).toBe(false);
    for (const room of ["Kitchen", "none"]) {
      await operated.ask("device.move", { device: "Porch", room });
      expect(isPlacedByHand()).toBe(true);
      const { room: before } = await operated.ask("device.move", { device: "Porch", room: "AUTO" });
      expect([before, isPlacedByHand()]).toEqual([room === "none" ? null : room, false]);
    }
    await operated.ask("device.admit", { device: "Unknown bulb", name: "Hall", room: "Kitchen" });
    expect(home.devices.all().find(({ name }) => name === "Hall")).toMatchObject({ placedByHand: true });
  });

  test("that nobody admitted is not moved, nor is the gateway", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("device.move", { device: "Unknown bulb", room: "Kitchen" })).toEqual([
      '"Unknown bulb" is not admitted. Admit it with: luxgate device admit "Unknown bulb" --room "Kitchen"',
    ]);
    expect(await operated.refusal("device.move", { device: "Luxgate", room: "Kitchen" })).toEqual([
      "The gateway itself cannot be in a room.",
    ]);
  });

  test("is removed from the home and sent away, and may join again", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("device.remove", { device: "Porch" })).toMatchObject({ name: "Porch" });
    expect(operated.gateway.home.devices.all().map(({ name }) => name)).not.toContain("Porch");
    await operated.simulation.openJoining(1_000);
    operated.clock.advance(1_000);
    expect((await operated.ask("device.list", {})).at(-1)).toMatchObject({ name: "Porch", admitted: false });
    expect(await operated.refusal("device.remove", { device: "Luxgate" })).toEqual([
      "The gateway itself cannot be removed.",
    ]);
  });
});

test("what cannot be stored is refused with the reason, and not made", async () => {
  class FullStore extends MemoryStore {
    override commit(): Promise<void> {
      return Promise.reject(new StoreFault("the disk is full"));
    }
  }
  const operated = await OperatedGateway.start({ store: new FullStore() });
  const refusal = [expect.stringMatching(/^Nothing was changed.*\(the disk is full\)/)];
  expect(await operated.refusal("device.rename", { device: "Porch", name: "Door" })).toEqual(refusal);
  expect(await operated.refusal("device.remove", { device: "Porch" })).toEqual(refusal);
  expect(await operated.refusal("set", { device: "Porch", words: ["off"] })).toEqual(refusal);
  expect((await operated.ask("device.list", {})).find(({ name }) => name === "Porch")).toMatchObject({ state: "on" });
});
