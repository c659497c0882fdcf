import { expect, test } from "vitest";
import { PlainHome } from "../../../test/support/home/plain-home.ts";
import { leftOutWords } from "../../shared/matter-left-out.ts";
import { Chosen } from "./lamps/chosen.ts";
import { ShownLamps } from "./shown-lamps.ts";

const shownIn = ({ home }: PlainHome, options: Partial<ConstructorParameters<typeof ShownLamps>[0]> = {}) => {
  const shown = new ShownLamps({ chosen: new Chosen([]), most: 100, known: [], ...options });
  return { shown, first: shown.update(home) };
};

const deviceNamed = ({ home }: PlainHome, name: string) => {
  const device = home.devices.all().find((one) => one.name === name);
  if (!device) throw new Error(`there is no ${name}`);
  return device;
};

test("every lamp and sync box of the home is shown, each as it is able", () => {
  const { first } = shownIn(PlainHome.demo());
  const kinds = Object.fromEntries(first.lamps.map(({ name, kind }) => [name, kind]));
  expect(kinds).toMatchObject({
    Ceiling: "white",
    "Reading lamp": "colour",
    "Bedside left": "dimmable",
    "Sync box": "onOff",
    "TV bar": "colour",
  });
});

test("rooms and devices that are chosen by name are shown, and the others are counted, with the reason", () => {
  const { shown, first } = shownIn(PlainHome.demo(), { chosen: new Chosen(["kitchen", "Reading Lamp"]) });
  expect(first.lamps.map(({ name }) => name).toSorted()).toEqual(["Ceiling", "Reading lamp", "Worktop"]);
  const others = shownIn(PlainHome.demo()).shown.size - 3;
  expect(shown.leftOut).toEqual([
    { reason: "not-admitted", count: 1, names: ["Unknown bulb"] },
    { reason: "not-chosen", count: others, names: expect.arrayContaining(["Bedside left", "Sync box"]) },
  ]);
});

test("of more lamps than can be shown, those stay that were shown before", () => {
  const plainHome = PlainHome.demo();
  const ids = shownIn(plainHome).first.lamps.map(({ id }) => id);
  const known = ids.slice(-2);
  const { shown, first } = shownIn(plainHome, { most: 3, known });
  expect(first.lamps.map(({ id }) => id)).toEqual([...known, ids[0]]);
  expect(shown.leftOut.at(-1)).toMatchObject({ reason: "over-maximum", count: ids.length - 3 });
});

test("of many lamps that are left out, the first are named", () => {
  const { shown } = shownIn(PlainHome.demo(), { most: 0 });
  const [, over] = shown.leftOut;
  expect(over).toMatchObject({ reason: "over-maximum", count: 11 });
  expect(over?.names).toHaveLength(10);
  expect(over && leftOutWords(over)).toMatch(/^11 over the maximum of --matter-most: (.+, ){9}.+ and 1 more$/);
});

test("a lamp that changes, gets another name or is lost is told once, and one that is removed is gone", () => {
  const plainHome = PlainHome.demo();
  const { shown } = shownIn(plainHome);
  const ceiling = deviceNamed(plainHome, "Ceiling");
  plainHome.submit({ kind: "deviceReached", deviceId: ceiling.id, online: false });
  plainHome.submit({ kind: "deviceRenamed", deviceId: ceiling.id, name: "Over the table" });
  const now = deviceNamed(plainHome, "Over the table");
  expect(shown.refresh(plainHome.home, [now])).toMatchObject([{ name: "Over the table", reachable: false }]);
  expect(shown.refresh(plainHome.home, [now])).toEqual([]);
  plainHome.submit({ kind: "deviceLeft", deviceId: ceiling.id });
  expect(shown.update(plainHome.home)).toEqual({ lamps: [], gone: [ceiling.lightIds[0]] });
});
