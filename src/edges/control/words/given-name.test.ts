import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { LONGEST_NAME } from "../../../core/home/model/name.ts";
import { nameTaken } from "./given-name.ts";

/** The demo home with another "Ceiling", in the bedroom. */
async function withTwoCeilings(): Promise<OperatedGateway> {
  const operated = await OperatedGateway.start();
  await operated.ask("device.rename", { device: "Wardrobe", name: "Ceiling" });
  return operated;
}

/** The refusal of a name that a device in a place has, with a free name. */
const taken = (place: string, free: string) => [
  expect.stringMatching(RegExp(`Another device in ${place} .*"${free}"`)),
];

const CEILING_TWICE = taken('"Kitchen"', "Ceiling 2");

describe("two devices of one name", () => {
  test("are allowed in two rooms, and refused in one: when one is renamed", async () => {
    const operated = await withTwoCeilings();
    expect(await operated.refusal("device.rename", { device: "Worktop", name: "ceiling" })).toEqual(
      taken('"Kitchen"', "ceiling 2"),
    );
    expect(await operated.ask("device.rename", { device: "Worktop", name: "Ceiling 2" })).toMatchObject({
      name: "Ceiling 2",
    });
  });

  test("when one is moved into the other's room", async () => {
    const operated = await withTwoCeilings();
    expect(await operated.refusal("device.move", { device: "Bedroom/Ceiling", room: "Kitchen" })).toEqual(
      CEILING_TWICE,
    );
    await operated.ask("device.move", { device: "Kitchen/Ceiling", room: "none" });
    expect(await operated.refusal("device.move", { device: "Bedroom/Ceiling", room: "none" })).toEqual(
      taken("no room", "Ceiling 2"),
    );
    expect(await operated.ask("device.move", { device: "Bedroom/Ceiling", room: "Kitchen" })).toMatchObject({
      room: "Kitchen",
    });
  });

  test("when one is admitted under a name, into a room or both", async () => {
    const operated = await withTwoCeilings();
    const admitted = (given: { readonly name?: string; readonly room?: string }) =>
      operated.refusal("device.admit", { device: "LX20501-0666", ...given });
    expect(await admitted({ name: "Ceiling", room: "Kitchen" })).toEqual(CEILING_TWICE);
    expect(await admitted({ name: "Porch" })).toEqual(taken("no room", "Porch 2"));
    await operated.ask("device.rename", { device: "Worktop", name: "Unknown bulb" });
    expect(await admitted({ room: "Kitchen" })).toEqual(taken('"Kitchen"', "Unknown bulb 2"));
    expect((await operated.ask("device.list", {})).at(-1)).toMatchObject({ admitted: false, name: "Unknown bulb" });
    expect(await admitted({ name: "Ceiling", room: "Living room" })).toEqual([]);
  });

  test("are told apart by their serial numbers where one brought its name along", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("device.rename", { device: "Desk spot", name: "Unknown lamp" });
    const deviceId = operated.gateway.home.devices.all().find(({ name }) => name === "Unknown bulb")?.id;
    if (!deviceId) throw new Error("not in the demo home");
    operated.gateway.submit({ kind: "deviceRenamed", deviceId, name: "Unknown lamp" });
    expect(await operated.ask("device.admit", { device: "LX20501-0666" })).toMatchObject({ name: "Unknown lamp" });
    expect(await operated.refusal("set", { device: "Unknown lamp", words: ["on"] })).toEqual([
      'Two devices are called "Unknown lamp": use the serial number LX20502-0001 or LX20501-0666.',
    ]);
  });
});

test("a device may keep its name, also in other letters, and the gateway may have any", async () => {
  const operated = await OperatedGateway.start();
  expect(await operated.ask("device.rename", { device: "Porch", name: "PORCH" })).toMatchObject({ name: "PORCH" });
  expect(await operated.ask("device.move", { device: "Porch", room: "auto" })).toMatchObject({ room: null });
  expect(await operated.ask("device.rename", { device: "Luxgate", name: "Porch" })).toMatchObject({ name: "Porch" });
});

test("the name that is suggested is always free, and no longer than names are", () => {
  const plain = PlainHome.demo();
  const [porch, spot] = [plain.device("Porch"), plain.device("Desk spot")];
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: LONGEST_NAME, unit: "grapheme" }),
    fc.constantFrom("Lamp", "Lamp 1", "Lamp 9", "Lamp 999999", "7", "x".repeat(LONGEST_NAME), `${"é".repeat(126)} 9`),
  );
  fc.assert(
    fc.property(name, (given) => {
      if (plain.submit({ kind: "deviceRenamed", deviceId: porch.id, name: given }) !== "done") return;
      const { name: kept } = plain.device(plain.home.devices.get(porch.id)?.name ?? "");
      const placing = { device: spot, roomId: null };
      const refusal = nameTaken(plain.home, { ...placing, name: kept });
      const [, free = ""] = /such as "(.*)"\.$/s.exec(refusal?.refused[0] ?? "") ?? [];
      expect(free).not.toBe("");
      expect([...free].length).toBeLessThanOrEqual(LONGEST_NAME);
      expect(nameTaken(plain.home, { ...placing, name: free })).toBeUndefined();
    }),
  );
});
