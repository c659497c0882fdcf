import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyGateway } from "../../../test/support/home/empty-gateway.ts";
import type { Home } from "../../core/home/home.ts";
import { CATALOGUE, productName } from "../../core/home/model/catalogue.ts";
import { deviceText, lightText } from "../../core/present/texts.ts";
import { loadHome } from "./load.ts";
import { stableId } from "./stable-id.ts";

const folder = mkdtempSync(join(tmpdir(), "luxgate-home-"));
afterAll(() => rmSync(folder, { recursive: true }));

function homeAt(path: string): Home {
  const loaded = loadHome(path, "1.2.3");
  if ("problems" in loaded) throw new Error(loaded.problems.join("\n"));
  const gateway = emptyGateway();
  expect(loaded.changes.map((change) => gateway.submit(change))).toEqual(loaded.changes.map(() => "done"));
  return gateway.home;
}

function homeOf(text: string): Home {
  const path = join(folder, "home.yaml");
  writeFileSync(path, text);
  return homeAt(path);
}

/** Every id in a home with whose it is. */
const idsIn = ({
  devices,
  lights,
  syncBoxes,
  rooms,
  scenes,
}: Home): readonly (readonly [name: string, id: string])[] => [
  ...devices.all().map(({ name, id }) => [`device ${name}`, id] as const),
  ...lights.all().map(({ name, id }) => [`light ${name}`, id] as const),
  ...syncBoxes.all().map(({ name, id }) => [`sync box ${name}`, id] as const),
  ...rooms
    .all()
    .flatMap(({ name, id, groupLightId }) => [
      [`room ${name}`, id] as const,
      [`group light ${name}`, groupLightId] as const,
    ]),
  ...scenes.all().map(({ name, id }) => [`scene ${name}`, id] as const),
  ...scenes.all().flatMap(({ name, picture }) => (picture ? [[`picture ${name}`, picture.id] as const] : [])),
];

const everyProduct = `devices:\n${CATALOGUE.map((sheet) => `  - {name: A ${productName(sheet)}, product: ${productName(sheet)}}\n`).join("")}`;

test("the ids of a home are the same on every load", () => {
  expect(idsIn(homeAt("homes/demo.yaml"))).toEqual(idsIn(homeAt("homes/demo.yaml")));
});

test("an id is a UUID of version 5 in our namespace, the same on every machine", () => {
  expect(stableId("room", "Kitchen")).toBe("0559B8D9-2E22-5782-9143-C0F84D1E8B97");
  expect(stableId("device", "gateway")).toBe("8392A2FF-159D-5BB2-A9A9-9DFE6968C613");
});

test.each([
  ["the demo home", () => homeAt("homes/demo.yaml")],
  ["a home of every product", () => homeOf(everyProduct)],
])("the ids of %s are UUIDs in upper case, all of them distinct", (_what, home) => {
  const { resetId } = home().identity;
  const ids = idsIn(home()).map(([, id]) => id);
  for (const id of ids.filter((one) => one !== resetId))
    expect(id).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-5[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the ids do not depend on the order of a file, nor on where it is", () => {
  const one = homeOf(
    "rooms:\n  - name: A\n  - name: B\ndevices:\n  - {name: C, product: spot}\n  - {name: D, product: spot}\n",
  );
  const other = homeOf(
    "devices:\n  - {name: D, product: spot}\n  - {name: C, product: spot}\nrooms:\n  - name: B\n  - name: A\n",
  );
  expect(new Map(idsIn(one))).toEqual(new Map(idsIn(other)));
});

test("a device with a serial number keeps its ids when it is renamed or put in a room", () => {
  const before = homeOf("devices:\n  - {name: Old, product: bar lamp, serial: X1}\n");
  const after = homeOf("rooms:\n  - name: Hall\n    devices:\n      - {name: New, product: bar lamp, serial: X1}\n");
  expect(after.devices.all()[1]?.id).toBe(before.devices.all()[1]?.id);
  expect(after.lights.all()[0]?.id).toBe(before.lights.all()[0]?.id);
});

/** What the third digit of `cat3_id` says that a lamp can do, in the low four bits of `ability`. */
const ABILITIES_BY_KIND = new Map([
  [201, 1],
  [202, 3],
  [203, 7],
  [204, 11],
  [205, 15],
]);

test.each(CATALOGUE.map((sheet) => [productName(sheet), sheet] as const))(
  "a %s loads, and its category agrees with what it can do",
  (name, { categoryId }) => {
    const home = homeOf(`devices:\n  - {name: A, product: ${name}}\n`);
    const [, device] = home.devices.all();
    if (!device) throw new Error("the device is missing");
    const { product } = JSON.parse(deviceText(home, device, { lights: false, room: false, zigbee: false }));
    expect(product).toMatchObject({
      cat3_id: categoryId,
      cat3_name: expect.any(String),
      cat2_name: expect.any(String),
    });
    expect(product.cat3_name.toLowerCase()).toBe(name);
    expect(product.cat2_id).toBe(Math.floor(categoryId / 100));
    expect(product.cat1_id).toBe(Math.floor(categoryId / 10_000));
    const abilities = home.lights.all().map((light) => JSON.parse(lightText(light)).ability & 15);
    const expected = ABILITIES_BY_KIND.get(product.cat2_id);
    expect(abilities).toEqual(expected === undefined ? [] : [expected]);
    expect(home.syncBoxes.all()).toHaveLength(product.cat1_id === 3 ? 1 : 0);
  },
);

test("a lamp that was given no colour shows a white that it can", () => {
  const home = homeOf("devices:\n  - {name: A, product: rgb strip}\n  - {name: B, product: white bulb}\n");
  expect(home.lights.all().map(({ colour }) => colour.mode)).toEqual(["xy", "white"]);
});
