import { describe, expect, test } from "vitest";
import { colourLamp, dimmableLamp, gradientLamp } from "../../../../test/support/zigbee-exposes.ts";
import type { JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { expectGradient } from "./gradient-memory.ts";
import { parseLightState } from "./light-state.ts";
import { mergeState, reportedNow } from "./merge-state.ts";

/** What a lamp that is on is known to be after each of some messages. */
function heard(lamp: Lamp, ...messages: readonly JsonObject[]) {
  let told: JsonObject = {};
  return messages.map((next) => {
    told = mergeState(told, next, [lamp]);
    return parseLightState(lamp, reportedNow(told, next, lamp), true).state;
  });
}

describe("what a device said in all", () => {
  test("is what it said last, of what its lamps, its link and its updates need", () => {
    const first = { state: "ON", brightness: 7, linkquality: 90, battery: 3, last_seen: "today", "color-x": 0.3 };
    const told = mergeState({}, first, [dimmableLamp()]);
    expect(told).toEqual({ state: "ON", brightness: 7, linkquality: 90 });
    expect(mergeState(told, { brightness: null }, [dimmableLamp()])).toEqual({ ...told, brightness: null });
  });

  test("holds an update as a whole or in parts", () => {
    const whole = mergeState({}, { update: { state: "available", latest_version: 2, progress: 7 } }, []);
    expect(whole).toEqual({ update: { state: "available", latest_version: 2 } });
    expect(mergeState(whole, { "update-state": "idle" }, [])).toEqual({ update: { state: "idle", latest_version: 2 } });
  });

  test("does not grow, whatever is said", () => {
    const long = "x".repeat(10_000);
    const many = Array.from({ length: 1_000 }, () => ({ long }));
    const junk = { state: long, brightness: { long }, color: { x: many, [long]: 1 }, gradient: many, color_mode: many };
    const told = mergeState(mergeState({}, junk, [gradientLamp()]), { "color-hue": many, [long]: 2 }, [gradientLamp()]);
    expect(JSON.stringify(told).length).toBeLessThan(2_000);
  });
});

describe("attributes that come one by one", () => {
  test("are a colour once both its parts are there, and never half of one and half of another", () => {
    const states = heard(
      colourLamp(),
      ...[{ color_mode: "xy" }, { "color-x": "0.1" }, { "color-y": "0.2" }],
      ...[{ "color-x": "0.5" }, { "color-y": "0.4" }, { "color-x": "0.5" }, { "color-y": "0.3" }],
    );
    const at = (x: number, y: number) => ({ colour: { mode: "xy", point: { x, y } } });
    expect(states).toEqual([{}, {}, at(0.1, 0.2), {}, at(0.5, 0.4), at(0.5, 0.4), {}]);
  });

  test("go by the mode that was said before them", () => {
    const states = heard(
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
    heard(gradientLamp(), ...messages).map(({ colour }) => colour?.mode);

  test("is shown when it is said anew, and is over when the colour changes and it does not", () => {
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

  test("that is said beside a colour at first may be of the past, and is taken so", () => {
    expect(modesOf({ ...red, gradient: first }, { ...red, gradient: first })).toEqual(["xy", "xy"]);
    expect(modesOf({ gradient: first })).toEqual(["segments"]);
  });

  test("of the past is shown again when it is set again", () => {
    const lamp = gradientLamp();
    const past = mergeState({}, { ...red, gradient: first }, [lamp]);
    expect(past).not.toHaveProperty("gradient");
    expect(mergeState(expectGradient(past, lamp), { ...red, gradient: first }, [lamp])).toHaveProperty("gradient");
  });

  test("is read from the end that it is set from, also where the lamp's own order is said", () => {
    const points = (message: JsonObject) => {
      const [state] = heard(gradientLamp(), message);
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
    expect(problems).toEqual([expect.stringMatching(/^"gradient" makes no sense: /)]);
  });
});
