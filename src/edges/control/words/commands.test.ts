import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { withinAbility } from "../../../core/home/model/ability.ts";
import { CATALOGUE } from "../../../core/home/model/catalogue.ts";
import type { LightState } from "../../../core/home/model/light.ts";
import type { SyncBoxState } from "../../../core/home/model/sync-box.ts";
import { colourFrom } from "../../home-file/words.ts";
import { type Lamp, parseLightCommand } from "./light-command.ts";
import { quoted } from "./quoted.ts";
import { parseSyncBoxCommand } from "./sync-box-command.ts";

const demo = PlainHome.demo();

function lamp(name: string): Lamp {
  const { categoryId } = demo.device(name).product;
  const sheet = CATALOGUE.find((product) => product.categoryId === categoryId);
  return { ...demo.light(name), segments: sheet?.segments ?? 0 };
}

const RED = { mode: "xy", point: { x: expect.closeTo(0.64, 2), y: expect.closeTo(0.33, 2) } };
const ORANGE = { mode: "xy", point: { x: expect.closeTo(0.56, 1), y: expect.closeTo(0.4, 1) } };

describe("words for a lamp", () => {
  test.each([
    ["Porch", ["off"], { on: false }],
    ["Porch", ["TOGGLE"], { on: false }],
    ["Worktop", ["toggle"], { on: true }],
    ["Ceiling", ["2700K"], { colour: { mode: "white", kelvin: 2700 } }],
    ["Ceiling", ["2700"], { colour: { mode: "white", kelvin: 2700 } }],
    ["Ceiling", ["2700k", "40"], { colour: { mode: "white", kelvin: 2700 }, brightnessPercent: 40 }],
    ["Ceiling", ["40", "%"], { brightnessPercent: 40 }],
    ["Ceiling", ["on", "brightness=100", "%"], { on: true, brightnessPercent: 100 }],
    ["Ceiling", ["2700", "K", "40", "%"], { colour: { mode: "white", kelvin: 2700 }, brightnessPercent: 40 }],
    ["Ceiling", ["2700\u00a0K", "40\u202f%"], { colour: { mode: "white", kelvin: 2700 }, brightnessPercent: 40 }],
    ["TV bar", ["on", "40%", "#ff8800"], { on: true, brightnessPercent: 40, colour: ORANGE }],
    ["TV bar", ["FF8800"], { colour: ORANGE }],
    ["Reading lamp", ["colour=red"], { colour: RED }],
    ["Reading lamp", ["COLOR=Red", "on"], { on: true, colour: RED }],
    ["Reading lamp", ["red", "brightness=40%"], { colour: RED, brightnessPercent: 40 }],
    ["Reading lamp", ["orange"], { colour: { mode: "xy", point: expect.anything() } }],
    ["Ceiling", ["warm", "white"], { colour: { mode: "white", kelvin: 2700 } }],
    ["Ceiling", ["warm white"], { colour: { mode: "white", kelvin: 2700 } }],
    ["Ceiling", ["colour=cool", "white", "40%"], { colour: { mode: "white", kelvin: 5000 }, brightnessPercent: 40 }],
    ["Ceiling", ["Daylight"], { colour: { mode: "white", kelvin: 6500 } }],
    ["Ceiling", ["white"], { colour: { mode: "white", kelvin: 4000 } }],
    ["Wardrobe", ["white"], { colour: { mode: "xy", point: expect.anything() } }],
    [
      "TV bar",
      ["red", "warm", "white", "blue"],
      { colour: { mode: "segments", points: [RED.point, expect.anything(), expect.anything()] } },
    ],
    ["TV bar", ["#ff8800", "2700K"], { colour: { mode: "segments", points: [expect.anything(), expect.anything()] } }],
  ])("%s %j", (name, words, desired) => {
    expect(parseLightCommand(words, lamp(name))).toEqual({ desired });
  });

  test.each([
    ["Porch", ["40%"], ['"40%": "Porch" cannot be dimmed.', '"Porch" accepts on, off or toggle.']],
    [
      "Ceiling",
      ["#ff8800"],
      ['"#ff8800": "Ceiling" does not support colours.', expect.stringContaining("2000K to 6500K")],
    ],
    [
      "Wardrobe",
      ["2700K"],
      ['"2700K": "Wardrobe" does not support colour temperatures.', expect.stringContaining('"#ff8800"')],
    ],
    ["Ceiling", ["900K"], ['"900K": expected a colour temperature from 2000K to 6500K.', expect.anything()]],
    ["Ceiling", ["9000"], ['"9000": expected a colour temperature from 2000K to 6500K.', expect.anything()]],
    ["Ceiling", ["140"], ['"140": expected a brightness from 1% to 100%.', expect.anything()]],
    ["Porch", ["2700"], ['"2700": "Porch" does not support colour temperatures.', expect.anything()]],
    ["Ceiling", ["0%"], ['"0%": expected a brightness from 1% to 100%, or "off".', expect.anything()]],
    ["Ceiling", ["red"], ['"red": "Ceiling" does not support colours.', expect.anything()]],
    ["Porch", ["red"], ['"red": "Porch" does not support colours.', expect.anything()]],
    [
      "Wardrobe",
      ["warm", "white"],
      ['"warm white": "Wardrobe" does not support colour temperatures.', expect.anything()],
    ],
    ["TV bar", ["rde"], ['Unknown word "rde" for "TV bar"; did you mean "red"?', expect.anything()]],
    ["Ceiling", ["warn"], ['Unknown word "warn" for "Ceiling"; did you mean "warm"?', expect.anything()]],
    [
      "TV bar",
      ["colour=oragne"],
      [
        '"oragne": expected a colour such as red, "#ff8800" (in quotes) or 2700K (2000K to 6500K); did you mean "orange"?',
        expect.anything(),
      ],
    ],
    ["TV bar", ["colour="], [expect.stringMatching(/^"": expected a colour such as red/), expect.anything()]],
    ["TV bar", ["black"], ['"black": lamps cannot show black. Use "off".', expect.anything()]],
    ["TV bar", ["Grey"], ['"Grey": lamps cannot show grey. Use "white" and a brightness.', expect.anything()]],
    ["Ceiling", ["on", "off"], ['"off" conflicts with "on": use only one of them.', expect.anything()]],
    ["Ceiling", ["offf"], ['Unknown word "offf" for "Ceiling"; did you mean "off"?', expect.anything()]],
    ["Ceiling", [], ['Nothing to set. Put a colour such as "#ff8800" in quotes.', expect.anything()]],
    [
      "Reading lamp",
      ["#ff0000", "#00ff00"],
      ['"Reading lamp" shows one colour at a time, but you gave 2.', expect.anything()],
    ],
    [
      "TV bar",
      Array(6).fill("#ff0000"),
      ['"TV bar" shows at most 5 colours at a time, but you gave 6.', expect.anything()],
    ],
  ])("%s %j is refused", (name, words, refused) => {
    expect(parseLightCommand(words, lamp(name))).toEqual({ refused });
  });

  test("every problem is named at once, and nothing is done in part", () => {
    expect(parseLightCommand(["onn", "140%", "900K", "off"], lamp("TV bar"))).toEqual({
      refused: [
        'Unknown word "onn" for "TV bar"; did you mean "on"?',
        '"140%": expected a brightness from 1% to 100%.',
        '"900K": expected a colour temperature from 2000K to 6500K.',
        '"TV bar" accepts on, off or toggle; 1% to 100%; 2000K to 6500K, or warm, neutral, cool or daylight; a colour such as red or "#ff8800"; up to 5 colours.',
      ],
    });
  });
});

