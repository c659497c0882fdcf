import { describe, expect, test } from "vitest";
import { inTime } from "./support/in-time.ts";
import { CEILING, PORCH, READING } from "./support/lamps.ts";
import { ServedHouse } from "./support/served-house.ts";

const PORCH_BY_ADDRESS = { address: PORCH.address, model: PORCH.model };

describe("a lamp", () => {
  test("that joins is served once it was interviewed, keeps its id when it is renamed, and is gone when it leaves", async () => {
    const house = await ServedHouse.start({ lamps: [READING] });
    const names = async () => (await house.list("light")).map(({ name }) => name).sort();
    await inTime(names).toEqual([READING.name]);

    await house.peer.join(PORCH_BY_ADDRESS);
    await inTime(names).toEqual([PORCH.address, READING.name]);
    const { id } = await house.lamp(PORCH.address);

    await house.request("device/rename", { from: PORCH.address, to: "garden/porch" });
    await inTime(names).toEqual(["garden/porch", READING.name]);
    expect(await house.lamp("garden/porch")).toMatchObject({ id });
    await house.put("garden/porch", { on: 1 });
    await inTime(() => house.radio.shows(PORCH.address).on).toBe(1);

    house.radio.leave(PORCH.address);
    await inTime(names).toEqual([READING.name]);
    const told = () => house.events.filter((event) => event.id === id).map(({ event }) => event);
    await inTime(() => [told()[0], told().at(-1)]).toEqual(["add", "remove"]);
  });

  test("that the gateway's owner renames has the name in Zigbee2MQTT, and one that is removed leaves the network", async () => {
    const house = await ServedHouse.start({ lamps: [READING, CEILING] });
    await inTime(() => house.lamp(CEILING.name)).toMatchObject({ name: CEILING.name });
    expect((await house.luxgate.luxgate("device", "rename", CEILING.name, "Kitchen table")).code).toBe(0);
    expect(await house.lamp("Kitchen table")).toMatchObject({ name: "Kitchen table" });
    await house.peer.logged(/Kitchen table/);
    expect((await house.luxgate.luxgate("device", "remove", "Kitchen table", "--yes")).code).toBe(0);
    expect(house.radio.addresses).toEqual([READING.address]);
    expect(await house.list("light")).toMatchObject([{ name: READING.name }]);
  });

  test("that Zigbee2MQTT does not rename or let go stays as it is, and its owner hears why", async () => {
    const house = await ServedHouse.start({ lamps: [READING, CEILING] });
    await inTime(() => house.lamp(CEILING.name)).toMatchObject({ name: CEILING.name });
    // In another room the name would be free here; Zigbee2MQTT has each name once.
    await house.request("group/add", { friendly_name: "Kitchen", id: 5 });
    await house.request("group/members/add", { group: "Kitchen", device: READING.name });
    await inTime(async () => (await house.list("room")).map(({ children }) => children.length)).toEqual([1]);
    expect(await house.luxgate.luxgate("device", "rename", CEILING.name, READING.name)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`friendly_name '${READING.name}' is already in use`),
    });
    house.radio.goDeaf(CEILING.address);
    expect(await house.luxgate.luxgate("device", "remove", CEILING.name, "--yes")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        / refused: .*\. If the device does not answer, use: luxgate device remove … --force/,
      ),
    });
    expect(await house.lamp(CEILING.name)).toMatchObject({ name: CEILING.name });
    const { code, errors } = await house.luxgate.luxgate("set", CEILING.name, "on");
    expect([code, errors]).toEqual([1, expect.stringContaining("did not confirm it within 10 s")]);
    expect((await house.luxgate.luxgate("device", "remove", CEILING.name, "--force", "--yes")).code).toBe(0);
    expect(await house.list("light")).toMatchObject([{ name: READING.name }]);
  });

  test("is let in by the gateway's owner once Zigbee2MQTT has opened joining", async () => {
    const house = await ServedHouse.start({ lamps: [READING] });
    const { code, errors } = await house.luxgate.luxgate("join", "--seconds", "2");
    expect([code, errors]).toEqual([0, expect.stringMatching(/^Joining is open for 2 s\. .*\nJoining is closed\. /)]);
    await house.peer.logged(/permit|join/i);
  });
});
