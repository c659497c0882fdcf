import { expect, test } from "vitest";
import { readHomeFile } from "./read.ts";

const PRODUCTS =
  "switched lamp, dimmable bulb, white bulb, ceiling lamp, rgb strip, colour bulb, spot, light strip, bar lamp, sync box, dial button";
const A_COLOUR =
  'a colour: "#ff8800" in quotes, a name such as red or warm white, 2700K (2000K to 6500K), {x: 0.45, y: 0.41} or {hue: 30, saturation: 100}';
const DEVICE_KEYS =
  "name, product, serial, admitted, online, update, on, brightness, colour, segments, power_on, source, mode, intensity, when_stopped, configuration, area";
const UPDATE = "update: expected a version newer than the installed 1.4.2";
const A_HOME = "the file: expected a home with rooms and devices";

/** What is wrong with a text, as a person reads it. */
function problemsIn(text: string): readonly string[] {
  const read = readHomeFile(text, () => []);
  return "problems" in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

test("five problems of different kinds are told at once, each where it stands", () => {
  const text = `rooms:
  - name: Kitchen
    colour: blue
    devices:
      - name: Table
        product: bar lmap
      - name: Lamp
        product: white bulb
        brightness: 140%
      - name: Ceiling
        product: dimmable bulb
        colour: 2700K
      - name: ceiling
        product: spot
`;
  expect(problemsIn(text)).toEqual([
    '3:5 unknown key "colour"; expected one of name, type, devices, scenes',
    `6:18 product: expected a product: ${PRODUCTS}; did you mean "bar lamp"?`,
    "9:21 brightness: expected a brightness from 1% to 100%, such as 40%",
    '12:9 colour: not supported by the product "dimmable bulb"; it supports on, brightness, power_on',
    "13:15 name: another device in this list already has this name",
  ]);
});

/** A home of one spot and what else is said of it. */
const spot = (...lines: readonly string[]) =>
  ["devices:", "  - name: A", "    product: spot", ...lines.map((line) => `    ${line}`), ""].join("\n");
const lamp = (product: string, line: string) => spot(line).replace("spot", product);

test.each<readonly [what: string, text: string, ...problems: readonly string[]]>([
  ["an unknown key", spot("sparkle: 1"), `4:5 unknown key "sparkle"; expected one of ${DEVICE_KEYS}`],
  ["an unknown key of the gateway", "gateway:\n  port: 80\n", '2:3 unknown key "port"; expected one of name'],
  ["an unknown key at the top", "lights: []\n", '1:1 unknown key "lights"; expected one of gateway, rooms, devices'],
  ["a key that every object has", spot("toString: 1"), `4:5 unknown key "toString"; expected one of ${DEVICE_KEYS}`],
  ["a prototype", spot("__proto__: {}"), `4:5 unknown key "__proto__"; expected one of ${DEVICE_KEYS}`],
  ["a missing name", "devices:\n  - product: spot\n", '2:5 "name" is missing; expected a name of 1 to 128 characters'],
  ["a missing product", "devices:\n  - name: A\n", `2:5 "product" is missing; expected a product: ${PRODUCTS}`],
  ["an empty name", 'rooms:\n  - name: ""\n', "2:11 name: expected a name of 1 to 128 characters"],
  ["a number for a name", "rooms:\n  - name: 12\n", "2:11 name: expected a name of 1 to 128 characters"],
  ["a colour without quotes, which is a comment", spot("colour: #ff8800"), `4:13 colour: expected ${A_COLOUR}`],
  [
    "a colour's name that is misspelt",
    spot("colour: oragne"),
    `4:13 colour: expected ${A_COLOUR}; did you mean "orange"?`,
  ],
  [
    "a colour's name on a lamp that has only white",
    lamp("white bulb", "colour: red"),
    '4:13 colour: expected a colour temperature such as 2700K (not a colour) for the product "white bulb"',
  ],
  ["a temperature too warm", spot("colour: 1999K"), `4:13 colour: expected ${A_COLOUR}`],
  ["a temperature too cool", spot("colour: 6501K"), `4:13 colour: expected ${A_COLOUR}`],
  ["a point off the chart", spot("colour: {x: 1.2, y: 0.3}"), `4:13 colour: expected ${A_COLOUR}`],
  ["half a colour", spot("colour: {hue: 30}"), `4:13 colour: expected ${A_COLOUR}`],
  ["a brightness of 0", spot("brightness: 0%"), "4:17 brightness: expected a brightness from 1% to 100%, such as 40%"],
  [
    "a power-on colour that the lamp cannot show",
    lamp("white bulb", 'power_on: {colour: "#ff0000"}'),
    '4:24 power_on: expected a colour temperature such as 2700K (not a colour) for the product "white bulb"',
  ],
  [
    "more segments than the lamp has",
    lamp("bar lamp", `segments: [${Array(6).fill("2700K").join(", ")}]`),
    '4:15 segments: the product "bar lamp" has only 5 segments; expected at most 5 colours',
  ],
  ["the gateway's own serial", spot("serial: lg-gateway"), "4:13 serial: the gateway already has this serial number"],
  [
    "a name that disturbs a terminal",
    'rooms:\n  - name: "a\\e[31m"\n',
    "2:11 name: expected at least one visible character",
  ],
  [
    "a name that turns the writing round",
    'rooms:\n  - name: "a\\u202eb"\n',
    "2:11 name: expected at least one visible character",
  ],
  ["a name of two lines", 'rooms:\n  - name: "a\\u2028b"\n', "2:11 name: expected at least one visible character"],
  ["a gateway's name of that kind", 'gateway:\n  name: "a\\0b"\n', "2:9 name: expected at least one visible character"],
  ["a name of blanks", 'rooms:\n  - name: "  "\n', "2:11 name: expected at least one visible character"],
  ["yes for true", spot("on: yes"), "4:9 on: expected true or false"],
  ["a version without quotes", spot("update: 1.5"), '4:13 update: expected a version in quotes, such as "2.1.0"'],
  ["a blank in a serial", spot("serial: a b"), "4:13 serial: expected a serial number of letters, digits and . _ : -"],
  [
    "segments on a lamp that has none",
    spot('segments: ["#ff0000"]'),
    '4:5 segments: not supported by the product "spot"; it supports on, brightness, colour, power_on',
  ],
  [
    "a colour on a lamp that has only white",
    lamp("white bulb", 'colour: "#ff0000"'),
    '4:13 colour: expected a colour temperature such as 2700K (not a colour) for the product "white bulb"',
  ],
  [
    "a temperature on a lamp that has only colour",
    lamp("rgb strip", "colour: 2700K"),
    '4:13 colour: expected a colour such as "#ff8800" (not a colour temperature) for the product "rgb strip"',
  ],
  [
    "a setting on a thing that has none",
    lamp("dial button", "on: true"),
    '4:5 on: not supported by the product "dial button"; it has no settings',
  ],
  [
    "colour and segments",
    lamp("bar lamp", 'segments: ["#ff0000"]\n    colour: 2700K'),
    "5:13 colour: expected either colour or segments, not both",
  ],
  [
    "a room's name again in another case",
    "rooms:\n  - name: Hall\n  - name: HALL\n",
    "3:11 name: another room already has this name",
  ],
  [
    "a serial number again",
    "devices:\n  - {name: A, product: spot, serial: X1}\n  - {name: B, product: spot, serial: x1}\n",
    "3:38 serial: another device already has this serial",
  ],
  [
    "two active scenes",
    "rooms:\n  - name: K\n    scenes:\n      - {name: A, colours: [2700K], active: true}\n      - {name: B, colours: [2700K], active: true}\n",
    "5:45 active: another scene of this room is already active; expected at most one",
  ],
  ["an update to what is installed", spot('update: "1.4.2"'), `4:13 ${UPDATE}`],
  ["an update to what is installed, spelt otherwise", spot('update: "v1.4.2.0"'), `4:13 ${UPDATE}`],
  ["an update to an older version", spot('update: "1.4.1"'), `4:13 ${UPDATE}`],
  ["an update to an older version of fewer numbers", spot('update: "1.3"'), `4:13 ${UPDATE}`],
  ["an update to a version of spaces", spot('update: "  "'), `4:13 ${UPDATE}`],
  ["an unknown area", lamp("sync box", "area: Attic"), "4:11 area: expected the name of a room in this file"],
  [
    "a device in a room that was not admitted",
    "rooms:\n  - name: K\n    devices:\n      - {name: A, product: spot, admitted: false}\n",
    "4:34 admitted: a device that is not admitted cannot be in a room; list it under devices at the top level",
  ],
  ["a mapping instead of a list", "rooms:\n  name: Kitchen\n", "2:3 rooms: expected a list of rooms"],
  ["a list instead of a mapping", "- name: Kitchen\n", `1:1 ${A_HOME}`],
  ["a word instead of a mapping", "kitchen\n", `1:1 ${A_HOME}`],
])("%s is the one problem of its file", (_what, text, ...problems) => {
  expect(problemsIn(text)).toEqual(problems);
});
