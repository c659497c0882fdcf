import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../test/support/operated-gateway.ts";

const truthOf = ({ simulation }: OperatedGateway, name: string) =>
  simulation.truths().find(({ device }) => device.name === name);

describe("what is set", () => {
  test("is shown by the home at once and by the lamp a little later", async () => {
    const operated = await OperatedGateway.start();
    const now = await operated.ask("set", { device: "Ceiling", words: ["40%", "2700K"] });
    expect(now.state).toBe("on 40% 2700K");
    operated.clock.advance(1_000);
    expect(truthOf(operated, "Ceiling")?.lights[0]).toMatchObject({
      brightnessPercent: 40,
      colour: { mode: "white", kelvin: 2700 },
    });
  });

  test("reaches a sync box too", async () => {
    const operated = await OperatedGateway.start();
    const words = ["hdmi2", "music", "area", "Kitchen"];
    expect(await operated.ask("set", { device: "Sync box", words })).toMatchObject({
      state: "on 90% hdmi2 music high",
      syncBox: { area: "Kitchen" },
    });
    operated.clock.advance(1_000);
    expect(truthOf(operated, "Sync box")?.syncBox).toMatchObject({ source: "hdmi2", mode: "music" });
  });

  test("is refused for a lamp that nobody admitted", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("set", { device: "Unknown bulb", words: ["on"] })).toEqual([
      '"Unknown bulb" is not admitted: luxgate device admit "Unknown bulb"',
    ]);
  });

  test("is nothing at all when one of the words is wrong", async () => {
    const operated = await OperatedGateway.start();
    const before = operated.gateway.home.lights.all();
    expect(await operated.refusal("set", { device: "Ceiling", words: ["off", "#ff0000"] })).toHaveLength(2);
    expect(operated.gateway.home.lights.all()).toBe(before);
  });

  test.each([
    ["Dial", '"Dial" is a dial button: there is nothing to set.'],
    ["Luxgate", '"Luxgate" is a gateway: there is nothing to set.'],
    ["Bedside right", '"Bedside right" cannot be reached at the moment, so nothing was changed.'],
  ])("%s is refused: %s", async (device, line) => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("set", { device, words: ["on"] })).toEqual([line]);
  });
});
