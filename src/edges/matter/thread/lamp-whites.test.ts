import { expect, test } from "vitest";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { ANY, LampsOnANode } from "../../../../test/support/matter/lamps-on-a-node.ts";
import { lampsOf } from "../lamps/lamps-of.ts";

const AT_ONCE = { transitionTime: 0, ...ANY };
const FEW_WHITES = { coolestMired: 250, warmestMired: 454 };

test("the whites of a lamp are those that its back end describes", () => {
  const plainHome = PlainHome.demo();
  const device = plainHome.device("Ceiling");
  const lights = [{ ...plainHome.light("Ceiling"), whites: { coolestKelvin: 4000, warmestKelvin: 2203 } }];
  plainHome.submit({ kind: "deviceDescribed", device, lights });
  expect(lampsOf(plainHome.home, device)).toMatchObject([{ whites: FEW_WHITES }]);
});

test.each(["Ceiling", "Reading lamp"])("%s tells the range of its whites, and is commanded within it", async (name) => {
  const lamps = await LampsOnANode.start();
  const { number } = lamps.endpoint(name);
  await lamps.show(name, { on: true }, { whites: FEW_WHITES });
  expect(lamps.endpoint(name).number).toBe(number);
  expect(lamps.endpoint(name).state.colorControl).toMatchObject({
    colorTempPhysicalMinMireds: 250,
    colorTempPhysicalMaxMireds: 454,
    coupleColorTempToLevelMinMireds: 250,
  });
  for (const [colorTemperatureMireds, kelvin] of [
    [154, 4000],
    [500, 2203],
  ] as const) {
    const white = { colorTemperatureMireds, ...AT_ONCE };
    expect(await lamps.commandOf(name, (lamp) => lamp.colorControl.moveToColorTemperature(white))).toMatchObject({
      desired: { colour: { mode: "white", kelvin } },
    });
  }
});

test("a white that the lamp cannot show is shown as the nearest that it can", async () => {
  const lamps = await LampsOnANode.start();
  for (const [kelvin, mired] of [
    [6500, 250],
    [2000, 454],
    [2700, 370],
  ] as const) {
    await lamps.show("Ceiling", { colour: { mode: "white", kelvin } }, { whites: FEW_WHITES });
    expect(lamps.endpoint("Ceiling").state.colorControl.colorTemperatureMireds).toBe(mired);
  }
});
