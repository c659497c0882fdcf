import { afterAll, beforeAll, expect, test } from "vitest";
import { ABILITY_WEIGHTS } from "../../src/core/contract/light.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";

let running: TestGateway;
let lights: Wire[];

beforeAll(async () => {
  running = await runGateway();
  lights = await running.client.list("light");
});

afterAll(() => running.stop());

test.each([
  [0, 1, "onOff"],
  [1, 2, "brightness"],
  [2, 4, "colourTemperature"],
  [3, 8, "colour"],
  [4, 16, "segments"],
  [5, 32, "settingLength"],
  [6, 64, "dynamicEffects"],
  [7, 128, "currentSetting"],
] as const)("spec §2.3: bit %i of ability has the weight %i and means %s", (bit, weight, capability) => {
  expect(ABILITY_WEIGHTS[capability]).toBe(weight);
  expect(1 << bit).toBe(weight);
  expect(lights.some(({ ability }) => ability & weight)).toBe(true);
});

test("spec §2.3: ability 15 means on/off, brightness, colour temperature and colour", () => {
  const { onOff, brightness, colourTemperature, colour } = ABILITY_WEIGHTS;
  expect(onOff + brightness + colourTemperature + colour).toBe(15);
  expect(lights.find(({ name }) => name === "Reading lamp")?.ability).toBe(15);
});

test("spec §2.3: the segment and dynamic bits of ability agree with support_segment and support_dynamic", () => {
  for (const { ability, support_segment, support_dynamic } of lights) {
    expect([(ability >> 4) & 1, (ability >> 6) & 1]).toEqual([support_segment, support_dynamic]);
  }
});

test("spec §2.3: ability agrees with the third digit of the lamp's cat3_id", async () => {
  const lamps = await running.client.list("device?cat1_id=2&ext_light=1");
  const abilityOfKind = [undefined, 0b0001, 0b0011, 0b0111, 0b1011, 0b1111];
  expect(lamps).toHaveLength(lights.length);
  for (const { product, ext_light } of lamps) {
    expect(ext_light[0].ability & 0b1111).toBe(abilityOfKind[Math.floor(product.cat3_id / 100) % 10]);
  }
});
