import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { aDevice } from "../../../../../test/support/home/builders.ts";
import {
  aDefinition,
  aLightExpose,
  BRIGHTNESS,
  HUE,
  STATE,
  WHITE,
  XY,
} from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import { PRODUCT_NAMES } from "../../../../core/home/model/catalogue.ts";
import { PRODUCTS } from "../../../../core/home/model/product.ts";
import { DeviceShape } from "../../../store/sqlite/shapes.ts";
import { parseCapabilities } from "./parse-exposes.ts";

const categoryOf = (description: string, ...exposes: readonly unknown[]) =>
  PRODUCTS[parseCapabilities({ ...aDefinition(...exposes), description }).capabilities.categoryId];

const some = (type: string, name = type) => ({ type, name, property: name, access: 1 });

test.each([
  ["On/Off Light", aLightExpose(STATE)],
  ["Dimmable Light", aLightExpose(STATE, BRIGHTNESS)],
  ["CW Light", aLightExpose(STATE, BRIGHTNESS, WHITE)],
  ["RGB Light", aLightExpose(STATE, BRIGHTNESS, HUE)],
  ["RGB CW Light", aLightExpose(STATE, BRIGHTNESS, WHITE, XY)],
])("a lamp is a %s by what it can", (product, light) => {
  expect(categoryOf("Smart plug", light, some("numeric", "power"))).toBe(product);
});

test("a fan, a switch or a sensor with a light is a light", () => {
  for (const other of [some("fan"), some("switch"), some("binary", "occupancy"), some("climate")]) {
    expect(categoryOf("Thing", other, aLightExpose(STATE, BRIGHTNESS))).toBe("Dimmable Light");
  }
});

test.each([
  ["Smart Plug", "Smart plug (EU)", [some("switch")]],
  ["Smart Plug", "10A wall outlet, 2 gang", [some("switch"), some("numeric", "power")]],
  ["Smart Plug", "SP 220", [some("switch"), some("numeric", "energy")]],
  ["Switch", "Wall switch module with power monitoring", [some("switch"), some("numeric", "power")]],
  ["Switch", "ZBMINI", [some("switch")]],
  ["Switch", "Wall switch, decoupled", [some("switch"), some("enum", "action")]],
  ["Remote", "Wireless switch with 4 buttons", [some("enum", "action"), some("numeric", "battery")]],
  ["Remote", "Smart button", [some("enum", "action"), some("numeric", "temperature")]],
  ["Sensor", "Motion sensor", [some("binary", "occupancy"), some("numeric", "temperature")]],
  ["Sensor", "Door sensor with a button", [some("binary", "contact"), some("enum", "action")]],
  ["Sensor", "Thermometer", [some("numeric", "temperature")]],
  ["Sensor", "Water level sensor", [some("numeric", "liquid_depth")]],
  ["Window Cover", "Roller blind", [some("cover"), some("enum", "action")]],
  ["Climate Control", "Radiator valve", [some("climate"), some("switch")]],
  ["Zigbee Device", "Door lock", [some("lock"), some("enum", "action")]],
  ["Zigbee Device", "Ceiling fan", [some("fan")]],
  ["Zigbee Device", "Router", [some("numeric", "linkquality")]],
  ["Zigbee Device", "", []],
])("a %s is told by what it exposes: %s", (product, description, exposes) => {
  expect(categoryOf(description, ...exposes)).toBe(product);
});

test("a home that holds any of them can be stored", () => {
  for (const id of Object.keys(PRODUCTS)) {
    const { product, ...device } = aDevice();
    expect(Check(DeviceShape, { ...device, product: { ...product, categoryId: Number(id) } })).toBe(true);
  }
});

test("a home file offers none of the products that stand for a whole kind", () => {
  const general = Object.entries(PRODUCTS).filter(([id]) => id.endsWith("00"));
  expect(general).toHaveLength(12);
  for (const [, name] of general) expect(PRODUCT_NAMES).not.toContain(name.toLowerCase());
});
