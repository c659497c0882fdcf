import { afterAll, beforeAll, expect, test } from "vitest";
import { WireLight, WirePowerOn } from "../../src/core/contract/light.ts";
import { ChartPoint } from "../../src/core/contract/values.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { type EveryResource, everyResource } from "./every-resource.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences, shown } from "./field-rows.ts";

const CHART = [0, 65535] as const;

const LIGHT: readonly FieldRow[] = [
  { name: "id", type: "UUID" },
  { name: "type", type: "string", allowed: ["light"] },
  { name: "name", type: "string" },
  { name: "on", type: "integer", allowed: [0, 1] },
  { name: "brightness", type: "integer", range: [1, 100] },
  { name: "color_mode", type: "integer", allowed: [0, 1, 2, 3] },
  { name: "color_cw", type: "integer", range: [2000, 6500] },
  { name: "color_x", type: "integer", range: CHART },
  { name: "color_y", type: "integer", range: CHART },
  { name: "color_len", type: "integer", range: [0, Number.POSITIVE_INFINITY] },
  { name: "color_arr", type: "array of {x: integer, y: integer}" },
  { name: "pack", type: "array of string", optional: true },
  { name: "position_x", type: "integer", optional: true },
  { name: "position_y", type: "integer", optional: true },
  { name: "positions", type: "string" },
  { name: "power_on", type: "object", optional: true },
  { name: "support_segment", type: "integer", allowed: [0, 1] },
  { name: "support_dynamic", type: "integer", allowed: [0, 1] },
  { name: "ability", type: "integer", range: [0, 255] },
];

/** Present in samples without any description. */
const UNDESCRIBED: readonly FieldRow[] = [
  { name: "color_rgb", type: "integer", optional: true, range: [0, 0xffffff] },
  { name: "color_rgb_arr", type: "array of integer", optional: true },
  { name: "ext_attr", type: "object", optional: true },
  { name: "motion", type: "object", optional: true },
  { name: "motion_type", type: "array of integer", optional: true },
  { name: "sync_status", type: "integer", optional: true, allowed: [0, 1] },
];

const SEGMENT: readonly FieldRow[] = [
  { name: "x", type: "integer", range: CHART },
  { name: "y", type: "integer", range: CHART },
];

const POWER_ON: readonly FieldRow[] = [
  { name: "mode", type: "integer", allowed: [0, 1, 2, 3, 4] },
  { name: "on_mode", type: "integer", allowed: [0, 1, 2] },
  { name: "on", type: "integer", allowed: [0, 1] },
  { name: "brightness_mode", type: "integer", allowed: [0, 1, 2] },
  { name: "brightness", type: "integer", range: [0, 100] },
  { name: "color_mode", type: "integer", allowed: [0, 1, 2, 3] },
  { name: "color_x", type: "integer", range: CHART },
  { name: "color_y", type: "integer", range: CHART },
  { name: "color_cw", type: "integer", range: [2000, 6500] },
];

let running: TestGateway;
let lights: EveryResource;
let segments: Wire[];
let powerOns: Wire[];

beforeAll(async () => {
  running = await runGateway();
  lights = await everyResource(running.client, "light");
  segments = lights.all.flatMap((light) => light.color_arr);
  powerOns = lights.all.map((light) => light.power_on);
});

afterAll(() => running.stop());

test.each(sentences("light", [...LIGHT, ...UNDESCRIBED]))("spec §2.3: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: lights.all, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireLight, row, objects: lights.all })).toEqual([]);
});

test.each(sentences("light.color_arr[]", SEGMENT))("spec §2.3: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: segments, row })).toEqual([]);
  expect(faultsDeclared({ schema: ChartPoint, row, objects: segments })).toEqual([]);
});

test.each(sentences("light.power_on", POWER_ON))("spec §2.3: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: powerOns, row })).toEqual([]);
  expect(faultsDeclared({ schema: WirePowerOn, row, objects: powerOns })).toEqual([]);
});

test("spec §2.3: a light carries every field of the table, those of the samples, and no other", () => {
  for (const light of lights.all) expect(fieldNames([light])).toEqual(rowNames([...LIGHT, ...UNDESCRIBED]));
  expect(fieldNames(segments)).toEqual(rowNames(SEGMENT));
  expect(fieldNames(powerOns)).toEqual(rowNames(POWER_ON));
});

test("spec §2.3: ext_attr of a light holds an integer motion", () => {
  for (const { ext_attr } of lights.all) expect(Number.isInteger(ext_attr.motion)).toBe(true);
});

test("spec §2.3: a light reads the same alone as in the list", () => {
  expect(lights.read).toEqual(lights.listed);
});

test.each([
  ["on", [0, 1]],
  ["color_mode", [0, 1, 2, 3]],
  ["support_segment", [0, 1]],
  ["support_dynamic", [0, 1]],
  ["sync_status", [0, 1]],
])("spec §2.3: the demo home shows light.%s with each of its values", (name, values) => {
  expect(shown(lights.listed, name)).toEqual(values);
});

test.each([
  ["mode", [0, 1, 2, 3, 4]],
  ["on_mode", [0, 1, 2]],
  ["brightness_mode", [0, 1, 2]],
  ["color_mode", [0, 1, 2, 3]],
])("spec §2.3: the demo home shows power_on.%s with each of its values", (name, values) => {
  expect(shown(powerOns, name)).toEqual(values);
});

test.each([1, 100])("spec §2.3: the demo home shows a light at brightness %i, the end of the range", (end) => {
  expect(shown(lights.listed, "brightness")).toContain(end);
});

test("spec §2.3: color_len counts the segments of color_arr and of color_rgb_arr", () => {
  for (const { color_len, color_arr, color_rgb_arr } of lights.all) {
    expect([color_arr.length, color_rgb_arr.length]).toEqual([color_len, color_len]);
  }
  expect(shown(lights.listed, "color_len")).toEqual([0, 5]);
});

test("spec §2.3: only a light in the multi-group mode has segment colours", () => {
  for (const { color_mode, color_len } of lights.all) expect(color_len > 0).toBe(color_mode === 3);
});

test("spec §2.3: color_x and color_y are fractions of 65535", () => {
  const spot = lights.listed.find(({ name }) => name === "Desk spot");
  expect(spot).toMatchObject({ color_mode: 1, color_x: 39911, color_y: Math.round(0.372 * 65535) });
});

test("spec §2.3: a cool/warm white light reads its own value in color_cw", () => {
  const ceiling = lights.listed.find(({ name }) => name === "Ceiling");
  expect(ceiling).toMatchObject({ color_mode: 2, color_cw: 4000 });
});

test.each([
  ["Ceiling", "default", { mode: 0, on_mode: 0, brightness_mode: 0, color_mode: 0 }],
  ["TV bar", "memory", { mode: 1, on_mode: 1, brightness_mode: 1, color_mode: 1 }],
  [
    "Reading lamp",
    "custom, in white",
    { mode: 2, on: 1, brightness_mode: 2, brightness: 40, color_mode: 3, color_cw: 2700 },
  ],
  ["Wardrobe", "custom, in colour", { mode: 2, on_mode: 2, on: 1, color_mode: 2 }],
  ["Worktop", "on", { mode: 3 }],
  ["Bedside left", "off", { mode: 4 }],
])("spec §2.3: power_on of the %s is that of %s", (name, _behaviour, expected) => {
  expect(lights.listed.find((light) => light.name === name)?.power_on).toMatchObject(expected);
});
