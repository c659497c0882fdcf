import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyContents } from "../../../test/support/home/any-change.ts";
import { aDevice, aKey, aLight, aScene } from "../../../test/support/home/builders.ts";
import { FOUNDED, WHOLE_HOUSE } from "../../../test/support/home/founded-home.ts";
import { idAt } from "../../../test/support/home/lit-home.ts";
import { PlainHome } from "../../../test/support/home/plain-home.ts";
import { VERSION } from "../../../test/support/store/saved-home.ts";
import { contentsOf } from "../../core/home/home.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import { exportedText, looksExported, readExported } from "./exported-home.ts";

/** A home with one of everything, its picture included. */
const HOME: HomeContents = {
  ...FOUNDED,
  devices: [...FOUNDED.devices, aDevice()],
  lights: [aLight()],
  scenes: [
    aScene({ roomId: WHOLE_HOUSE, picture: { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(0, 255) } }),
  ],
};
const TEXT = exportedText(HOME, VERSION);

const problemsIn = (text: string): readonly string[] => {
  const read = readExported(text);
  return "problems" in read ? read.problems : [];
};

/** The text with another value in it. */
function withValue(change: (home: Record<string, Record<string, unknown>[]>) => void): string {
  const home = JSON.parse(TEXT);
  change(home);
  return JSON.stringify(home);
}

describe("an exported home", () => {
  test("is read as the home that was written, whatever that is, and written again to the byte", () => {
    fc.assert(
      fc.property(anyContents, (contents) => {
        const text = exportedText(contents, VERSION);
        const read = readExported(text);
        if ("problems" in read) return expect(read.problems).toEqual([]);
        expect(exportedText(read, VERSION)).toBe(text);
      }),
      { numRuns: times(200) },
    );
  });

  test("is the same in its order and its pictures", () => {
    const demo = contentsOf(PlainHome.demo().home);
    const text = exportedText(demo, VERSION);
    const read = readExported(text);
    if ("problems" in read) expect.fail(read.problems.join("\n"));
    for (const kind of ["devices", "lights", "syncBoxes", "rooms", "scenes"] as const) {
      expect(read[kind].map(({ id }) => id)).toEqual(demo[kind].map(({ id }) => id));
    }
    const bytesOf = ({ scenes }: HomeContents) => scenes.map(({ picture }) => picture && Buffer.from(picture.bytes));
    expect(bytesOf(read)).toEqual(bytesOf(demo));
    expect(bytesOf(read).some((bytes) => bytes !== null)).toBe(true);
  });

  test("holds no key, and brings none along even when somebody wrote one into it", () => {
    const key = aKey({ hash: "5eed".repeat(16), name: "acme#secret" });
    const text = exportedText({ ...HOME, keys: [key] }, VERSION);
    expect(text).toBe(TEXT);
    expect(text).not.toContain("keys");
    const smuggled = withValue((home) => Object.assign(home, { keys: [key] }));
    expect(readExported(smuggled)).toMatchObject({ keys: [] });
  });

  test("has a line for each resource, and a picture that two scenes show is there once", () => {
    const [scene = aScene()] = HOME.scenes;
    const twice = exportedText({ ...HOME, scenes: [scene, { ...scene, id: idAt("8") }] }, VERSION);
    expect(twice.split("\n").length).toBe(TEXT.split("\n").length + 1);
    expect(twice.split("base64")).toHaveLength(2);
  });

  test("says which Luxgate wrote it, and is told from a home file by its beginning", () => {
    expect(JSON.parse(TEXT).luxgate).toBe(VERSION);
    expect(looksExported(TEXT)).toBe(true);
    expect(looksExported('\n{ "format": "luxgate-home-9" }')).toBe(true);
    expect(looksExported("rooms:\n  - name: Lounge")).toBe(false);
    expect(looksExported('{"rooms": []}')).toBe(false);
  });
});

