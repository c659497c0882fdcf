import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";

const UUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

describe("rooms", () => {
  test("are listed with what is in them, those that follow from the rest last", async () => {
    const operated = await OperatedGateway.start();
    const rooms = await operated.ask("room.list", {});
    expect(
      rooms.map(({ name, devices, lights, lightsOn, scenes, activeScene }) => {
        return [name, devices, `${lightsOn} of ${lights}`, scenes, activeScene];
      }),
    ).toEqual([
      ["Living room", 4, "3 of 3", 2, "Evening"],
      ["Kitchen", 2, "1 of 2", 1, null],
      ["Bedroom", 4, "2 of 3", 2, "Sunrise"],
      ["Whole house", 12, "7 of 10", 0, null],
      ["Unassigned", 2, "1 of 2", 0, null],
    ]);
  });

  test("are added with a type that is known, however it is written, or with a word of one's own", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("room.add", { name: "Parlour", type: " Living-Room" })).toMatchObject({
      type: "living_room",
    });
    expect(await operated.ask("room.add", { name: "Aviary", ownType: "Aviary 2, south" })).toMatchObject({
      type: "Aviary 2, south",
    });
    expect(await operated.ask("room.add", { name: "Nothing" })).toMatchObject({ type: "" });
  });

  test("G118: are ordered: those that are named come first", async () => {
    const operated = await OperatedGateway.start();
    const namesIn = (rooms: readonly { readonly name: string }[]) => rooms.map(({ name }) => name);
    expect(namesIn(await operated.ask("room.order", { rooms: ["bedroom", "Kitchen"] }))).toEqual([
      "Bedroom",
      "Kitchen",
      "Living room",
    ]);
    expect(namesIn(await operated.ask("room.list", {}))).toEqual([
      "Bedroom",
      "Kitchen",
      "Living room",
      "Whole house",
      "Unassigned",
    ]);
    expect(await operated.refusal("room.order", { rooms: ["Whole house"] })).toEqual([
      '"Whole house" cannot be ordered: it comes by itself.',
    ]);
  });

  test("are given another type", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("room.set-type", { room: "Kitchen", type: "Dining room" })).toMatchObject({
      name: "Kitchen",
      type: "dining_room",
    });
    expect(await operated.ask("room.set-type", { room: "Kitchen", ownType: "galley" })).toMatchObject({
      type: "galley",
    });
  });

  test.each([
    ["kichen", 'Unknown room type "kichen"; did you mean kitchen?'],
    ["nonsense", 'Unknown room type "nonsense".'],
    ["livingroom", 'Unknown room type "livingroom"; did you mean living_room?'],
  ])("are not added with the type %s, and nothing is done", async (type, line) => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("room.add", { name: "Hall", type })).toEqual([
      line,
      expect.stringMatching(/^Known types: living_room, kitchen, .*, other\.$/),
      `To use a type of your own: --own-type "${type}"`,
    ]);
    expect(operated.gateway.home.rooms.all().map(({ name }) => name)).not.toContain("Hall");
  });

  test("are added with an id of their own, behind the others", async () => {
    const operated = await OperatedGateway.start();
    const hall = await operated.ask("room.add", { name: "Hall", type: "hallway" });
    expect(hall).toMatchObject({ id: expect.stringMatching(UUID), name: "Hall", type: "hallway", devices: 0 });
    const stored = operated.gateway.home.rooms.all();
    expect(stored.at(-1)).toMatchObject({ groupLightId: expect.stringMatching(UUID), sequence: 5 });
  });

  test("do not share a name, whatever the case", async () => {
    const operated = await OperatedGateway.start();
    const taken = ['There is already a room "Kitchen": use another name.'];
    expect(await operated.refusal("room.add", { name: " KITCHEN" })).toEqual(taken);
    expect(await operated.refusal("room.rename", { room: "Bedroom", name: "kitchen" })).toEqual(taken);
    expect(await operated.ask("room.rename", { room: "Kitchen", name: "KITCHEN" })).toMatchObject({ name: "KITCHEN" });
  });

  test.each([
    ["none", '"none" means no room: use another name for this room.'],
    ["auto", '"auto" means automatic: use another name for this room.'],
  ])("are not called %s, which a device is moved to otherwise", async (name, refusal) => {
    const operated = await OperatedGateway.start();
    const capitalised = ` ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    expect(await operated.refusal("room.add", { name: capitalised })).toEqual([refusal]);
    expect(await operated.refusal("room.rename", { room: "Kitchen", name })).toEqual([refusal]);
  });

  test("are removed with their scenes, and their devices are in no room then", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("room.remove", { room: "Bedroom" })).toMatchObject({ scenes: 2, devices: 4 });
    const devices = await operated.ask("device.list", {});
    expect(devices.find(({ name }) => name === "Dial")).toMatchObject({ room: null });
    expect((await operated.ask("scene.list", {})).map(({ room }) => room)).not.toContain("Bedroom");
  });

  test("that follow from the rest cannot be removed", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("room.remove", { room: "Whole house" })).toEqual([
      '"Whole house" cannot be removed: every home has it.',
    ]);
  });
});
