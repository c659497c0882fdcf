import "./before-matter.ts";
import "./matter-model.ts";
import { FabricIndex } from "@matter/main/types";
import { expect, test } from "vitest";
import { ANY, type LampAgent, LampsOnANode } from "../../../../test/support/matter/lamps-on-a-node.ts";

/** Scenes of an ecosystem, as the command `OffWithEffect` stores them and `OnWithRecallGlobalScene` brings them back. */
const store = (lamp: LampAgent) => lamp.scenesManagement.storeGlobalScene(FabricIndex(1));
const recall = (lamp: LampAgent) => lamp.scenesManagement.recallGlobalScene(FabricIndex(1));

const white = (colorTemperatureMireds: number) => (lamp: LampAgent) =>
  lamp.colorControl.moveToColorTemperature({ colorTemperatureMireds, transitionTime: 0, ...ANY });
const hueAndSaturation = (hue: number, saturation: number) => (lamp: LampAgent) =>
  lamp.colorControl.moveToHueAndSaturation({ hue, saturation, transitionTime: 0, ...ANY });
const place = (colorX: number, colorY: number) => (lamp: LampAgent) =>
  lamp.colorControl.moveToColor({ colorX, colorY, transitionTime: 0, ...ANY });

const RED = { colorMode: 0, currentHue: 0, currentSaturation: 254 };

test("a scene brings back the white of a lamp with whites, with its brightness", async () => {
  const lamps = await LampsOnANode.start();
  await lamps.show("Ceiling", { on: true, brightnessPercent: 50, colour: { mode: "white", kelvin: 2500 } });
  await lamps.endpoint("Ceiling").act(store);
  await lamps.show("Ceiling", { on: true, brightnessPercent: 12, colour: { mode: "white", kelvin: 5000 } });
  expect(await lamps.commandOf("Ceiling", recall)).toMatchObject({
    desired: { brightnessPercent: 50, colour: { mode: "white", kelvin: 2500 } },
  });
  expect(lamps.endpoint("Ceiling").state.colorControl).toMatchObject({ colorTemperatureMireds: 400 });
});

test.each([
  ["a hue and saturation", hueAndSaturation(0, 254), RED, hueAndSaturation(170, 80)],
  ["a hue and saturation", hueAndSaturation(0, 254), RED, white(300)],
  ["a place on the chart", place(20_000, 20_000), { colorMode: 1, currentX: 20_000, currentY: 20_000 }, white(300)],
  ["a white", white(400), { colorMode: 2, colorTemperatureMireds: 400 }, place(20_000, 20_000)],
] as const)("a scene of a lamp with colours brings back %s", async (_what, set, shown, setLater) => {
  const lamps = await LampsOnANode.start();
  const endpoint = lamps.endpoint("Reading lamp");
  await lamps.show("Reading lamp", { on: true });
  const before = await lamps.commandOf("Reading lamp", set);
  await endpoint.act(store);
  await lamps.commandOf("Reading lamp", setLater);
  const after = await lamps.commandOf("Reading lamp", recall);
  expect(endpoint.state.colorControl).toMatchObject({ ...shown, enhancedColorMode: shown.colorMode });
  expect(after?.desired).toEqual(before?.desired);
});
