import { describe, expect, test } from "vitest";
import {
  aDefinition,
  aLightExpose,
  BRIGHTNESS,
  GRADIENT,
  HUE,
  POWER_ON,
  STATE,
  WHITE,
  XY,
} from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import { parseCapabilities } from "./parse-exposes.ts";

const read = (...exposes: readonly unknown[]) => parseCapabilities(aDefinition(...exposes));

/** A feature of one of several lights. */
const at = (endpoint: string, feature: { readonly property: string }) => ({
  ...feature,
  endpoint,
  property: `${feature.property}_${endpoint}`,
});

describe("a light", () => {
  test("becomes a lamp with its properties, its ranges and what can be asked of it", () => {
    const { capabilities, problems } = read(aLightExpose(STATE, BRIGHTNESS, WHITE, XY, HUE), POWER_ON);
    expect(problems).toEqual([]);
    expect(capabilities).toEqual({
      categoryId: 20500,
      canFade: false,
      manufacturer: "Lumen",
      model: "LM-1",
      lamps: [
        {
          endpoint: null,
          segments: 0,
          abilities: ["onOff", "brightness", "colourTemperature", "colour"],
          state: { property: "state", on: "ON", off: "OFF" },
          brightness: { property: "brightness", minimum: 0, maximum: 254 },
          colourTemperature: { property: "color_temp", minimum: 153, maximum: 500 },
          whites: { coolestKelvin: 6536, warmestKelvin: 2000 },
          colour: { property: "color", ways: ["xy", "hueSaturation"] },
          colourMode: "color_mode",
          gradient: null,
          powerOn: { property: "power_on_behavior", values: { on: "on", off: "off", memory: "previous" } },
          readable: ["state", "brightness", "color_temp", "color"],
        },
      ],
      switches: [],
    });
  });

  test("with endpoints becomes a lamp for each, with what stands beside it for the same endpoint", () => {
    const { capabilities } = read(
      { ...aLightExpose(at("front", STATE), at("front", BRIGHTNESS)), endpoint: "front" },
      { ...aLightExpose(at("back", STATE), at("back", XY)), endpoint: "back" },
      at("back", GRADIENT),
      POWER_ON,
    );
    expect(capabilities.lamps).toMatchObject([
      { endpoint: "front", state: { property: "state_front" }, gradient: null, colourMode: "color_mode_front" },
      { endpoint: "back", state: { property: "state_back" }, gradient: { property: "gradient_back" }, segments: 9 },
    ]);
    expect(capabilities.lamps.map(({ powerOn }) => powerOn?.property)).toEqual([
      "power_on_behavior",
      "power_on_behavior",
    ]);
    expect(capabilities.categoryId).toBe(20400);
  });

  test("that names no properties and no ranges has the usual ones", () => {
    const bare = (name: string, type: string) => ({ name, type, value_min: null });
    const features = [
      bare("state", "binary"),
      bare("brightness", "numeric"),
      bare("color_temp", "numeric"),
      bare("color_hs", "composite"),
    ];
    const { capabilities, problems } = read({ type: "light", endpoint: 2, features });
    expect(problems).toEqual([]);
    expect(capabilities.lamps[0]).toMatchObject({
      endpoint: "2",
      state: { property: "state_2", on: "ON", off: "OFF" },
      brightness: { property: "brightness_2", minimum: 0, maximum: 254 },
      colourTemperature: { property: "color_temp_2", minimum: 150, maximum: 500 },
      colour: { property: "color_2", ways: ["hueSaturation"] },
    });
  });

  test("has no ability that cannot be set, and is not polled for what cannot be read", () => {
    const { capabilities } = read(
      aLightExpose({ ...STATE, access: 3 }, { ...BRIGHTNESS, access: 5 }, { ...WHITE, access: 7 }),
    );
    expect(capabilities.lamps[0]).toMatchObject({ brightness: null, readable: ["color_temp"] });
    expect(capabilities.lamps[0]?.abilities).toEqual(["onOff", "colourTemperature"]);
  });

  test("may have its brightness beside it", () => {
    const { capabilities } = read(aLightExpose(STATE, HUE), { ...BRIGHTNESS, value_max: 1000 });
    expect(capabilities.lamps[0]?.brightness).toEqual({ property: "brightness", minimum: 0, maximum: 1000 });
  });

  test("has its own values for what it does when its power returns", () => {
    const words = (values: unknown) =>
      read(aLightExpose(STATE), { ...POWER_ON, values }).capabilities.lamps[0]?.powerOn?.values;
    expect(words(["off", "on", "reverse", "restore"])).toEqual({ off: "off", on: "on", memory: "restore" });
    expect(words(["previous"])).toEqual({ memory: "previous" });
    expect(words(["inverted"])).toBeUndefined();
    expect(words("on")).toBeUndefined();
  });
});

