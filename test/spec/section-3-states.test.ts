import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Change } from "../../src/core/home/changes/change.ts";
import { idFrom } from "../../src/core/home/model/ids.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { UdpClient } from "../support/network/udp-client.ts";
import { askDiscovery } from "./ask-discovery.ts";
import { shown } from "./field-rows.ts";

let running: TestGateway;
let asker: UdpClient;

beforeAll(async () => {
  running = await runGateway();
  asker = await UdpClient.open();
});

afterAll(async () => {
  await asker.close();
  await running.stop();
});

/** Every test starts with the window shut. */
beforeEach(() => running.clock.advance(10_000));

const SHUT = { link_enabled: false, link_remian_ms: 0 };

async function windowSeen(client = asker): Promise<{ link_enabled: unknown; link_remian_ms: unknown }> {
  const { link_enabled, link_remian_ms } = (await askDiscovery(client, running)).data;
  return { link_enabled, link_remian_ms };
}

test("spec §3: by default link_enabled is false and link_remian_ms is 0", async () => {
  expect(await windowSeen()).toEqual(SHUT);
});

test("spec §3: one press of the button sets link_enabled to true and link_remian_ms to 10000", async () => {
  running.gateway.pressButton();
  expect(await windowSeen()).toEqual({ link_enabled: true, link_remian_ms: 10_000 });
});

test("spec §3: link_remian_ms counts down with the clock", async () => {
  running.gateway.pressButton();
  for (const [elapsed, left] of [
    [1, 9_999],
    [999, 9_000],
    [4_000, 5_000],
    [4_999, 1],
  ] as const) {
    running.clock.advance(elapsed);
    expect(await windowSeen()).toEqual({ link_enabled: true, link_remian_ms: left });
  }
});

test("spec §3: link_enabled stays true until the countdown reaches zero, and is false exactly then", async () => {
  running.gateway.pressButton();
  running.clock.advance(9_999);
  expect(await windowSeen()).toEqual({ link_enabled: true, link_remian_ms: 1 });
  running.clock.advance(1);
  expect(await windowSeen()).toEqual(SHUT);
});

test("spec §3: once the countdown is over, link_remian_ms stays at 0", async () => {
  running.gateway.pressButton();
  running.clock.advance(86_400_000);
  expect(await windowSeen()).toEqual(SHUT);
});

test("spec §3: a press after the window shut opens it again for 10000 ms", async () => {
  running.gateway.pressButton();
  running.clock.advance(12_000);
  running.gateway.pressButton();
  expect(await windowSeen()).toEqual({ link_enabled: true, link_remian_ms: 10_000 });
});

test("spec §3: a press while the window is open starts the countdown again", async () => {
  running.gateway.pressButton();
  running.clock.advance(8_000);
  running.gateway.pressButton();
  expect(await windowSeen()).toEqual({ link_enabled: true, link_remian_ms: 10_000 });
});

test("spec §3: asking does not open, prolong or shut the window, and everyone sees the same one", async () => {
  const other = await UdpClient.open();
  expect(await windowSeen()).toEqual(await windowSeen(other));
  running.gateway.pressButton();
  running.clock.advance(250);
  expect(await windowSeen()).toEqual({ link_enabled: true, link_remian_ms: 9_750 });
  expect(await windowSeen(other)).toEqual({ link_enabled: true, link_remian_ms: 9_750 });
  await other.close();
});

test("spec §3: after any presses and waits the window shows what is left of 10 seconds since the last press", async () => {
  const step = fc.oneof(fc.constant("press" as const), fc.nat({ max: 12_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      running.clock.advance(10_000);
      let left = 0;
      for (const one of steps) {
        if (one === "press") running.gateway.pressButton();
        else running.clock.advance(one);
        left = one === "press" ? 10_000 : Math.max(0, left - one);
      }
      expect(await windowSeen()).toEqual({ link_enabled: left > 0, link_remian_ms: left });
    }),
  );
});

test.each([
  ["device", "join_status"],
  ["device", "online"],
  ["light", "on"],
  ["scene", "is_active"],
])("spec §3: %s.%s shows both of its states, 0 and 1, in the demo home", async (type, field) => {
  expect(shown(await running.client.list(type), field)).toEqual([0, 1]);
});

const change = (type: string, id: string, value: boolean): Change => {
  switch (type) {
    case "online":
      return { kind: "deviceReached", deviceId: idFrom(id), online: value };
    case "light":
      return { kind: "lightChanged", lightId: idFrom(id), state: { on: value } };
    default:
      return { kind: "syncBoxChanged", syncBoxId: idFrom(id), state: { on: value } };
  }
};

test.each([
  ["device", "online", "online"],
  ["light", "on", "light"],
  ["sync", "on", "sync"],
])("spec §3: %s.%s follows the state, 1 and 0, in the list and alone", async (type, field, kind) => {
  const [{ id }] = await running.client.list(type);
  for (const state of [true, false, true]) {
    expect(running.gateway.submit(change(kind, id, state))).toBe("done");
    const listed = (await running.client.list(type)).find((resource) => resource.id === id);
    expect([listed[field], (await running.client.one(`${type}/${id}`))[field]]).toEqual([Number(state), Number(state)]);
  }
});

test("spec §3: device.join_status becomes 1 when the device is added", async () => {
  const [stranger] = await running.client.list("device?join_status=0");
  expect(stranger.join_status).toBe(0);
  expect(running.gateway.submit({ kind: "deviceAdmitted", deviceId: idFrom(stranger.id) })).toBe("done");
  expect((await running.client.one(`device/${stranger.id}`)).join_status).toBe(1);
  expect(await running.client.list("device?join_status=0")).toEqual([]);
});

const activeScenes = async () =>
  (await running.client.list("scene")).filter(({ is_active }) => is_active === 1).map(({ name }: Wire) => name);

const sceneCalled = async (wanted: string) =>
  (await running.client.list("scene")).find(({ name }: Wire) => name === wanted);

test("spec §3: scene.is_active moves from one scene of a room to another and leaves other rooms alone", async () => {
  for (const name of ["Evening", "Aurora"]) {
    const { id } = await sceneCalled(name);
    expect(running.gateway.submit({ kind: "sceneActivated", sceneId: idFrom(id) })).toBe("done");
    expect(await activeScenes()).toEqual([name, "Sunrise"]);
    expect((await running.client.one(`scene/${id}`)).is_active).toBe(1);
  }
});

test("spec §3: scene.is_active becomes 0 once a light of its room is turned off", async () => {
  const { id } = await sceneCalled("Evening");
  running.gateway.submit({ kind: "sceneActivated", sceneId: idFrom(id) });
  const lamp = (await running.client.list("light")).find(({ name }: Wire) => name === "Reading lamp");
  running.gateway.submit({ kind: "lightChanged", lightId: idFrom(lamp.id), state: { on: false } });
  expect(await activeScenes()).toEqual(["Sunrise"]);
});
