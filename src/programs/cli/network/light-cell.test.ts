import { describe, expect, test } from "vitest";
import { runGateway } from "../../../../test/support/gateway/running-gateway.ts";
import { connect, type WireLight } from "../../../libraries/client/index.ts";
import { lightCell } from "./light-cell.ts";

const [SWITCHED, DIMMABLE, WHITE, RGB, COLOUR, SEGMENTED] = [1, 3, 7, 11, 15, 31];

/** A light as gateways tell it: every field is filled, whatever the lamp can do. */
const light = (fields: Partial<WireLight>): WireLight => ({
  ...{ id: "A", type: "light", name: "Lamp", on: 1, brightness: 80, color_mode: 2, color_cw: 2700 },
  ...{ color_x: 30_101, color_y: 26_913, color_len: 0, color_arr: [], positions: "", support_segment: 0 },
  ...{ support_dynamic: 0, ability: COLOUR, color_rgb: 0xffad59, color_rgb_arr: [] },
  ...fields,
});

describe("of a lamp is shown what it is able to, and nothing that only fills a field:", () => {
  test.each<readonly [what: string, fields: Partial<WireLight>, words: string]>([
    ["whether a switched one is on", { ability: SWITCHED }, "on"],
    ["how bright a dimmable one is", { ability: DIMMABLE }, "on 80%"],
    ["how warm a white one is", { ability: WHITE }, "on 80% 2700 K"],
    ["no colour of a white one", { ability: WHITE, color_mode: 1, color_rgb: 0xff8800 }, "on 80%"],
    ["no white of an RGB one", { ability: RGB }, "on 80%"],
    ["the colour of an RGB one", { ability: RGB, color_mode: 1, color_rgb: 0xff8800 }, "on 80% #ff8800"],
    ["the colour of one in HSV", { color_mode: 0, color_rgb: 0x0000ff }, "on 80% #0000ff"],
    ["the white of a colour lamp", {}, "on 80% 2700 K"],
    [
      "the segments of one that has some",
      { ability: SEGMENTED, color_mode: 3, color_rgb_arr: [0xff0000, 0x00ff00, 0x0000ff] },
      "on 80% #ff0000 and 2 more",
    ],
    ["no segments of one that has none", { color_mode: 3, color_rgb_arr: [0xff0000] }, "on 80%"],
    ["nothing but off", { on: 0, ability: SEGMENTED }, "off"],
    ["no more than on of one that says nothing of itself", { ability: 0 }, "on"],
  ])("%s", (_what, fields, words) => {
    expect(lightCell(light(fields))).toBe(words);
  });
});

test("a gateway that has only the document's fields has colours too: they are worked out from the chart", () => {
  const { color_rgb, color_rgb_arr, ...documented } = light({ color_mode: 1, color_x: 41_942, color_y: 21_626 });
  expect(lightCell(documented)).toBe("on 80% #ff0000");
  const color_arr = [{ x: 41_942, y: 21_626, position_x: 0, position_y: 0 }];
  expect(lightCell({ ...documented, ability: SEGMENTED, color_mode: 3, color_arr })).toBe("on 80% #ff0000");
});

test("every lamp of the demo home is shown as what it is", async () => {
  const gateway = await runGateway();
  const client = connect(`http://127.0.0.1:${gateway.http.port}`, { findAgain: false });
  const shown = new Map((await client.listLights()).map((each) => [each.name, lightCell({ ...each, on: 1 })]));
  await gateway.stop();
  expect(Object.fromEntries(shown)).toEqual({
    "TV bar": "on 60% #ff8800 and 4 more",
    "Reading lamp": "on 80% 2700 K",
    "Shelf strip": "on 35% #3399ff",
    Ceiling: "on 100% 4000 K",
    Worktop: "on 70% 5000 K",
    "Bedside left": "on 20%",
    "Bedside right": "on 1%",
    Wardrobe: "on 50% #946fff",
    Porch: "on",
    "Desk spot": "on 45% #ff4b00",
    "Unknown bulb": "on 100% 2700 K",
  });
});
