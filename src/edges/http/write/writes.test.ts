import { expect, test } from "vitest";
import { aDevice, aLight } from "../../../../test/support/home/builders.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { StoredGateway, settled } from "../../../../test/support/store/stored-gateway.ts";
import { Writes } from "./writes.ts";

const light = aLight();
const device = aDevice({ id: light.deviceId, lightIds: [light.id] });
const by = { kind: "key", name: "acme#panel" } as const;

test.each([
  {
    name: "setLight",
    id: light.id.toLowerCase(),
    did: `command for ${JSON.stringify(light.name)}`,
    devices: [device.id],
  },
  { name: "setDeviceLight", id: device.id, did: `command for ${JSON.stringify(device.name)}`, devices: [device.id] },
  { name: "setGroupLight", id: FOUNDED.rooms[0]?.groupLightId ?? "", did: 'command for "Whole house"', devices: [] },
  { name: "setLight", id: `"${light.name}"`, did: `command for ?${light.name.replaceAll(" ", "?")}?`, devices: [] },
  { name: "setSyncBox", id: "x".repeat(500), did: `command for ${"x".repeat(36)}`, devices: [] },
] as const)("a command that is refused is told with what it was for: $name", async ({ name, id, did, devices }) => {
  const { gateway, store } = new StoredGateway();
  await gateway.ask({ kind: "deviceJoined", device, lights: [light], syncBox: null });
  const backend = { agree: () => expect.fail("nobody behind has a part in it") };
  await new Writes(gateway, backend).write(name, { id, body: Buffer.from('{"on":"perhaps"}'), by });
  await settled();
  const entry = store.trail.at(-1);
  expect(entry).toMatchObject({ by, did, devices, outcome: "refused" });
});
