import { expect, test } from "vitest";
import { HttpClient } from "../test/support/http/http-client.ts";
import type { OperatorRequest } from "./support/operator-line.ts";
import { temporaryFolder } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";

/** Every list in its longest form. */
const LISTS = [
  "device",
  "device?join_status=0",
  "device?ext_light=1&ext_room=1&ext_zigbee=1",
  "light",
  "sync",
  "room",
  "room?include_all_room=1&include_no_room=1&ext_device=1&ext_light=1",
  "scene",
];

const WALK: readonly OperatorRequest[] = [
  { command: "join", with: { seconds: 3 } },
  { command: "device.admit", with: { device: "Unknown bulb", name: "灯 🛋️", room: "Bedroom" } },
  { command: "room.add", with: { name: "Hall", type: "hallway" } },
  { command: "device.move", with: { device: "Porch", room: "Hall" } },
  { command: "device.move", with: { device: "Reading lamp", room: "Hall" } },
  { command: "scene.add", with: { room: "Hall", name: "Welcome", colours: ["#ff8800", "2700K"] } },
  { command: "scene.activate", with: { scene: "Welcome" } },
  { command: "scene.remove", with: { scene: "Night" } },
  { command: "set", with: { device: "Desk spot", words: ["on", "37%", "#7b5cd6"] } },
  { command: "set", with: { device: "Sync box", words: ["hdmi2", "music", "config", "3"] } },
  { command: "device.rename", with: { device: "Sync box", name: "Screen" } },
  { command: "room.rename", with: { room: "Living room", name: "Lounge" } },
  { command: "room.remove", with: { room: "Kitchen" } },
  { command: "device.remove", with: { device: "Wardrobe" } },
];

/** The bytes of every list, under one host name whatever the port. */
function bytesOf({ url }: RunningHome): Promise<readonly string[]> {
  const client = new HttpClient(Number(new URL(url).port));
  const options = { headers: { host: "gateway.local" } };
  return Promise.all(
    LISTS.map(async (list) => {
      const { status, bytes } = await client.send(`/clip/v2/resource/${list}`, options);
      expect(status).toBe(200);
      return bytes.toString("utf8");
    }),
  );
}

test("after a walk through the commands, every list is the same, byte for byte, however the gateway ends", async () => {
  const folder = temporaryFolder();
  const first = await RunningHome.on(folder);
  const untouched = await bytesOf(first);
  expect(await first.stop()).toBe(0);

  const second = await RunningHome.on(folder);
  expect(await bytesOf(second)).toEqual(untouched);
  const line = await second.operator();
  for (const request of WALK) await line.done(request);
  await line.done({ command: "press", with: {} });
  const walked = await bytesOf(second);
  expect(walked).not.toEqual(untouched);
  expect(await second.stop()).toBe(0);

  const third = await RunningHome.on(folder);
  expect(await bytesOf(third)).toEqual(walked);
  await third.kill();
  expect(await bytesOf(await RunningHome.on(folder))).toEqual(walked);
});
