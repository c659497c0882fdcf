import { describe, expect, test } from "vitest";
import { colourLamp, dimmableLamp, gradientLamp } from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import type { JsonObject } from "../../../../shared/is-object.ts";
import type { Lamp } from "./capabilities.ts";
import { parseLightState } from "./light-state.ts";
import { expectGradient, mergeState, NOTHING_REPORTED, reportedNow } from "./merge-state.ts";

/** The state of a lamp that is on, after each of some reports. */
function statesAfter(lamp: Lamp, ...reports: readonly JsonObject[]) {
  let merged = NOTHING_REPORTED;
  return reports.map((next) => {
    merged = mergeState(merged, next, lamp);
    return parseLightState(lamp, reportedNow(merged, next, lamp), true).state;
  });
}

describe("merged reports", () => {
  test("hold the last value of each property of the lamp, and nothing else", () => {
    const first = { state: "ON", brightness: 7, linkquality: 90, battery: 3, last_seen: "today", "color-x": 0.3 };
    const merged = mergeState(NOTHING_REPORTED, first, dimmableLamp());
    expect(merged).toEqual({ values: { state: "ON", brightness: 7 } });
    expect(mergeState(merged, { brightness: null }, dimmableLamp())).toEqual({
      values: { state: "ON", brightness: null },
    });
  });

  test("do not grow, whatever is reported", () => {
    const long = "x".repeat(10_000);
    const many = Array.from({ length: 1_000 }, () => ({ long }));
    const junk = { state: long, brightness: { long }, color: { x: many, [long]: 1 }, gradient: many, color_mode: many };
    const lamp = gradientLamp();
    const merged = mergeState(mergeState(NOTHING_REPORTED, junk, lamp), { "color-hue": many, [long]: 2 }, lamp);
    expect(JSON.stringify(merged).length).toBeLessThan(2_000);
  });
});

describe("attributes that come one by one", () => {
  test("are a colour once both its parts are there, and never half of one and half of another", () => {
    const states = statesAfter(
      colourLamp(),
      ...[{ color_mode: "xy" }, { "color-x": "0.1" }, { "color-y": "0.2" }],
      ...[{ "color-x": "0.5" }, { "color-y": "0.4" }, { "color-x": "0.5" }, { "color-y": "0.3" }],
    );
    const at = (x: number, y: number) => ({ colour: { mode: "xy", point: { x, y } } });
    expect(states).toEqual([{}, {}, at(0.1, 0.2), {}, at(0.5, 0.4), at(0.5, 0.4), {}]);
  });

  test("go by the mode that was reported before them", () => {
    const states = statesAfter(
      colourLamp(),
      ...[{ color_mode: "color_temp" }, { color_temp: "250" }, { "color-x": "0.38" }, { "color-y": "0.37" }],
      ...[{ brightness: "127" }, { color_mode: "xy" }],
    );
    const white = { colour: { mode: "white", kelvin: 4000 } };
    const colour = { mode: "xy", point: { x: 0.38, y: 0.37 } };
    expect(states).toEqual([{}, white, white, white, { brightnessPercent: 50 }, { colour }]);
  });
});

describe("a gradient", () => {
  const [first, second] = [
    ["#ff0000", "#00ff00"],
    ["#0000ff", "#00ff00"],
  ];
  const red = { color_mode: "xy", color: { x: 0.64, y: 0.33 } };
  const blue = { color_mode: "xy", color: { x: 0.15, y: 0.06 } };
  const modesOf = (...messages: readonly JsonObject[]) =>
    statesAfter(gradientLamp(), ...messages).map(({ colour }) => colour?.mode);

  test("is shown when a new one is reported, and is stale when the colour changes and it does not", () => {
    expect(
      modesOf(
        red,
        { ...red, gradient: first },
        { ...red, gradient: first },
        { ...blue, gradient: first },
        { ...red, gradient: first },
      ),
    ).toEqual(["xy", "segments", "segments", "xy", "xy"]);
    expect(
      modesOf(red, { gradient: first }, { color_temp: 250, color_mode: "color_temp" }, { gradient: second }),
    ).toEqual(["xy", "segments", "white", "segments"]);
  });

  test("that is first reported together with a colour may be stale, and counts as stale", () => {
    expect(modesOf({ ...red, gradient: first }, { ...red, gradient: first })).toEqual(["xy", "xy"]);
    expect(modesOf({ gradient: first })).toEqual(["segments"]);
  });

  test("that is stale is kept apart from the values, and is shown again when it is set again", () => {
    const lamp = gradientLamp();
    const stale = mergeState(NOTHING_REPORTED, { ...red, gradient: first }, lamp);
    expect(stale.values).not.toHaveProperty("gradient");
    expect(stale.staleGradient).toEqual({ property: "gradient", value: first });
    const set = mergeState(expectGradient(stale), { ...red, gradient: first }, lamp);
    expect(set.values).toHaveProperty("gradient", first);
    expect(set.staleGradient).toBeUndefined();
  });

  test("is parsed in the order in which it is set, also where the lamp's own order is reported", () => {
    const points = (message: JsonObject) => {
      const [state] = statesAfter(gradientLamp(), message);
      return state?.colour?.mode === "segments" ? state.colour.points.map(({ x }) => x.toFixed(2)) : [];
    };
    expect(points({ gradient: first })).toEqual(["0.64", "0.30"]);
    expect(points({ gradient: "#ff0000,#00ff00" })).toEqual(["0.64", "0.30"]);
    expect(
      points({
        gradient: first,
        gradient_xy: [
          { x: 0.7, y: 0.3 },
          { x: 0.2, y: 0.7 },
        ],
      }),
    ).toEqual(["0.30", "0.64"]);
  });

  test.each([["red"], [["#ff0000", 7]], [["#ff00"]], [7], [{}]])("is not %j", (gradient) => {
    const { state, problems } = parseLightState(gradientLamp(), { gradient }, true);
    expect(state).toEqual({});
    expect(problems).toEqual([expect.stringMatching(/^invalid value for "gradient": /)]);
  });
});
