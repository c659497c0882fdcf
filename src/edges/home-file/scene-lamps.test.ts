import { describe, expect, test } from "vitest";
import { IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import { replayChanges } from "../../core/home/changes/replay-changes.ts";
import { homeIn } from "./load.ts";

const withLamps = (...lamps: readonly string[]) => `rooms:
  - name: Hall
    devices:
      - {name: Bulb, product: colour bulb, colour: "#ff0000"}
      - {name: Bar, product: bar lamp}
      - {name: Plug, product: switched lamp}
    scenes:
      - name: Night
        lamps:
${lamps.map((lamp) => `          - ${lamp}\n`).join("")}`;

/** The scene of a file with these lamps, or what is wrong with the file. */
function sceneOf(text: string) {
  const loaded = homeIn(text, "home.yaml", "1");
  if ("problems" in loaded) return loaded.problems;
  const { lights, scenes } = replayChanges(loaded.changes, IDENTITY);
  const names = new Map(lights.map(({ id, name }) => [id, name]));
  const [scene] = scenes;
  return {
    colours: scene?.colours,
    lamps: scene?.lamps?.map(({ lightId, ...lamp }) => ({ name: names.get(lightId), ...lamp })),
  };
}

describe("the lamps of a scene in a home file", () => {
  test("are on unless they are off, and otherwise as they are described where nothing is said", () => {
    const text = withLamps("{name: bulb, brightness: 30%}", "{name: Plug, on: false}");
    expect(sceneOf(text)).toMatchObject({
      lamps: [
        { name: "Bulb", on: true, brightnessPercent: 30, colour: { mode: "xy" } },
        { name: "Plug", on: false },
      ],
      colours: [0xff0000, 0xff0000, 0xff0000, 0xff0000, 0xff0000],
    });
  });

  test("have colours of their own, in segments too", () => {
    const text = withLamps("{name: Bulb, colour: 2700K}", '{name: Bar, segments: ["#ff0000", "#0000ff"]}');
    expect(sceneOf(text)).toMatchObject({
      lamps: [{ colour: { mode: "white", kelvin: 2700 } }, { colour: { mode: "segments", points: [{}, {}] } }],
    });
  });

  test.each<readonly [what: string, text: string, problem: RegExp]>([
    [
      "an unknown name",
      withLamps("{name: Bulp}"),
      /:10:20: name: expected the name of a lamp in this room; did you mean "Bulb"\?$/,
    ],
    ["a lamp twice", withLamps("{name: Bulb}", "{name: bulb}"), /:11:20: name: this lamp is in the scene already$/],
    [
      "what a lamp cannot do",
      withLamps("{name: Plug, brightness: 30%}"),
      /brightness: not supported by the product "switched lamp"/,
    ],
    ["neither colours nor lamps", "rooms:\n  - name: A\n    scenes:\n      - name: B\n", /expected colours or lamps$/],
  ])("are refused with %s", (_what, text, problem) => {
    expect(sceneOf(text)).toEqual([expect.stringMatching(problem)]);
  });
});
