import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kelvinFromXy, rgbFromXy, xyFromKelvin } from "../src/home/model/colour.ts";
import { idFrom, type LightId } from "../src/home/model/ids.ts";
import { wireLight } from "../src/present/wire/light.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";

let running: TestGateway;
let paired: PairedClient;
beforeAll(async () => {
  running = await runGateway();
  paired = await PairedClient.of(running);
});
afterAll(() => running.stop());

const number = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 2000, max: 6500 }),
  fc.integer({ min: 0, max: 65535 }),
  fc.integer({ min: 0, max: 0xffffff }),
  fc.constantFrom(-1, 0, 1, 101, 1999, 6501, 65536, 0x1000000, 0.5, 1e21),
);
const point = fc.record({ x: fc.integer({ min: 0, max: 65535 }), y: fc.integer({ min: 0, max: 65535 }) });
const sensible = fc.record(
  {
    on: fc.constantFrom(true, false, 0, 1),
    brightness: fc.integer({ min: 0, max: 100 }),
    color_cw: fc.oneof(fc.integer({ min: 2000, max: 6500 }), fc.maxSafeInteger()),
    color_x: fc.integer({ min: 0, max: 65535 }),
    color_y: fc.integer({ min: 0, max: 65535 }),
    color_arr: fc.array(point, { minLength: 1, maxLength: 5 }),
    color_rgb: fc.integer({ min: 0, max: 0xffffff }),
    color_rgb_arr: fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 1, maxLength: 5 }),
  },
  { requiredKeys: [] },
);
const strange = fc.dictionary(
  fc.constantFrom("on", "brightness", "color_cw", "color_x", "color_y", "color_rgb", "color_arr", "__proto__", "zzz"),
  fc.oneof(number, fc.jsonValue(), fc.array(point)),
  { maxKeys: 4 },
);
/** What usual clients wish: some of it alone, with the two coordinates together. */
const usual = fc.oneof(
  ...[
    ["on"],
    ["on", "brightness"],
    ["color_cw"],
    ["color_x", "color_y"],
    ["color_rgb"],
    ["color_arr"],
    ["color_rgb_arr"],
  ].map((keys) =>
    sensible.map((wish) => Object.fromEntries(Object.entries(wish).filter(([key]) => keys.includes(key)))),
  ),
);
const anyWish = fc.oneof(usual, sensible, strange);

const chart = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x * 65535), y: Math.round(y * 65535) });
const fromChart = ({ x, y }: { x: number; y: number }) => ({ x: x / 65535, y: y / 65535 });

/** What must hold between the colour fields of any light. */
function expectNoContradiction(light: Wire): void {
  const shown = { x: light.color_x, y: light.color_y };
  expect(light.color_rgb).toBe(rgbFromXy(fromChart(shown)));
  expect(light.color_len).toBe(light.color_arr.length);
  expect(light.color_rgb_arr).toEqual(light.color_arr.map((at: typeof shown) => rgbFromXy(fromChart(at))));
  expect(light.color_len > 0).toBe(light.color_mode === 3);
  if (light.color_mode === 3) expect(light.color_arr[0]).toEqual(shown);
  if (light.color_mode === 2) expect(shown).toEqual(chart(xyFromKelvin(light.color_cw)));
  else expect(Math.abs(light.color_cw - kelvinFromXy(fromChart(shown)))).toBeLessThanOrEqual(1);
}

/** What a wish that was accepted must read as: the value of every field that had its way. */
function expectGranted(wish: Wire, light: Wire): void {
  if (wish.on !== undefined) expect(light.on).toBe(Number(wish.on));
  if (wish.brightness !== undefined) expect(light.brightness).toBe(Math.max(1, wish.brightness));
  if (wish.color_arr) expect(light.color_arr).toEqual(wish.color_arr);
  else if (wish.color_rgb_arr) expect(light.color_len).toBe(wish.color_rgb_arr.length);
  else if (wish.color_x !== undefined) expect([light.color_x, light.color_y]).toEqual([wish.color_x, wish.color_y]);
  else if (wish.color_rgb !== undefined) expect(light.color_mode).toBe(1);
  else if (wish.color_cw !== undefined) {
    expect([light.color_mode, light.color_cw]).toEqual([2, Math.min(6500, Math.max(2000, wish.color_cw))]);
  }
}

test("any wish at all is granted wholly or changes nothing, and no field of a light contradicts another", async () => {
  const { home } = running.gateway;
  const lights = home.lights.all().map(({ id }): string => id);
  const read = (id: string): Wire => {
    const light = home.lights.get(idFrom<LightId>(id));
    return light && wireLight(light);
  };
  const seen = { granted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lights), anyWish, async (id, wish) => {
      const before = read(id);
      const { status, json } = await paired.put(`light/${id}`, wish);
      const after = read(id);
      expectNoContradiction(after);
      expect([status, [0, -422]]).toEqual([200, expect.arrayContaining([json.code])]);
      if (json.code === 0) expectGranted(JSON.parse(JSON.stringify(wish)), after);
      else expect(after).toEqual(before);
      seen[json.code === 0 ? "granted" : "refused"] += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(seen.granted).toBeGreaterThan(300);
  expect(seen.refused).toBeGreaterThan(300);
});