describe("a problem in an exported home is named:", () => {
  test.each([
    ["another format", TEXT.replace("luxgate-home-1", "luxgate-home-2")],
    ["no list of lights", withValue((home) => Reflect.deleteProperty(home, "lights"))],
    ["something that is not a list", TEXT.replace('"syncBoxes": [', '"syncBoxes": 1, "x": [')],
    ["null", "null"],
  ])("%s", (_, text) => {
    expect(problemsIn(text)).toEqual(['expected a home written by "luxgate export" in the format luxgate-home-1']);
  });

  test.each<[string, string, RegExp]>([
    ["no JSON", "rooms: []", /^1:1: the file is incomplete: /],
    ["nothing", "", /^1:1: the file is incomplete: /],
    ["the end is missing", TEXT.slice(0, -5), /^1:1: the file is incomplete: /],
    ["an id that is none", withValue(({ lights }) => Object.assign(lights?.[0] ?? {}, { id: "x" })), /^lights x: id/],
    [
      "a text for a number",
      withValue(({ lights }) => Object.assign(lights?.[0] ?? {}, { brightnessPercent: "1" })),
      /brightnessPercent/,
    ],
    ["a number that is none", TEXT.replace('"brightnessPercent":50', '"brightnessPercent":1e999'), /brightnessPercent/],
    [
      "an unknown colour",
      withValue(({ lights }) => Object.assign(lights?.[0] ?? {}, { colour: { mode: "pink" } })),
      /colour/,
    ],
    [
      "a colour beyond all",
      withValue(({ scenes }) => Object.assign(scenes?.[0] ?? {}, { colours: [-1] })),
      /colours\/0/,
    ],
    ["a category that no product has", TEXT.replace('"categoryId":20501', '"categoryId":1'), /categoryId/],
    [
      "a picture that is not base64",
      withValue(({ pictures }) => Object.assign(pictures?.[0] ?? {}, { base64: "%" })),
      /base64/,
    ],
    [
      "a picture that is missing",
      withValue((home) => Object.assign(home, { pictures: [] })),
      /picture of the scene A scene is missing/,
    ],
    [
      "an identity that is none",
      withValue((home) => Object.assign(home, { identity: { mac: "1" } })),
      /^identity identity/,
    ],
    [
      "a room that is not there",
      withValue(({ scenes }) => Object.assign(scenes?.[0] ?? {}, { roomId: idAt("7") })),
      /room that does not exist/,
    ],
    [
      "a device without its light",
      withValue((home) => Object.assign(home, { lights: [] })),
      /does not exist or belongs to another device/,
    ],
    ["the same light twice", withValue(({ lights }) => lights?.push(...lights)), /duplicate id .* in lights/],
  ])("%s", (_, text, problem) => {
    expect(problemsIn(text)).toContainEqual(expect.stringMatching(problem));
  });

  test("and every one of several", () => {
    const text = withValue(({ lights, scenes }) => {
      Object.assign(lights?.[0] ?? {}, { on: 1 });
      Object.assign(scenes?.[0] ?? {}, { active: 2 });
    });
    expect(problemsIn(text)).toEqual([
      expect.stringMatching(/^lights .*on/),
      expect.stringMatching(/^scenes .*active/),
    ]);
  });

  test("that goes deeper than any home is told where, before anything descends into it", () => {
    const deep = TEXT.replace('"luxgate":', `"x": ${"[".repeat(100_000)},\n  "luxgate":`);
    expect(problemsIn(deep)).toEqual(["3:71: nested deeper than 64 levels; expected fewer"]);
    const closed = TEXT.replace('"luxgate":', `"x": ${"[".repeat(20_000)}${"]".repeat(20_000)},\n  "luxgate":`);
    expect(problemsIn(closed)).toEqual(["3:71: nested deeper than 64 levels; expected fewer"]);
  });

  test("of many problems has a hundred told, and that there are more", () => {
    const [light] = HOME.lights;
    const withLights = (some: object) =>
      JSON.stringify({ ...JSON.parse(TEXT), lights: Array.from({ length: 3_000 }, () => some) });
    const broken = withLights({ ...light, brightnessPercent: "bright" });
    const contradictory = withLights({ ...light });
    for (const text of [broken, contradictory]) {
      expect(problemsIn(text)).toHaveLength(101);
      expect(problemsIn(text).at(-1)).toBe("and more problems: only the first 100 are shown");
    }
  });

  test("with anything put in, taken out or cut off is a home or has problems, and never throws", () => {
    const place = fc.nat({ max: TEXT.length });
    const junk = fc.oneof(
      fc.string({ unit: "binary", maxLength: 5 }),
      fc.constantFrom("[", "{", '"', "null", "[]", "1e999", "[".repeat(99)),
    );
    fc.assert(
      fc.property(place, place, junk, (from, to, put) => {
        const read = readExported(TEXT.slice(0, Math.min(from, to)) + put + TEXT.slice(Math.max(from, to)));
        if ("problems" in read) expect(read.problems).not.toEqual([]);
      }),
      { numRuns: times(300) },
    );
  });
});
