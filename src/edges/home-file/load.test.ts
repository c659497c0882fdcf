import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyGateway } from "../../../test/support/home/empty-gateway.ts";
import type { Change } from "../../core/home/changes/change.ts";
import { type LoadedHome, loadHome } from "./load.ts";
import { colourFrom } from "./words.ts";

const folder = mkdtempSync(join(tmpdir(), "luxgate-home-"));
afterAll(() => rmSync(folder, { recursive: true }));

const HOME = join(folder, "home.yaml");
const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function load(text: string): LoadedHome {
  writeFileSync(HOME, text);
  return loadHome(HOME, "1.2.3");
}

const problemsIn = (text: string): readonly string[] => {
  const loaded = load(text);
  return "problems" in loaded ? loaded.problems : [];
};

const changesOf = (loaded: LoadedHome): readonly Change[] => {
  if ("problems" in loaded) throw new Error(loaded.problems.join("\n"));
  return loaded.changes;
};

function made(changes: readonly Change[]) {
  const gateway = emptyGateway();
  expect(changes.map((change) => gateway.submit(change))).toEqual(changes.map(() => "done"));
  return gateway.home;
}

test("a file that is not there is the one problem", () => {
  const path = join(folder, "nowhere.yaml");
  expect(loadHome(path, "1.2.3")).toEqual({ problems: [`${path}: there is no file at this path`] });
});

test("a problem begins with the file, the line and the column, so that an editor can go there", () => {
  expect(problemsIn("rooms:\n  - name: Hall\n    type: 7\n  - name: hall\n")).toEqual([
    `${HOME}:3:11: type: expected a room type such as kitchen`,
    `${HOME}:4:11: name: another room already has this name`,
  ]);
});

const withPicture = (path: string) =>
  `rooms:\n  - name: Hall\n    scenes:\n      - name: Dawn\n        colours: [2700K]\n        picture: ${path}\n`;

test.each<readonly [what: string, bytes: Buffer | undefined, problem: string]>([
  ["that is not there", undefined, "there is no file at this path"],
  ["that is none", Buffer.from("just a text"), "expected a PNG, JPEG, WebP or GIF picture"],
  ["that is empty", Buffer.alloc(0), "expected a PNG, JPEG, WebP or GIF picture"],
  ["that is too large", Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]), "it is larger than the limit of 2 MiB"],
])("a picture %s is a problem", (_what, bytes, problem) => {
  const name = `picture-${problem.length}`;
  if (bytes) writeFileSync(join(folder, name), bytes);
  expect(problemsIn(withPicture(name))).toEqual([`${HOME}:6:18: picture: ${problem}`]);
});

test("a folder is no picture", () => {
  expect(problemsIn(withPicture("."))).toEqual([`${HOME}:6:18: picture: this is a folder; expected a file`]);
});

test.each<readonly [mediaType: string, bytes: Buffer]>([
  ["image/png", PNG],
  ["image/jpeg", Buffer.from("\xff\xd8\xff\xe0", "latin1")],
  ["image/gif", Buffer.from("GIF89a")],
  ["image/webp", Buffer.from("RIFF\n\0\0\0WEBPVP8 ")],
])("a picture of the kind %s is known by how it begins", (mediaType, bytes) => {
  writeFileSync(join(folder, "picture"), bytes);
  const [scene] = made(changesOf(load(withPicture("picture")))).scenes.all();
  expect(scene?.picture).toMatchObject({ mediaType, bytes });
});

test("a missing picture is told beside the other problems", () => {
  const problems = problemsIn(`${withPicture("nowhere.png")}        active: 7\n`);
  expect(problems).toEqual([
    `${HOME}:6:18: picture: there is no file at this path`,
    `${HOME}:7:17: active: expected true or false`,
  ]);
});

test("the demo home loads and can be made", () => {
  const home = made(changesOf(loadHome("homes/demo.yaml", "1.2.3")));
  expect(home.devices.all()).toHaveLength(14);
  expect(home.rooms.all().map(({ name }) => name)).toEqual([
    ...["Whole house", "Living room", "Kitchen", "Bedroom"],
    "Unassigned",
  ]);
  expect(home.scenes.all().filter(({ active }) => active)).toHaveLength(2);
});

test("an empty mapping is a home of the gateway and the two rooms that every home has", () => {
  const home = made(changesOf(load("{}")));
  expect(home.devices.all()).toMatchObject([
    { name: "Luxgate", product: { categoryId: 10101, softwareVersion: "1.2.3" } },
  ]);
  expect(home.rooms.all().map(({ kind }) => kind)).toEqual(["wholeHouse", "unassigned"]);
});