describe("words for a sync box", () => {
  const box = demo.syncBox("Sync box");
  const kitchen = demo.home.rooms.all().find(({ name }) => name === "Kitchen")?.id;
  test.each([
    [["off"], { on: false }],
    [["toggle"], { on: false }],
    [
      ["on", "HDMI2", "game", "highest", "80%"],
      { on: true, source: "hdmi2", mode: "game", intensity: "highest", brightnessPercent: 80 },
    ],
    [["config", "2", "lights-off"], { selectedConfiguration: 2, stopAction: "lightsOff" }],
    [["area", "kitchen", "keep"], { areaId: kitchen, stopAction: "keep" }],
    [["area", "none"], { areaId: null }],
  ])("%j", (words, desired) => {
    expect(parseSyncBoxCommand(words, box, demo.home)).toEqual({ desired });
  });

  test.each([
    [["hdm1"], 'Unknown word "hdm1" for "Sync box"; did you mean "hdmi1"?'],
    [["config", "5"], 'config "5": expected a number from 1 to 4.'],
    [["config"], 'config "": expected a number from 1 to 4.'],
    [["area", "Kichen"], 'No room is called "Kichen"; did you mean "Kitchen"?'],
    [["area"], "area: expected the name of a room after it, or none."],
    [["video", "music"], '"music" conflicts with "video": use only one of them.'],
    [["2700K"], 'Unknown word "2700k" for "Sync box".'],
  ])("%j is refused: %s", (words, sentence) => {
    const outcome = parseSyncBoxCommand(words, box, demo.home);
    expect("refused" in outcome && outcome.refused[0]).toBe(sentence);
  });
});

