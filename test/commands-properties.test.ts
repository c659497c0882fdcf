import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kelvinFromXy, rgbFromXy, xyFromKelvin } from "../src/core/home/model/colour.ts";
import { idFrom, type LightId } from "../src/core/home/model/ids.ts";
import { wireLight } from "../src/core/present/wire/light.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { atLeast, times } from "./support/depth.ts";
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
/** Commands of usual clients: some fields alone, the two coordinates always together. */
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
    sensible.map((command) => Object.fromEntries(Object.entries(command).filter(([key]) => keys.includes(key)))),
  ),
);
const anyCommand = fc.oneof(usual, sensible, strange);

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
  else expect(Math.abs(light.color_cw - kelvinFromXy(fromChart(shown)))).toBeLessThanOrEqual(1 + roundingOf(shown));
}

/** How far the white of a point may be from the white of what was rounded to it. */
function roundingOf({ x, y }: { x: number; y: number }): number {
  const kelvins = [-0.5, 0.5].flatMap((dx) =>
    [-0.5, 0.5].map((dy) => kelvinFromXy(fromChart({ x: x + dx, y: y + dy }))),
  );
  return Math.max(...kelvins) - Math.min(...kelvins);
}

/** What the light must read as after a command that succeeded: the value of every field that takes precedence. */
function expectShown(command: Wire, light: Wire): void {
  if (command.on !== undefined) expect(light.on).toBe(Number(command.on));
  if (command.brightness !== undefined) expect(light.brightness).toBe(Math.max(1, command.brightness));
  if (command.color_arr) expect(light.color_arr).toEqual(command.color_arr);
  else if (command.color_rgb_arr) expect(light.color_len).toBe(command.color_rgb_arr.length);
  else if (command.color_x !== undefined)
    expect([light.color_x, light.color_y]).toEqual([command.color_x, command.color_y]);
  else if (command.color_rgb !== undefined) expect(light.color_mode).toBe(1);
  else if (command.color_cw !== undefined) {
    expect([light.color_mode, light.color_cw]).toEqual([2, Math.min(6500, Math.max(2000, command.color_cw))]);
  }
}

test("any command at all is done wholly or changes nothing, and no field of a light contradicts another", async () => {
  const { home } = running.gateway;
  const lights = home.lights.all().map(({ id }): string => id);
  const read = (id: string): Wire => {
    const light = home.lights.get(idFrom<LightId>(id));
    return light && wireLight(light);
  };
  const seen = { granted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lights), anyCommand, async (id, command) => {
      const before = read(id);
      const { status, json } = await paired.put(`light/${id}`, command);
      const after = read(id);
      expectNoContradiction(after);
      expect([status, [0, -422]]).toEqual([200, expect.arrayContaining([json.code])]);
      if (json.code === 0) expectShown(JSON.parse(JSON.stringify(command)), after);
      else expect(after).toEqual(before);
      seen[json.code === 0 ? "granted" : "refused"] += 1;
    }),
    { numRuns: times(3_000) },
  );
  expect(seen.granted).toBeGreaterThanOrEqual(atLeast(300));
  expect(seen.refused).toBeGreaterThanOrEqual(atLeast(300));
});
