import { afterAll, beforeAll, expect, test } from "vitest";
import { WireSync, WireSyncColour } from "../../src/core/contract/sync.ts";
import type { SyncBox, SyncBoxState } from "../../src/core/home/model/sync-box.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { type EveryResource, everyResource } from "./every-resource.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences } from "./field-rows.ts";

const POINTS = "array of {x: integer, y: integer}";

const SYNC: readonly FieldRow[] = [
  { name: "id", type: "UUID" },
  { name: "type", type: "string", allowed: ["sync"] },
  { name: "name", type: "string" },
  { name: "ability", type: "integer" },
  { name: "on", type: "integer", allowed: [0, 1] },
  { name: "brightness", type: "integer", range: [1, 100] },
  { name: "source", type: "integer", allowed: [0, 1] },
  { name: "mode", type: "integer", allowed: [0, 1, 2] },
  { name: "frequency", type: "integer", allowed: [0, 1, 2, 3] },
  { name: "stop_action", type: "integer", allowed: [0, 2] },
  { name: "color_config", type: "integer", allowed: [1, 2, 3, 4] },
  { name: "color_config_1", type: POINTS },
  { name: "color_config_2", type: POINTS },
  { name: "color_config_3", type: POINTS },
  { name: "color_config_4", type: POINTS },
  { name: "area_id", type: "UUID or empty string" },
  { name: "area_name", type: "string" },
];

const COLOUR: readonly FieldRow[] = [
  { name: "x", type: "integer", range: [0, 65535] },
  { name: "y", type: "integer", range: [0, 65535] },
  { name: "position_x", type: "integer" },
  { name: "position_y", type: "integer" },
];

/** What a sync box shows for each of its states. */
const SHOWN_AS: readonly (readonly [string, number, Partial<SyncBoxState>])[] = [
  ["on", 0, { on: false }],
  ["on", 1, { on: true }],
  ["brightness", 1, { brightnessPercent: 1 }],
  ["brightness", 100, { brightnessPercent: 100 }],
  ["source", 0, { source: "hdmi1" }],
  ["source", 1, { source: "hdmi2" }],
  ["mode", 0, { mode: "video" }],
  ["mode", 1, { mode: "music" }],
  ["mode", 2, { mode: "game" }],
  ["frequency", 0, { intensity: "low" }],
  ["frequency", 1, { intensity: "medium" }],
  ["frequency", 2, { intensity: "high" }],
  ["frequency", 3, { intensity: "highest" }],
  ["stop_action", 0, { stopAction: "keep" }],
  ["stop_action", 2, { stopAction: "lightsOff" }],
  ["color_config", 1, { selectedConfiguration: 1 }],
  ["color_config", 2, { selectedConfiguration: 2 }],
  ["color_config", 3, { selectedConfiguration: 3 }],
  ["color_config", 4, { selectedConfiguration: 4 }],
];

let running: TestGateway;
let boxes: EveryResource;
let colours: Wire[];

beforeAll(async () => {
  running = await runGateway();
  boxes = await everyResource(running.client, "sync");
  colours = boxes.all.flatMap((box) =>
    [box.color_config_1, box.color_config_2, box.color_config_3, box.color_config_4].flat(),
  );
});

afterAll(() => running.stop());

const theBox = (): SyncBox => {
  const [box] = running.gateway.home.syncBoxes.all();
  if (!box) throw new Error("the demo home has a sync box");
  return box;
};

const changed = (state: Partial<SyncBoxState>) =>
  running.gateway.submit({ kind: "syncBoxChanged", syncBoxId: theBox().id, state });

test.each(sentences("sync", SYNC))("spec §2.4: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: boxes.all, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireSync, row, objects: boxes.all })).toEqual([]);
});

test.each(sentences("sync.color_config_n[]", COLOUR))("spec §2.4: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: colours, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireSyncColour, row, objects: colours })).toEqual([]);
});

test("spec §2.4: a sync box carries the fields of the table and no other", () => {
  expect(fieldNames(boxes.all)).toEqual(rowNames(SYNC));
  expect(fieldNames(colours)).toEqual(rowNames(COLOUR));
});

test("spec §2.4: a sync box reads the same alone as in the list", () => {
  expect(boxes.listed).toHaveLength(1);
  expect(boxes.read).toEqual(boxes.listed);
});

test("spec §2.4: the demo home's sync box shows what its file says", () => {
  expect(boxes.listed[0]).toMatchObject({
    name: "Sync box",
    on: 1,
    brightness: 90,
    source: 0,
    mode: 0,
    frequency: 2,
    stop_action: 2,
    color_config: 1,
  });
});

test.each([
  ["color_config_1", ["39914,20037", "35106,23392", "30699,25918", "26911,28294", "21508,33694"]],
  ["color_config_2", ["22549,20601", "26568,23298", "18270,21550", "9864,16510"]],
  ["color_config_3", ["14023,17723", "17431,21480", "20999,26121"]],
  ["color_config_4", ["9672,6607", "37190,23165"]],
])("spec §2.4: %s holds its default colours, all at position 0", (name, points) => {
  const configuration: Wire[] = boxes.listed[0][name];
  expect(configuration.map(({ x, y }) => `${x},${y}`)).toEqual(points);
  for (const { position_x, position_y } of configuration) expect([position_x, position_y]).toEqual([0, 0]);
});

test.each(SHOWN_AS)("spec §2.4: a sync box can show %s %i, in the list and alone", async (name, value, state) => {
  const without = SHOWN_AS.find(([other, otherValue]) => other === name && otherValue !== value);
  expect(changed(without?.[2] ?? {})).toBe("done");
  expect((await running.client.one(`sync/${theBox().id}`))[name]).toBe(without?.[1]);
  expect(changed(state)).toBe("done");
  expect((await running.client.list("sync"))[0][name]).toBe(value);
  expect((await running.client.one(`sync/${theBox().id}`))[name]).toBe(value);
});

test("spec §2.4: area_id and area_name are those of the room whose lights the box drives", async () => {
  const { area_id, area_name } = boxes.listed[0];
  expect(await running.client.one(`room/${area_id}`)).toMatchObject({ id: area_id, name: area_name });
  expect(area_name).toBe("Living room");
});

test("spec §2.4: area_id and area_name are empty for a box without an area", async () => {
  expect(changed({ areaId: null })).toBe("done");
  expect(await running.client.one(`sync/${theBox().id}`)).toMatchObject({ area_id: "", area_name: "" });
});

test("spec §2.4: the sync box is the service of a device of top category 3", async () => {
  const [device] = await running.client.list("device?cat1_id=3");
  expect(device.services).toEqual([{ rid: boxes.listed[0].id, rtype: "sync" }]);
});
