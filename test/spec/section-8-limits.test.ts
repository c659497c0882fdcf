import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DISCOVERY_PORT, DiscoveryReply } from "../../src/core/contract/discovery.ts";
import { WireLight, WirePowerOn } from "../../src/core/contract/light.ts";
import { WireSync } from "../../src/core/contract/sync.ts";
import type { LightState } from "../../src/core/home/model/light.ts";
import { serveCommand } from "../../src/programs/cli/serve/serve-command.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { UdpClient } from "../support/network/udp-client.ts";
import { askDiscovery } from "./ask-discovery.ts";

let running: TestGateway;
let lights: Wire[];
let asker: UdpClient;

beforeAll(async () => {
  running = await runGateway();
  lights = await running.client.list("light");
  asker = await UdpClient.open();
});

afterAll(async () => {
  await asker.close();
  await running.stop();
});

beforeEach(() => running.clock.advance(10_000));

/** A lamp or a box may report anything; this is what a client then reads. */
async function lightAfter(state: Partial<LightState>): Promise<Wire> {
  const [light] = running.gateway.home.lights.all();
  expect(light && running.gateway.submit({ kind: "lightChanged", lightId: light.id, state })).toBe("done");
  return running.client.one(`light/${light?.id}`);
}

async function boxAfter(brightnessPercent: number): Promise<Wire> {
  const [box] = running.gateway.home.syncBoxes.all();
  const state = { brightnessPercent };
  expect(box && running.gateway.submit({ kind: "syncBoxChanged", syncBoxId: box.id, state })).toBe("done");
  return running.client.one(`sync/${box?.id}`);
}

test("spec §8: the UDP discovery port is 9001 unless another one is asked for", () => {
  expect(DISCOVERY_PORT).toBe(9001);
  expect(serveCommand().getOptionValue("discoveryPort")).toBe(9001);
});

test("spec §8: the pairing window after a button press is 10000 ms long", async () => {
  running.gateway.pressButton();
  expect((await askDiscovery(asker, running)).data.link_remian_ms).toBe(10_000);
  running.clock.advance(9_999);
  expect((await askDiscovery(asker, running)).data.link_enabled).toBe(true);
  running.clock.advance(1);
  expect((await askDiscovery(asker, running)).data).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
});

test.each([
  [-1, false],
  [0, true],
  [10_000, true],
  [10_001, false],
])("spec §8: a discovery reply with link_remian_ms %i is declared right: %s", async (link_remian_ms, right) => {
  const reply = await askDiscovery(asker, running);
  expect(Check(DiscoveryReply, { ...reply, data: { ...reply.data, link_remian_ms } })).toBe(right);
});

test.each([
  ["light brightness", WireLight, "brightness", 1, 100],
  ["colour temperature", WireLight, "color_cw", 2000, 6500],
] as const)(
  "spec §8: %s is declared from its least to its greatest value and no further",
  (_item, schema, field, least, greatest) => {
    const takes = (value: number) => Check(schema, { ...lights[0], [field]: value });
    expect([least - 1, least, greatest, greatest + 1].map(takes)).toEqual([false, true, true, false]);
  },
);

test.each([
  ["light power-on brightness", "brightness", 0, 100],
  ["power-on colour temperature", "color_cw", 2000, 6500],
] as const)(
  "spec §8: %s is declared from its least to its greatest value and no further",
  (_item, field, least, greatest) => {
    const takes = (value: number) => Check(WirePowerOn, { ...lights[0].power_on, [field]: value });
    expect([least - 1, least, greatest, greatest + 1].map(takes)).toEqual([false, true, true, false]);
  },
);

test("spec §8: sync box brightness is declared from 1 to 100 and no further", async () => {
  const [box] = await running.client.list("sync");
  const takes = (brightness: number) => Check(WireSync, { ...box, brightness });
  expect([0, 1, 100, 101].map(takes)).toEqual([false, true, true, false]);
});

const BRIGHTNESS = [
  [-Number.MAX_VALUE, 1],
  [-1, 1],
  [0, 1],
  [0.4, 1],
  [1, 1],
  [49.6, 50],
  [100, 100],
  [100.4, 100],
  [254, 100],
  [Number.MAX_VALUE, 100],
] as const;
const NO_NUMBERS = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN];

test.each(BRIGHTNESS)(
  "spec §8: a light at %d percent reads brightness %i, within 1 to 100",
  async (percent, brightness) => {
    expect((await lightAfter({ brightnessPercent: percent })).brightness).toBe(brightness);
  },
);

test.each(BRIGHTNESS)(
  "spec §8: a sync box at %d percent reads brightness %i, within 1 to 100",
  async (percent, brightness) => {
    expect((await boxAfter(percent)).brightness).toBe(brightness);
  },
);

test.each(NO_NUMBERS)(
  "spec §8: a light and a sync box that report %d percent, which is no number, keep the brightness they had",
  async (percent) => {
    await lightAfter({ brightnessPercent: 42 });
    await boxAfter(43);
    expect((await lightAfter({ brightnessPercent: percent })).brightness).toBe(42);
    expect((await boxAfter(percent)).brightness).toBe(43);
  },
);

test.each([
  [0, 2000],
  [1999, 2000],
  [2000, 2000],
  [2000.4, 2000],
  [6500, 6500],
  [6501, 6500],
  [20_000, 6500],
])(
  "spec §8: a light and its power-on colour at %d kelvin read color_cw %i, within 2000 to 6500",
  async (kelvin, cw) => {
    const powerOn = { mode: "custom", on: "memory", brightness: "memory", colour: { customKelvin: kelvin } } as const;
    const light = await lightAfter({ colour: { mode: "white", kelvin }, powerOn });
    expect([light.color_cw, light.power_on.color_cw]).toEqual([cw, cw]);
    expect(Check(WireLight, light)).toBe(true);
  },
);

test.each([
  [-1, 0],
  [0, 0],
  [100, 100],
  [101, 100],
])("spec §8: a power-on brightness of %d percent reads %i, within 0 to 100", async (customPercent, brightness) => {
  const powerOn = { mode: "custom", on: "memory", brightness: { customPercent }, colour: "memory" } as const;
  expect((await lightAfter({ powerOn })).power_on).toMatchObject({ brightness_mode: 2, brightness });
});

test.each([
  { mode: "hueSaturation", hueDegrees: 240, saturationPercent: 100 },
  { mode: "xy", point: { x: 0.735, y: 0.265 } },
  { mode: "xy", point: { x: 0, y: 0 } },
  { mode: "segments", points: [{ x: 0.17, y: 0.005 }] },
] as const)("spec §8: color_cw stays within 2000 to 6500 for a lamp in colour too: %j", async (colour) => {
  const light = await lightAfter({ colour });
  expect(light.color_cw).toBeGreaterThanOrEqual(2000);
  expect(light.color_cw).toBeLessThanOrEqual(6500);
  expect(Check(WireLight, light)).toBe(true);
});

test.each(["device", "light", "sync", "room", "scene"])(
  "spec §8: the list of %s has no page size: it comes whole",
  async (type) => {
    const whole = await running.client.list(type);
    expect(await running.client.list(`${type}?limit=1&page=2&offset=1`)).toEqual(whole);
  },
);
