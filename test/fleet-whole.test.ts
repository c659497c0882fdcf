import { afterEach, expect, test, vi } from "vitest";
import { checkUrl, EVERY_EXTRA, faultsIn } from "./support/checker/check.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { type ServedGateway, servedGateway } from "./support/fleet/served-gateway.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";

const KINDS = ["device", "light", "sync", "room", "scene"];

let fleet: TestFleet | undefined;
let gateways: readonly ServedGateway[] = [];
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await fleet?.stop();
  [fleet, gateways] = [undefined, []];
});

async function threeFloors() {
  fleet = await TestFleet.start(["g1", "g2", "g3"]);
  const running = fleet;
  gateways = await Promise.all([1, 2, 3].map((floor) => servedGateway(running, `g${floor}`, floorHome(floor))));
  const front = await running.front();
  await soon(async () => expect(await front.client.list("light")).toHaveLength(9));
  return { fleet: running, gateways, front };
}

const soon = (expectation: () => Promise<void> | void) => vi.waitFor(expectation, { timeout: 60_000, interval: 50 });

test("luxgate check finds nothing at a front: reads, filters, discovery, pairing, commands and events", async () => {
  const { fleet, front } = await threeFloors();
  const report = await checkUrl(new URL(`http://127.0.0.1:${front.http.port}`), {
    extras: EVERY_EXTRA,
    discoveryPort: front.discovery.port ?? 0,
    mqttPort: front.events.mqtt?.port ?? 0,
    time: { now: () => performance.now(), wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)) },
    onProgress: (line) => {
      if (line.startsWith("Press")) void fleet.press();
    },
  });
  expect(faultsIn(report)).toEqual([]);
});

test("each resource is at the front what it is at its gateway, byte for byte, also after commands at the front", async () => {
  const { fleet, gateways, front } = await threeFloors();
  const key = await fleet.newKey();
  const [first, second] = gateways;
  const [light] = (await first?.client.list("light")) ?? [];
  const body = JSON.stringify({ on: 1, brightness: 42, color_rgb: 0x3366ff });
  const put = { method: "PUT", headers: { "application-key": key }, body };
  const [atFront, scene] = [
    await front.client.send(`/clip/v2/resource/light/${light?.id}`, put),
    (await second?.client.list("scene"))?.[0],
  ];
  expect(atFront.json).toMatchObject({ code: 0 });
  const active = { ...put, body: JSON.stringify({ is_active: 1 }) };
  expect((await front.client.send(`/clip/v2/resource/scene/${scene?.id}`, active)).json).toMatchObject({ code: 0 });
  await soon(async () => {
    for (const { client } of gateways) {
      for (const kind of KINDS) {
        for (const { id } of await client.list(kind)) {
          const path = `/clip/v2/resource/${kind}/${id}`;
          const [own, shown] = [await client.send(path), await front.client.send(path)];
          expect(shown.bytes.toString()).toBe(own.bytes.toString());
        }
      }
    }
  });
});
