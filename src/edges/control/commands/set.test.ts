import { describe, expect, test } from "vitest";
import { OperatedGateway, type OperatedOptions } from "../../../../test/support/gateway/operated-gateway.ts";
import { aDevice, aLight } from "../../../../test/support/home/builders.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { CommandedStore } from "../../../../test/support/store/commanded-store.ts";
import { contentsOf } from "../../../core/home/home.ts";
import type { Light } from "../../../core/home/model/light.ts";

const truthOf = ({ simulation }: OperatedGateway, name: string) =>
  simulation.actualStates().find(({ device }) => device.name === name);

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

  test("is done, for who waits, once the device says so itself", async () => {
    const operated = await OperatedGateway.start();
    const { lights, syncBoxes } = operated.gateway.home;
    const lamp = operated.ask("set", { device: "Ceiling", words: ["40%"], wait: true });
    const box = operated.ask("set", { device: "Sync box", words: ["hdmi2"], wait: true });
    await expect.poll(() => lights.all().find(({ name }) => name === "Ceiling")?.brightnessPercent).toBe(40);
    await expect.poll(() => syncBoxes.all()[0]?.source).toBe("hdmi2");
    operated.clock.advance(1_000);
    expect([await lamp, await box]).toMatchObject([{ confirmed: true }, { confirmed: true }]);
    expect(await operated.ask("set", { device: "Ceiling", words: ["50%"] })).toMatchObject({ confirmed: false });
  });

  test("and is not done in time is refused to who waits, with what is known", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.lose-next", { device: "Porch", count: 1 });
    const done = operated.refusal("set", { device: "Porch", words: ["off"], wait: true });
    const isShown = () => operated.gateway.home.lights.all().find(({ name }) => name === "Porch")?.on;
    await expect.poll(isShown).toBe(false);
    operated.clock.advance(10_000);
    expect(await done).toEqual([
      'The command was sent, but "Porch" did not confirm it within 10 s. Its last known state: on.',
    ]);
  });

  test("is refused for a lamp that nobody admitted", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("set", { device: "Unknown bulb", words: ["on"] })).toEqual([
      '"Unknown bulb" is not admitted. Admit it with: luxgate device admit "Unknown bulb"',
    ]);
  });

  test("is nothing at all when one of the words is wrong", async () => {
    const operated = await OperatedGateway.start();
    const before = operated.gateway.home.lights.all();
    expect(await operated.refusal("set", { device: "Ceiling", words: ["off", "#ff0000"] })).toHaveLength(2);
    expect(operated.gateway.home.lights.all()).toBe(before);
  });

  test.each([
    ["Dial", '"Dial" is a dial button: it has no settings that you can change.'],
    ["Luxgate", '"Luxgate" is the gateway itself: it has no settings that you can change.'],
    ["Bedside right", '"Bedside right" is offline, so nothing was changed.'],
  ])("%s is refused: %s", async (device, line) => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("set", { device, words: ["on"] })).toEqual([line]);
  });
});

describe("a room", () => {
  test("is dimmed by a brightness alone, which keeps ratios; with the word on all its lamps get it", async () => {
    const operated = await OperatedGateway.start();
    const level = (name: string) =>
      operated.gateway.home.lights.all().find((light) => light.name === name)?.brightnessPercent;
    await operated.ask("set", { device: "Ceiling", words: ["on", "80%"] });
    await operated.ask("set", { device: "Worktop", words: ["on", "40%"] });
    expect(await operated.ask("set", { device: "Kitchen", words: ["30%"] })).toMatchObject({ unreached: [] });
    expect([level("Ceiling"), level("Worktop")]).toEqual([40, 20]);
    await operated.ask("set", { device: "Kitchen", words: ["on", "30%"] });
    expect([level("Ceiling"), level("Worktop")]).toEqual([30, 30]);
  });

  test("of which no lamp is on is not dimmed, and says how to turn its lamps on too", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("set", { device: "Kitchen", words: ["off"] });
    expect(await operated.refusal("set", { device: "Kitchen", words: ["30%", "warm white"] })).toEqual([
      'No lamp of "Kitchen" that can be dimmed is on, so nothing was changed. Turn them on too: luxgate set "Kitchen" on 30% "warm white"',
    ]);
  });
});

describe("a device with two lamps", () => {
  const lamp = (digit: string, fields: Partial<Light> = {}) =>
    aLight({ ...fields, id: idAt(digit), deviceId: idAt("1"), name: "Twin" });
  const both = (operated: OperatedGateway) => ["1", "2"].map((digit) => operated.gateway.home.lights.get(idAt(digit)));

  /** The first one burns, the second does not. */
  async function withTwin(options: OperatedOptions = {}, second: Partial<Light> = {}): Promise<OperatedGateway> {
    const operated = await OperatedGateway.start(options);
    const device = aDevice({ id: idAt("1"), name: "Twin", lightIds: [idAt("1"), idAt("2")] });
    const lights = [lamp("1", { on: true }), lamp("2", { on: false, ...second })];
    expect(await operated.gateway.ask({ kind: "deviceJoined", device, lights, syncBox: null })).toBe("done");
    return operated;
  }

  test("is set in one piece, and both of them obey", async () => {
    const operated = await withTwin();
    const notified: string[] = [];
    operated.gateway.watch(({ replacements }) => notified.push(replacements.map((each) => each.in).join(" ")));
    await operated.ask("set", { device: "Twin", words: ["on", "30%", "#ff0000"] });
    expect(notified).toEqual(["lights lights"]);
    const red = { on: true, brightnessPercent: 30, colour: { mode: "xy" } };
    expect(both(operated)).toMatchObject([red, red]);
    operated.clock.advance(1_000);
    expect(truthOf(operated, "Twin")?.lights).toMatchObject([red, red]);
  });

  test("is off after a toggle when any of them burnt", async () => {
    const operated = await withTwin();
    await operated.ask("set", { device: "Twin", words: ["toggle"] });
    expect(both(operated)).toMatchObject([{ on: false }, { on: false }]);
    await operated.ask("set", { device: "Twin", words: ["toggle"] });
    expect(both(operated)).toMatchObject([{ on: true }, { on: true }]);
  });

  test("is not set in part when only one of them can do it", async () => {
    const operated = await withTwin({}, { abilities: ["onOff"] });
    const before = both(operated);
    expect(await operated.refusal("set", { device: "Twin", words: ["off", "30%"] })).toEqual([
      '"30%": "Twin" cannot be dimmed.',
      '"Twin" accepts on, off or toggle.',
    ]);
    expect(both(operated)).toEqual(before);
  });

  test("is not set in part when it cannot be stored", async () => {
    const store = new CommandedStore(contentsOf(PlainHome.demo().home));
    const operated = await withTwin({ store });
    const before = both(operated);
    store.refuse();
    expect(await operated.refusal("set", { device: "Twin", words: ["off", "30%"] })).toHaveLength(1);
    expect(both(operated)).toEqual(before);
    operated.clock.advance(60_000);
    expect(truthOf(operated, "Twin")?.lights).toMatchObject([{ on: true }, { on: false }]);
  });
});
