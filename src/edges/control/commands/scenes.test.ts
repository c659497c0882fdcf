import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { contentsOf } from "../../../core/home/home.ts";

describe("scenes", () => {
  test("are listed with their rooms and colours", async () => {
    const operated = await OperatedGateway.start();
    expect((await operated.ask("scene.list", {}))[0]).toMatchObject({
      name: "Evening",
      room: "Living room",
      colours: ["#ea662d", "#f2a03d", "#c8452c", "#8f2d56", "#3f2b56"],
      active: true,
      picture: false,
    });
  });

  test("are recalled by the lamps that can be reached, and the others are named", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.offline", { device: "TV bar" });
    expect(await operated.ask("scene.activate", { scene: "Aurora" })).toMatchObject({
      active: true,
      unreached: ["TV bar"],
    });
  });

  test("are refused where none of their lamps can be reached, and nothing is changed", async () => {
    const operated = await OperatedGateway.start();
    for (const device of ["Ceiling", "Worktop"]) await operated.ask("sim.offline", { device });
    const before = contentsOf(operated.gateway.home);
    expect(await operated.refusal("scene.activate", { scene: "Cooking" })).toEqual([
      'All of its lamps are offline, so nothing was changed: "Ceiling", "Worktop".',
    ]);
    expect(contentsOf(operated.gateway.home)).toEqual(before);
  });

  test("are shown, for who waits, once the lamps say so themselves; those that do not are named", async () => {
    const operated = await OperatedGateway.start();
    const activated = async (millis: number) => {
      const done = operated.ask("scene.activate", { scene: "Cooking", wait: true });
      await expect
        .poll(() => operated.gateway.home.scenes.all().find(({ name }) => name === "Cooking")?.active)
        .toBe(true);
      operated.clock.advance(millis);
      return done;
    };
    await operated.ask("sim.lose-next", { device: "Worktop", count: 1 });
    expect(await activated(10_000)).toMatchObject({ active: false, confirmed: false, silent: ["Worktop"] });
    expect(await activated(1_000)).toMatchObject({ active: true, confirmed: true, silent: [], unreached: [] });
  });

  test("are added with 1 to 5 colours, repeated until there are five", async () => {
    const operated = await OperatedGateway.start();
    const scene = await operated.ask("scene.add", { room: "Kitchen", name: "Cosy", colours: ["#3d0c02", "2700K"] });
    expect(scene).toMatchObject({ room: "Kitchen", active: false });
    expect(scene.colours).toEqual(["#3d0c02", "#ffad59", "#3d0c02", "#ffad59", "#3d0c02"]);
    expect(operated.gateway.home.scenes.all().at(-1)).toMatchObject({ sequence: 2 });
  });

  test("save the room's lamps as they are when no colours are given, and show five of their colours", async () => {
    const operated = await OperatedGateway.start();
    const scene = await operated.ask("scene.add", { room: "Living room", name: "Now", colours: [] });
    expect(scene).toMatchObject({ active: true, lamps: 3, unreached: [] });
    expect(scene.colours).toEqual(["#ff8800", "#ffad59", "#3399ff", "#ff4d00", "#ff0055"]);
    expect((await operated.ask("room.list", {}))[0]).toMatchObject({ activeScene: "Now" });
  });

  test("that were saved give each lamp its own state back", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("scene.add", { room: "Living room", name: "Now", colours: [] });
    const shown = () =>
      operated.gateway.home.lights.all().map(({ on, brightnessPercent, colour }) => {
        return { on, brightnessPercent, colour };
      });
    const before = shown();
    await operated.ask("set", { device: "Living room", words: ["red", "3%"] });
    operated.clock.advance(1_000);
    expect(await operated.ask("scene.list", {})).toMatchObject([{}, {}, { name: "Now", active: false }, {}, {}, {}]);
    expect(await operated.ask("scene.activate", { scene: "Now" })).toMatchObject({ active: true, unreached: [] });
    operated.clock.advance(1_000);
    expect(shown()).toEqual(before);
    expect((await operated.ask("room.list", {}))[0]).toMatchObject({ activeScene: "Now" });
  });

  test("leave out lamps that are offline, and name them; saved again, they keep what they had of those", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.offline", { device: "TV bar" });
    const saved = { lamps: 2, unreached: ["TV bar"] };
    expect(await operated.ask("scene.add", { room: "Living room", name: "Now", colours: [] })).toMatchObject(saved);
    await operated.ask("sim.online", { device: "TV bar" });
    expect(await operated.ask("scene.save", { scene: "Now" })).toMatchObject({ lamps: 3, unreached: [] });
    await operated.ask("sim.offline", { device: "TV bar" });
    expect(await operated.ask("scene.save", { scene: "Now" })).toMatchObject({ lamps: 3, unreached: ["TV bar"] });
    expect(await operated.ask("scene.activate", { scene: "Now" })).toMatchObject({ unreached: ["TV bar"] });
  });

  test("are refused where all lamps that they saved are offline, or nothing can be saved", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("scene.add", { room: "Kitchen", name: "Now", colours: [] });
    for (const device of ["Ceiling", "Worktop"]) await operated.ask("sim.offline", { device });
    const offline = /^All of its lamps are offline, so /;
    expect(await operated.refusal("scene.activate", { scene: "Now" })).toEqual([expect.stringMatching(offline)]);
    expect(await operated.refusal("scene.save", { scene: "Now" })).toEqual([expect.stringMatching(offline)]);
    await operated.ask("room.add", { name: "Hall" });
    expect(await operated.refusal("scene.add", { room: "Hall", name: "Now", colours: [] })).toEqual([
      '"Hall" has no lamps to save. Move lamps into it, or give 1 to 5 colours.',
    ]);
  });

  test("are saved in place of colours and a picture", async () => {
    const operated = await OperatedGateway.start();
    const before = (await operated.ask("scene.list", {})).find(({ name }) => name === "Aurora");
    expect(before).toMatchObject({ picture: true, lamps: null });
    expect(await operated.ask("scene.save", { scene: "Aurora" })).toMatchObject({
      id: before?.id,
      active: true,
      picture: false,
      lamps: 3,
    });
  });

  test("are renamed, but not to a name that the room has already", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("scene.rename", { scene: "Aurora", name: " Film night" })).toMatchObject({
      name: "Film night",
    });
    expect(await operated.ask("scene.rename", { scene: "Film night", name: "film night" })).toMatchObject({
      name: "film night",
    });
    expect(await operated.refusal("scene.rename", { scene: "Evening", name: "FILM NIGHT" })).toEqual([
      '"Living room" already has a scene "film night". Use another name.',
    ]);
  });

  test("G118: are ordered: those that are named come first", async () => {
    const operated = await OperatedGateway.start();
    const ordered = await operated.ask("scene.order", { room: "Living room", scenes: ["aurora"] });
    expect(ordered.map(({ name }) => name)).toEqual(["Aurora", "Evening"]);
    expect((await operated.ask("scene.list", {})).map(({ name }) => name).slice(0, 2)).toEqual(["Aurora", "Evening"]);
    expect(await operated.refusal("scene.order", { room: "Kitchen", scenes: ["Aurora"] })).toEqual([
      '"Aurora" is not a scene of "Kitchen".',
    ]);
  });

  test("are at most 100 in a room", async () => {
    const operated = await OperatedGateway.start();
    for (let number = 1; number < 100; number += 1) {
      await operated.ask("scene.add", { room: "Kitchen", name: `Scene ${number}`, colours: ["red"] });
    }
    expect(await operated.refusal("scene.add", { room: "Kitchen", name: "One more", colours: ["red"] })).toEqual([
      "A room has at most 100 scenes.",
    ]);
  });

  test.each([
    [
      { room: "Kitchen", name: "cooking", colours: ["2700K"] },
      ['"Kitchen" already has a scene "Cooking". Use another name.'],
    ],
    [
      { room: "Kitchen", name: "Six", colours: Array(6).fill("2700K") },
      ["A scene has at most 5 colours, but you gave 6."],
    ],
    [
      { room: "Kitchen", name: "Odd", colours: ["2700K", "rde", "9000K"] },
      [
        '"rde": expected a colour such as red, "#ff8800" (in quotes) or 2700K (2000K to 6500K); did you mean "red"?',
        '"9000K": expected a colour such as red, "#ff8800" (in quotes) or 2700K (2000K to 6500K).',
      ],
    ],
  ])("%j is refused", async (given, lines) => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("scene.add", given)).toEqual(lines);
  });

  test("are shown by the room's lights once they are activated, and by the devices themselves", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("scene.activate", { scene: "Cooking" })).toMatchObject({ active: true });
    operated.clock.advance(1_000);
    const truth = operated.simulation.actualStates().find(({ device }) => device.name === "Worktop");
    expect(truth?.lights[0]).toMatchObject({ on: true, colour: { mode: "white" } });
    expect((await operated.ask("room.list", {}))[1]).toMatchObject({ activeScene: "Cooking", lightsOn: 2 });
  });

  test("are removed", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("scene.remove", { scene: "bedroom/night" });
    expect((await operated.ask("scene.list", {})).map(({ name }) => name)).not.toContain("Night");
  });
});