const anyWord = fc.oneof(
  anyText,
  fc.constantFrom("red", "warm", "white", "colour=blue", "colour=", "daylight", "brightness=10"),
  fc.constantFrom("on", "off", "toggle", "40%", "100", "0%", "2700K", "9000K", "#ff8800", "00ff00", "#fff"),
  fc.constantFrom("hdmi1", "game", "low", "keep", "config", "area", "2", "Kitchen", "none", "constructor", "__proto__"),
);

/** A word, and the part of the desired state that it names. */
type Meant<State> = readonly [word: string, desired: Partial<State>];

/** At most one word about each subject, in any order. */
const inAnyOrder = <State>(subjects: readonly fc.Arbitrary<Meant<State>>[]): fc.Arbitrary<readonly Meant<State>[]> =>
  fc
    .tuple(...subjects.map((subject) => fc.option(subject, { nil: undefined })))
    .map((meant) => meant.filter((each) => each !== undefined))
    .filter(({ length }) => length > 0)
    .chain((meant) => fc.shuffledSubarray(meant, { minLength: meant.length }));

const switched = (isOn: boolean) =>
  fc.constantFrom<Meant<LightState & SyncBoxState>>(
    ["on", { on: true }],
    ["OFF", { on: false }],
    ["toggle", { on: !isOn }],
  );

const dimmed = fc
  .tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom("", "%", " %"), fc.constantFrom("", "brightness="))
  .map(
    ([percent, sign, before]): Meant<LightState & SyncBoxState> => [
      `${before}${percent}${sign}`,
      { brightnessPercent: percent },
    ],
  );

const white = fc
  .tuple(fc.integer({ min: 2000, max: 6500 }), fc.constantFrom("K", "k"))
  .map(([kelvin, unit]): Meant<LightState> => [`${kelvin}${unit}`, { colour: { mode: "white", kelvin } }]);

const coloured = fc
  .tuple(fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 6, maxLength: 6 }), fc.boolean())
  .map(
    ([digits, hasKey]): Meant<LightState> => [
      `${hasKey ? "colour=" : ""}#${digits}`,
      { colour: colourFrom(`#${digits}`) },
    ],
  );

const meantForLamp = ({ on, abilities }: Lamp) => {
  const colours = [
    ...(abilities.includes("colourTemperature") ? [white] : []),
    ...(abilities.includes("colour") ? [coloured] : []),
  ];
  return inAnyOrder<LightState>([
    switched(on),
    ...(abilities.includes("brightness") ? [dimmed] : []),
    ...(colours.length > 0 ? [fc.oneof(...colours)] : []),
  ]);
};

const meantForBox = inAnyOrder<SyncBoxState>([
  switched(demo.syncBox("Sync box").on),
  dimmed,
  fc.constantFrom<Meant<SyncBoxState>>(["hdmi1", { source: "hdmi1" }], ["HDMI2", { source: "hdmi2" }]),
  fc.constantFrom("video" as const, "music" as const, "game" as const).map((mode) => [mode, { mode }]),
  fc
    .constantFrom("low" as const, "medium" as const, "high" as const, "highest" as const)
    .map((intensity) => [intensity, { intensity }]),
  fc.constantFrom<Meant<SyncBoxState>>(["keep", { stopAction: "keep" }], ["lights-off", { stopAction: "lightsOff" }]),
  fc
    .constantFrom(1 as const, 2 as const, 3 as const, 4 as const)
    .map((number) => [`config ${number}`, { selectedConfiguration: number }]),
  fc.constant<Meant<SyncBoxState>>(["area none", { areaId: null }]),
]);

const wordsOf = (meant: readonly Meant<object>[]): readonly string[] => meant.map(([word]) => word);

const desiredOf = (meant: readonly Meant<object>[]): object =>
  Object.assign({}, ...meant.map(([, desired]) => desired));