test("a device can fade where Zigbee2MQTT has an option for the time of its transitions", () => {
  const withOptions = (options: unknown) =>
    parseCapabilities({ ...aDefinition(aLightExpose(STATE)), options }).capabilities.canFade;
  expect(withOptions([{ name: "state_action" }, { name: "transition" }])).toBe(true);
  for (const options of [undefined, null, "transition", ["transition", null], [{ name: "color_sync" }]]) {
    expect(withOptions(options)).toBe(false);
  }
});

describe("what is strange is set aside with a sentence", () => {
  test.each([
    [null, "expose 1 is invalid"],
    ["light", "expose 1 is invalid"],
    [{ type: 7 }, "expose 1 is invalid"],
    [{ type: "laser" }, 'expose 1 has the unknown type "laser"'],
    [{ type: "light", features: "many" }, "a light cannot be turned on and off"],
    [aLightExpose(BRIGHTNESS), "a light cannot be turned on and off"],
    [aLightExpose({ ...STATE, access: 1 }), "a light cannot be turned on and off"],
    [aLightExpose({ ...STATE, value_on: "OFF" }), 'a light has invalid values for on ("OFF") and off ("OFF")'],
    [aLightExpose({ ...STATE, value_on: {} }), 'a light has invalid values for on (an object) and off ("OFF")'],
  ])("%j", (strange, words) => {
    const { capabilities, problems } = read(strange, { ...aLightExpose(at("l1", STATE)), endpoint: "l1" });
    expect(problems).toEqual([words]);
    expect(capabilities.lamps.map(({ endpoint }) => endpoint)).toEqual(["l1"]);
  });

  test.each([
    [{ ...BRIGHTNESS, value_max: -1 }, '"brightness" has an invalid range: 0 to -1'],
    [{ ...BRIGHTNESS, value_min: 255 }, '"brightness" has an invalid range: 255 to 254'],
    [{ ...BRIGHTNESS, value_max: "254" }, '"brightness" has an invalid range: 0 to "254"'],
    [{ ...WHITE, value_min: Number.NaN }, '"color_temp" has an invalid range: NaN to 500'],
    [null, "feature 2 of a light is invalid"],
  ])("in a light: %j", (strange, words) => {
    const { capabilities, problems } = read(aLightExpose(STATE, strange, XY));
    expect(problems).toEqual([words]);
    expect(capabilities.lamps[0]?.abilities).toEqual(["onOff", "colour"]);
  });

  test("of two lights at the same place, the second", () => {
    const { capabilities, problems } = read(aLightExpose(STATE, BRIGHTNESS), aLightExpose(STATE));
    expect(capabilities.lamps).toMatchObject([{ abilities: ["onOff", "brightness"] }]);
    expect(problems).toEqual(['two lights have the same state property "state"']);
  });

  test.each([
    [undefined, []],
    [null, []],
    ["none", ["its definition is not an object"]],
    [[], ["its definition is not an object"]],
    [{ exposes: "many", vendor: 7, model: null }, ['its exposes are "many", not a list']],
    [{ exposes: null }, []],
  ])("a definition that is %j", (definition, problems) => {
    expect(parseCapabilities(definition)).toEqual({
      capabilities: { categoryId: 40900, canFade: false, manufacturer: "", model: "", lamps: [], switches: [] },
      problems,
    });
  });
});

describe("a device with very many lights", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...aLightExpose(at(`l${number}`, STATE), at(`l${number}`, BRIGHTNESS)),
      endpoint: `l${number}`,
    }));

  test("has the first thirty-two, and one problem", () => {
    expect(read(...many(32))).toMatchObject({ capabilities: { lamps: { length: 32 } }, problems: [] });
    const { capabilities, problems } = read(...many(3_000));
    expect(capabilities.lamps.map(({ endpoint }) => endpoint)).toEqual(many(32).map(({ endpoint }) => endpoint));
    expect(problems).toEqual(["it has more than 32 lights: the others are ignored"]);
  });
});
