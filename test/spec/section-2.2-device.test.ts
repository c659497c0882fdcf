import { afterAll, beforeAll, expect, test } from "vitest";
import { WireDevice, WireProduct } from "../../src/core/contract/device.ts";
import { WireReference } from "../../src/core/contract/reference.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { type EveryResource, everyResource } from "./every-resource.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences, shown } from "./field-rows.ts";

const DEVICE: readonly FieldRow[] = [
  { name: "id", type: "UUID" },
  { name: "type", type: "string", allowed: ["device"] },
  { name: "name", type: "string" },
  { name: "join_status", type: "integer", allowed: [0, 1] },
  { name: "online", type: "integer", allowed: [0, 1] },
  { name: "has_new", type: "integer", allowed: [0, 1] },
  { name: "product", type: "object" },
  { name: "services", type: "array of ResInfo" },
];

const PRODUCT: readonly FieldRow[] = [
  { name: "cat1_id", type: "integer", allowed: [1, 2, 3, 4] },
  { name: "cat1_name", type: "string" },
  { name: "cat2_id", type: "integer" },
  { name: "cat2_name", type: "string" },
  { name: "cat3_id", type: "integer" },
  { name: "cat3_name", type: "string" },
  { name: "manufacturer", type: "string" },
  { name: "model", type: "string" },
  { name: "hardware_version", type: "string" },
  { name: "software_version", type: "string" },
  { name: "zigbee_version", type: "string" },
];

const RES_INFO: readonly FieldRow[] = [
  { name: "rid", type: "UUID" },
  { name: "rtype", type: "string" },
];

let running: TestGateway;
let devices: EveryResource;
let products: Wire[];
let references: Wire[];

beforeAll(async () => {
  running = await runGateway();
  devices = await everyResource(running.client, "device");
  products = devices.all.map((device) => device.product);
  references = devices.all.flatMap((device) => device.services);
});

afterAll(() => running.stop());

test.each(sentences("device", DEVICE))("spec §2.2: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: devices.all, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireDevice, row, objects: devices.all })).toEqual([]);
});

test.each(sentences("device.product", PRODUCT))("spec §2.2: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: products, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireProduct, row, objects: products })).toEqual([]);
});

test.each(sentences("ResInfo", RES_INFO))("spec §2.2: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: references, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireReference, row, objects: references })).toEqual([]);
});

test("spec §2.2: a device carries the fields of the table, new_version, and no other", () => {
  expect(fieldNames(devices.all)).toEqual(rowNames(DEVICE, "new_version"));
  expect(fieldNames(products)).toEqual(rowNames(PRODUCT));
  expect(fieldNames(references)).toEqual(rowNames(RES_INFO));
});

test("spec §2.2: a device reads the same alone as in the list", () => {
  expect(devices.read).toEqual(devices.listed);
});

test.each([
  ["join_status", [0, 1]],
  ["online", [0, 1]],
  ["has_new", [0, 1]],
])("spec §2.2: the demo home shows %s with each of its values", (name, values) => {
  expect(shown(devices.listed, name)).toEqual(values);
});

test("spec §2.2: the demo home shows every top category", () => {
  expect(shown(products, "cat1_id")).toEqual([1, 2, 3, 4]);
});

test("spec §2.2: the demo home shows a lamp of every kind, CW as 203 and RGBCW as 205 among them", () => {
  const lamps = products.filter(({ cat1_id }) => cat1_id === 2);
  expect(shown(lamps, "cat2_id")).toEqual([201, 202, 203, 204, 205]);
});

test("spec §2.2: 20504 is a bar lamp of the RGB CW lights", () => {
  const bar = products.find(({ cat3_id }) => cat3_id === 20504);
  expect(bar).toMatchObject({ cat1_name: "Light", cat2_id: 205, cat2_name: "RGB CW Light", cat3_name: "Bar Lamp" });
});

test("spec §2.2: a category begins with the digits of the one above it", () => {
  const tops = products.map(({ cat1_id, cat2_id, cat3_id }) => ({ cat1_id, cat2_id, cat3_id }));
  const derived = products.map(({ cat3_id }) => ({
    cat1_id: Math.floor(cat3_id / 10_000),
    cat2_id: Math.floor(cat3_id / 100),
    cat3_id,
  }));
  expect(tops).toEqual(derived);
});

test("spec §2.2: new_version is empty exactly when has_new is 0", () => {
  const wrong = devices.all.filter(({ has_new, new_version }) => (has_new === 1) !== (new_version !== ""));
  expect(wrong).toEqual([]);
  expect(devices.listed.find(({ has_new }) => has_new === 1)?.new_version).toBe("1.5.0");
});

test("spec §2.2: the gateway itself is one of the devices, and the only one of its category", () => {
  const gateways = devices.listed.filter(({ product }) => product.cat1_id === 1);
  expect(gateways).toHaveLength(1);
  expect(gateways[0]).toMatchObject({ name: "Luxgate", join_status: 1, online: 1, product: { cat1_name: "Gateway" } });
});

test("spec §2.2: every service of a device can be read under its own type", async () => {
  for (const { rid, rtype } of references) {
    const found = (await running.client.list(rtype)).filter(({ id, type }) => id === rid && type === rtype);
    expect([rtype, found.length]).toEqual([rtype, 1]);
  }
  const alone = references.filter(({ rtype }) => rtype === "light" || rtype === "sync");
  const resources = await Promise.all(alone.map(({ rid, rtype }) => running.client.one(`${rtype}/${rid}`)));
  expect(resources.map(({ id, type }) => ({ rid: id, rtype: type }))).toEqual(alone);
  expect(shown(references, "rtype")).toEqual(["bridge", "light", "sync", "zigbee_device_discovery"]);
});

test("spec §2.2: a lamp provides one light, a sync box one sync, the gateway what is its own, an accessory nothing", () => {
  const provided: Readonly<Record<number, readonly string[]>> = {
    1: ["bridge", "zigbee_device_discovery"],
    2: ["light"],
    3: ["sync"],
    4: [],
  };
  for (const { product, services } of devices.listed) {
    expect(services.map(({ rtype }: Wire) => rtype)).toEqual(provided[product.cat1_id]);
  }
});
