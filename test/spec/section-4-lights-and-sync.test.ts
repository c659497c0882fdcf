import { afterAll, beforeAll, expect, test } from "vitest";
import { idFrom } from "../../src/core/home/model/ids.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { A_UUID } from "./field-types.ts";

const LAMPS = [
  ...["TV bar", "Reading lamp", "Shelf strip", "Ceiling", "Worktop", "Bedside left", "Bedside right", "Wardrobe"],
  ...["Porch", "Desk spot", "Unknown bulb"],
];

/** The two kinds that are listed without parameters: their sections, and all that the demo home has of them. */
const KINDS = [
  { type: "light", list: "4.3", one: "4.4", names: LAMPS },
  { type: "sync", list: "4.5", one: "4.6", names: ["Sync box"] },
] as const;
const LIST_ROWS = KINDS.map(({ list, type, names }) => [list, type, names] as const);
const ONE_ROWS = KINDS.map(({ one, type }) => [one, type] as const);

let running: TestGateway;

beforeAll(async () => {
  running = await runGateway();
});

afterAll(() => running.stop());

test.each(LIST_ROWS)("spec §%s: the list of %s holds all of them: %j", async (_section, type, names) => {
  const { status, json } = await running.client.send(`/clip/v2/resource/${type}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ code: 0, msg: "success", data: { len: names.length, obj: {} } });
  expect(json.data.arr.map(({ name }: Wire) => name)).toEqual(names);
});

test.each(LIST_ROWS)(
  "spec §%s: the list of %s has no parameters: any that are given change nothing",
  async (_section, type) => {
    const plain = await running.client.list(type);
    for (const query of ["?on=1", "?cat1_id=9&join_status=0", "?room_uuid=kitchen", "?page=2&limit=1", "?ext_room=1"]) {
      expect(await running.client.list(`${type}${query}`)).toEqual(plain);
    }
  },
);

test.each(LIST_ROWS)("spec §%s: the list of %s takes no harm from a request body", async (_section, type) => {
  const plain = await running.client.list(type);
  const headers = { "content-type": "application/json" };
  for (const body of ["{}", '{"room_uuid":"kitchen"}', "not JSON"]) {
    expect(await running.client.list(type, { body, headers })).toEqual(plain);
  }
});

test.each(LIST_ROWS)("spec §%s: every device that provides a %s has it in the list", async (_section, type) => {
  const services: Wire[] = (await running.client.list("device")).flatMap((device) => device.services);
  const provided = services.filter(({ rtype }) => rtype === type).map(({ rid }) => rid);
  expect((await running.client.list(type)).map(({ id }) => id)).toEqual(provided);
});

test.each(ONE_ROWS)(
  "spec §%s: one %s is in data.obj, beside an empty data.arr and nothing else",
  async (_section, type) => {
    for (const resource of await running.client.list(type)) {
      const { status, json } = await running.client.send(`/clip/v2/resource/${type}/${resource.id}`);
      expect([status, json]).toEqual([200, { code: 0, msg: "success", data: { obj: resource, arr: [] } }]);
    }
  },
);

test.each(ONE_ROWS)(
  "spec §%s: one %s is found in either case, with a JSON body {} and with parameters",
  async (_section, type) => {
    const [resource] = await running.client.list(type);
    const path = `/clip/v2/resource/${type}/${resource.id.toLowerCase()}?ext_room=1`;
    const { json } = await running.client.send(path, { body: "{}", headers: { "content-type": "application/json" } });
    expect(json.data).toEqual({ obj: resource, arr: [] });
  },
);

test.each(ONE_ROWS)("spec §%s: a %s that does not exist is not found", async (_section, type) => {
  const { status, json } = await running.client.send(`/clip/v2/resource/${type}/${A_UUID}`);
  expect([status, json]).toEqual([404, { code: -1, msg: "not found", data: {} }]);
});

test("spec §4.3: the list shows the current state of a light, from the moment it changes", async () => {
  const [{ id, brightness }] = await running.client.list("light");
  for (const percent of [brightness + 1, 7, 100]) {
    const state = { brightnessPercent: percent, colour: { mode: "white", kelvin: 2000 + percent } } as const;
    expect(running.gateway.submit({ kind: "lightChanged", lightId: idFrom(id), state })).toBe("done");
    const [light] = await running.client.list("light");
    expect(light).toMatchObject({ id, brightness: percent, color_mode: 2, color_cw: 2000 + percent });
    expect(await running.client.one(`light/${id}`)).toEqual(light);
    const [device] = await running.client.list("device?cat1_id=2&ext_light=1");
    expect(device.ext_light).toEqual([light]);
  }
});

test("spec §4.5: the list shows the current state of a sync box, from the moment it changes", async () => {
  const [{ id, brightness }] = await running.client.list("sync");
  for (const percent of [brightness - 1, 1, 100]) {
    const state = { brightnessPercent: percent, mode: percent === 1 ? "game" : "music" } as const;
    expect(running.gateway.submit({ kind: "syncBoxChanged", syncBoxId: idFrom(id), state })).toBe("done");
    const [box] = await running.client.list("sync");
    expect(box).toMatchObject({ id, brightness: percent, mode: percent === 1 ? 2 : 1 });
    expect(await running.client.one(`sync/${id}`)).toEqual(box);
  }
});

test("spec §4.5: the lights of a box's area read sync_status 1 while the box is on, and 0 once it is off", async () => {
  const [box] = await running.client.list("sync");
  for (const on of [false, true]) {
    expect(running.gateway.submit({ kind: "syncBoxChanged", syncBoxId: idFrom(box.id), state: { on } })).toBe("done");
    const [area] = (await running.client.list("room?ext_light=1")).filter(({ id }) => id === box.area_id);
    expect(area.ext_light.map(({ sync_status }: Wire) => sync_status)).toEqual([Number(on), Number(on), Number(on)]);
  }
});
