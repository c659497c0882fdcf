import { describe, expect, test } from "vitest";
import { WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome, study } from "../../../../test/support/home/lit-home.ts";
import type { LightState } from "../model/light.ts";

const KEPT = { keptByLamps: true, colours: [] };
const over = (digit: string) => ({ kind: "sceneOver", sceneId: idAt<never>(digit) }) as const;

/** A lamp in the lounge and one in the study; scene 1 of the lounge is kept by lamps and active. */
function recalled(): LitHome {
  const home = new LitHome();
  home.lamp("1", { on: false });
  home.lamp("2", { room: study });
  home.scene("1", KEPT);
  home.activate("1");
  return home;
}

describe("a scene that lamps keep", () => {
  test("is active once it is recalled, and says nothing of the lights", () => {
    const home = recalled();
    expect(home.active).toEqual(["1"]);
    expect(home.light("1")).toMatchObject({ on: false, colour: { mode: "white", kelvin: 2700 } });
  });

  test.each<readonly [what: string, state: Partial<LightState>]>([
    ["comes on", { on: true }],
    ["takes a colour", { colour: { mode: "xy", point: { x: 0.3, y: 0.6 } } }],
    ["is dimmed", { brightnessPercent: 3 }],
  ])("is not over because a lamp %s: that may be the scene itself", (_what, state) => {
    const home = recalled();
    home.set("1", state);
    expect(home.active).toEqual(["1"]);
  });

  test("is over when whoever can tell says so, and only then", () => {
    const home = recalled();
    home.scene("2", { ...KEPT, roomId: study.id });
    home.activate("2");
    home.make(over("1"));
    expect(home.active).toEqual(["2"]);
    home.make(over("1"));
    expect(home.active).toEqual(["2"]);
  });

  test("is one of its room's scenes, of which one is active at the most", () => {
    const home = recalled();
    home.scene("2", KEPT);
    home.scene("3", { colours: [0xff0000] });
    home.activate("2");
    expect(home.active).toEqual(["2"]);
    home.activate("3");
    expect(home.active).toEqual(["3"]);
    home.activate("1");
    expect(home.active).toEqual(["1"]);
  });

  test("is over when a scene of the whole house is recalled, which its lamps are part of, and the other way round", () => {
    const home = recalled();
    home.scene("2", { roomId: WHOLE_HOUSE, colours: [0xff0000] });
    home.activate("2");
    expect(home.active).toEqual(["2"]);
    const other = new LitHome();
    other.lamp("1");
    other.scene("1", { ...KEPT, roomId: WHOLE_HOUSE });
    other.scene("2", { colours: [0xff0000] });
    other.activate("1");
    other.activate("2");
    expect(other.active).toEqual(["2"]);
  });

  test("is not over because of a scene that none of its lamps is part of", () => {
    const home = recalled();
    home.scene("2", { roomId: study.id, colours: [0xff0000] });
    home.activate("2");
    expect(home.active).toEqual(["1", "2"]);
  });
});
