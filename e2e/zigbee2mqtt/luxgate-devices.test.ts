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
    await house.peer.logged(/Kitchen table/);
    await inTime(() => house.lamp("Kitchen table")).toMatchObject({ name: "Kitchen table" });
    expect((await house.luxgate.luxgate("device", "remove", "Kitchen table", "--yes")).code).toBe(0);
    await inTime(() => house.radio.addresses).toEqual([READING.address]);
  });
});