test("a scene has five colours, however few the file gives", () => {
  const text = 'rooms:\n  - name: Hall\n    scenes:\n      - {name: Dawn, colours: ["#ff0000", "#00ff00"]}\n';
  const [scene] = made(changesOf(load(text))).scenes.all();
  expect(scene?.colours).toEqual([0xff0000, 0x00ff00, 0xff0000, 0x00ff00, 0xff0000]);
});

test("colours may be given by their names", () => {
  const text = `rooms:
  - name: Hall
    devices:
      - { name: Red, product: spot, colour: red, power_on: { colour: warm white } }
      - { name: Warm, product: white bulb, colour: warm white }
      - { name: Bar, product: bar lamp, segments: [red, blue] }
    scenes:
      - { name: Party, colours: [red, fuchsia] }
`;
  const home = made(changesOf(load(text)));
  const [red, warm, bar] = home.lights.all();
  expect(red).toMatchObject({ colour: colourFrom("#ff0000"), powerOn: { colour: { customKelvin: 2700 } } });
  expect(warm).toMatchObject({ colour: { mode: "white", kelvin: 2700 } });
  expect(bar?.colour).toMatchObject({ mode: "segments", points: [red?.colour, colourFrom("#0000ff")].map(pointIn) });
  expect(home.scenes.all()[0]?.colours.slice(0, 2)).toEqual([0xff0000, 0xff00ff]);
});

const pointIn = (colour: unknown) => (colour as { readonly point: unknown }).point;

const device = (name: string, more = "") => `  - {name: ${name}, product: spot${more}}\n`;
const scene = (name: string) => `    scenes:\n      - {name: ${name}, colours: [2700K]}\n`;

interface Names {
  readonly devices?: readonly string[];
  readonly rooms?: readonly string[];
  readonly scenes?: readonly string[];
}

test.each<readonly [what: string, text: string, names: Names]>([
  ["a device of the name gateway", `devices:\n${device("gateway")}`, { devices: ["gateway"] }],
  ["a device of the serial number gateway", `devices:\n${device("A", ", serial: gateway")}`, { devices: ["A"] }],
  [
    "a serial number that is another's name",
    `devices:\n${device("X1")}${device("B", ", serial: X1")}`,
    { devices: ["X1", "B"] },
  ],
  ["a room of the name Whole house", "rooms:\n  - name: Whole house\n", { rooms: ["Whole house"] }],
  ["a room of the name Unassigned", "rooms:\n  - name: Unassigned\n", { rooms: ["Unassigned"] }],
  [
    "rooms and scenes whose names join up alike",
    `rooms:\n  - name: A/B\n${scene("C")}  - name: A\n${scene("B/C")}`,
    { rooms: ["A/B", "A"], scenes: ["C", "B/C"] },
  ],
])("a file with %s loads into a home that has all of it", (_what, text, { devices = [], rooms = [], scenes = [] }) => {
  const home = made(changesOf(load(text)));
  expect(home.devices.all().map(({ name }) => name)).toEqual(["Luxgate", ...devices]);
  const normalRooms = home.rooms.all().filter(({ kind }) => kind === "normal");
  expect(normalRooms.map(({ name }) => name)).toEqual(rooms);
  expect(home.scenes.all().map(({ name }) => name)).toEqual(scenes);
});

test("a file that is no text is told as such, and a mark of UTF-8 at its beginning moves nothing", () => {
  const path = join(folder, "bytes.yaml");
  writeFileSync(path, Buffer.from("rooms:\n  - name: K\xfcche\n", "latin1"));
  expect(loadHome(path, "1.2.3")).toEqual({ problems: [`${path}: expected text in UTF-8`] });
  writeFileSync(path, "\ufefflights: []\n");
  expect(loadHome(path, "1.2.3")).toMatchObject({ problems: [expect.stringContaining(":1:1: unknown key")] });
  expect(loadHome(folder, "1.2.3")).toEqual({ problems: [`${folder}: this is a folder; expected a file`] });
});

test("two lamps may have one name in two rooms, and are two lamps", () => {
  const room = (name: string) => `  - name: ${name}\n    devices:\n      - {name: Ceiling, product: spot}\n`;
  const home = made(changesOf(load(`rooms:\n${room("Kitchen")}${room("Hall")}`)));
  expect(new Set(home.lights.all().map(({ id }) => id)).size).toBe(2);
});