const anyLamp = fc.constantFrom(...demo.home.lights.all().map(({ name }) => lamp(name)));
const wrongWord = fc.constantFrom("onn", "0%", "101", "900K", "9000K", "colour=", "black", "constructor", "__proto__");

describe("any right words for a lamp, in any order,", () => {
  const anyCommand = anyLamp.chain((one) => fc.tuple(fc.constant(one), meantForLamp(one)));

  test("are understood as exactly what they name", () => {
    fc.assert(
      fc.property(anyCommand, ([one, meant]) => {
        expect(parseLightCommand(wordsOf(meant), one)).toEqual({ desired: desiredOf(meant) });
      }),
    );
  });

  test("are refused wholly for one wrong word among them, which is named", () => {
    fc.assert(
      fc.property(anyCommand, wrongWord, fc.nat(), ([one, meant], wrong, at) => {
        const words = [...wordsOf(meant)];
        words.splice(at % (words.length + 1), 0, wrong);
        const named = quoted(wrong === "colour=" ? "" : wrong);
        expect(parseLightCommand(words, one)).toEqual({ refused: [expect.stringContaining(named), expect.anything()] });
      }),
    );
  });

  test("are refused when one is written twice", () => {
    fc.assert(
      fc.property(anyCommand, ([{ segments, ...one }, meant]) => {
        const [first = ""] = wordsOf(meant);
        const outcome = parseLightCommand([...wordsOf(meant), first], { ...one, segments: 1 });
        expect(outcome).toEqual({
          refused: [expect.stringMatching(/ conflicts with |one colour/), expect.anything()],
        });
      }),
    );
  });
});

describe("any right words for a sync box, in any order,", () => {
  const box = demo.syncBox("Sync box");
  const separate = (words: readonly string[]) =>
    words.flatMap((word) => (/^(config|area) /.test(word) ? word.split(" ") : [word]));

  test("are understood as exactly what they name", () => {
    fc.assert(
      fc.property(meantForBox, (meant) => {
        expect(parseSyncBoxCommand(separate(wordsOf(meant)), box, demo.home)).toEqual({ desired: desiredOf(meant) });
      }),
    );
  });

  test("are refused wholly for one wrong word behind them, which is named", () => {
    fc.assert(
      fc.property(meantForBox, fc.constantFrom("onn", "0%", "2700K", "red", "constructor"), (meant, wrong) => {
        const outcome = parseSyncBoxCommand([...separate(wordsOf(meant)), wrong], box, demo.home);
        const named = expect.stringContaining(quoted(wrong.toLowerCase()));
        expect(outcome).toEqual({ refused: [named, expect.anything()] });
      }),
    );
  });
});

test("whatever the words, a lamp is commanded only what it can do", () => {
  fc.assert(
    fc.property(fc.array(anyWord), anyLamp, (words, one) => {
      const parsed = parseLightCommand(words, one);
      if ("refused" in parsed) expect(parsed.refused.length).toBeGreaterThan(1);
      else expect(withinAbility(parsed.desired, { ...demo.light("Porch"), ...one })).toEqual(parsed.desired);
    }),
  );
});

test("whatever the words, a sync box gets a command that is not empty, or a refusal that says why", () => {
  fc.assert(
    fc.property(fc.array(anyWord), (words) => {
      const parsed = parseSyncBoxCommand(words, demo.syncBox("Sync box"), demo.home);
      if ("refused" in parsed) expect(parsed.refused.length).toBeGreaterThan(1);
      else expect(Object.keys(parsed.desired).length).toBeGreaterThan(0);
    }),
  );
});

test("a share is the same however its sign is written, for lamps and for sync boxes", () => {
  const spelt = fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    space: fc.constantFrom("", " ", "  ", "\u00a0", "\u202f"),
    isApart: fc.boolean(),
  });
  const [box] = demo.home.syncBoxes.all();
  if (!box) throw new Error("the demo home has a sync box");
  fc.assert(
    fc.property(spelt, ({ percent, space, isApart }) => {
      const words = isApart ? [`${percent}`, "%"] : [`${percent}${space}%`];
      const same = { desired: { brightnessPercent: percent } };
      expect(parseLightCommand(words, lamp("Ceiling"))).toEqual(same);
      expect(parseSyncBoxCommand(words, box, demo.home)).toEqual(same);
    }),
  );
});
