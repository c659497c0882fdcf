import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { FreeNames } from "./free-names.ts";
import { folded, LONGEST_NAME } from "./name.ts";
import { namePatternIn } from "./name-pattern.ts";
import { type NamedDevice, type NewName, namedAs, namedByPattern, namedByReplacing } from "./new-names.ts";

const devices = (...names: readonly string[]): readonly NamedDevice[] =>
  names.map((name, at) => ({ id: String(at), name, room: "Kitchen" }));

const namesOf = (all: readonly NewName[]): readonly string[] => all.map(({ name }) => name);

const byPattern = (text: string, those: readonly NamedDevice[], others: readonly NamedDevice[] = []) => {
  const pattern = namePatternIn(text);
  if ("problem" in pattern) throw new Error(pattern.problem);
  return namesOf(namedByPattern({ devices: those, others }, pattern));
};

test.each([
  ["Lamp", "Lamp 2"],
  ["Lamp 9", "Lamp 10"],
  ["Lamp 01", "Lamp 02"],
  ["Lamp 009", "Lamp 010"],
  ["Lamp 99", "Lamp 100"],
  ["GU10", "GU10 2"],
])("the next free name after %s is %s", (name, next) => {
  expect(new FreeNames([{ name, room: null }]).next({ name, room: null })).toBe(next);
});

test("devices that come to a room keep their names where they can, and are numbered where not", () => {
  const moved = namedAs(
    { devices: devices("Lamp 01", "Lamp 02", "lamp 01", "Desk"), others: devices("Lamp 01") },
    (device) => device.name,
  );
  expect(namesOf(moved)).toEqual(["Lamp 03", "Lamp 02", "lamp 04", "Desk"]);
  expect(moved.map(({ isNumbered }) => isNumbered)).toEqual([true, false, true, false]);
});

test("a pattern numbers the devices of each room, and leaves out numbers that others have", () => {
  const [first, second, third] = devices("a", "b", "c");
  const elsewhere = { id: "x", name: "d", room: "Attic" };
  const nowhere = { id: "y", name: "e", room: null };
  const all = [first, elsewhere, second, nowhere, third].filter((one) => one !== undefined);
  const others = devices("kitchen 02");
  expect(byPattern("{room} {n:02}", all, others)).toEqual(["Kitchen 01", "Attic 01", "Kitchen 03", "01", "Kitchen 04"]);
  expect(byPattern("Lamp {n}", all, others)).toEqual(["Lamp 1", "Lamp 2", "Lamp 3", "Lamp 4", "Lamp 5"]);
  expect(byPattern("{name} ({room})", [elsewhere])).toEqual(["d (Attic)"]);
  expect(byPattern("Lamp", all)).toEqual(["Lamp", "Lamp", "Lamp 2", "Lamp", "Lamp 3"]);
});

test.each([
  ["{rom} {n}", 'Unknown part "{rom}". Use {room}, {name}, {n} or {n:02}.'],
  ["{n:x}", 'Unknown part "{n:x}". Use {room}, {name}, {n} or {n:02}.'],
  ["Lamp {n", 'Unknown part "Lamp {n". Use {room}, {name}, {n} or {n:02}.'],
  [" ", "Enter a pattern with {room}, {name}, {n} or {n:02}."],
])("the pattern %j is refused", (text, problem) => {
  expect(namePatternIn(text)).toEqual({ problem });
});

test("words are replaced in any case of letters and as they are, and what is left without a name is a problem", () => {
  const naming = { devices: devices("Kitchen.lamp 1", "KITCHEN.LAMP 2", "kitchenxlamp"), others: [] };
  expect(namesOf(namedByReplacing(naming, "kitchen.", "$& "))).toEqual(["$& lamp 1", "$& LAMP 2", "kitchenxlamp"]);
  const [emptied] = namedByReplacing({ devices: devices("Lamp"), others: [] }, "lamp", " ");
  expect(emptied?.problem).toMatch(/visible character/);
  const [long] = namedByReplacing({ devices: devices("Lamp"), others: [] }, "lamp", "x".repeat(129));
  expect(long?.problem).toMatch(/at most 128/);
});

const room = fc.constantFrom("Kitchen", "Attic", null);
const name = fc.constantFrom("Lamp", "lamp", "Lamp 1", "Lamp 01", "Lamp 2", "Kitchen 1", "x".repeat(LONGEST_NAME), "x");
const anyDevices = fc.array(fc.record({ name, room })).map((all) => all.map((one, at) => ({ ...one, id: String(at) })));
const pattern = fc.constantFrom("{room} {n:02}", "{name} {n}", "{n}", "{room}", "Lamp", "{name}", "x{name}{n}");

test("whatever is named by whatever rule, no two devices of a room get one name, and nobody else's", () => {
  fc.assert(
    fc.property(anyDevices, anyDevices, pattern, (chosen, others, text) => {
      const read = namePatternIn(text);
      if ("problem" in read) throw new Error(read.problem);
      const naming = { devices: chosen, others };
      for (const named of [
        namedAs(naming, (device) => device.name),
        namedByPattern(naming, read),
        namedByReplacing(naming, "lamp", "x"),
      ]) {
        const good = named.filter(({ problem }) => problem === undefined);
        const taken = new Set(others.map((one) => JSON.stringify([one.room, folded(one.name)])));
        const given = good.map((one) => JSON.stringify([one.device.room, folded(one.name)]));
        expect(new Set(given).size).toBe(given.length);
        expect(given.filter((key) => taken.has(key))).toEqual([]);
        for (const one of good) expect([...one.name].length).toBeLessThanOrEqual(LONGEST_NAME);
      }
      expect(namedAs(naming, (device) => device.name)).toHaveLength(chosen.length);
    }),
    { numRuns: times(300) },
  );
});

test("a thousand lamps of one name are numbered at once", () => {
  const many = devices(...Array.from({ length: 1_000 }, () => "Lamp"));
  expect(namesOf(namedAs({ devices: many, others: [] }, (device) => device.name)).at(-1)).toBe("Lamp 1000");
});
