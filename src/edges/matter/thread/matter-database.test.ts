import { join } from "node:path";
import { expect, test } from "vitest";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { claimMatter } from "../../store/folder/matter-file.ts";
import { Connection } from "../../store/sqlite/connection.ts";
import { MatterDatabase } from "./matter-database.ts";

test("a lamp keeps its number for ever, and no other lamp ever gets it", () => {
  const path = join(someFolder(), "matter.db");
  const first = new MatterDatabase(path);
  expect([...first.numbersOf(["one", "two"])]).toEqual([
    ["one", 2],
    ["two", 3],
  ]);
  first.close();
  const second = new MatterDatabase(path);
  expect(second.lampIds).toEqual(["one", "two"]);
  expect(second.numbersOf(["three", "two"]).get("three")).toBe(4);
  expect(second.numbersOf(["two"]).get("two")).toBe(3);
  second.close();
});

test("pairings are of the gateway that has claimed them, and of no other; where there are none, of any", () => {
  const folder = someFolder();
  const path = join(folder, "matter.db");
  claimMatter(folder, "first");
  const claimed = new MatterDatabase(path);
  expect([claimed.isOf("first"), claimed.isOf("second")]).toEqual([true, false]);
  claimed.close();
  const unclaimed = new MatterDatabase(join(someFolder(), "matter.db"));
  expect(unclaimed.isOf("first")).toBe(true);
  unclaimed.write([{ context: "fabrics", key: "fabrics", value: "[1]" }]);
  expect(unclaimed.isOf("first")).toBe(false);
  unclaimed.close();
});

test("codes are made up once, and values are there after a kill", () => {
  const path = join(someFolder(), "matter.db");
  const first = new MatterDatabase(path);
  expect(first.fact("passcode", () => 7)).toBe(7);
  first.write([
    { context: "fabrics", key: "fabrics", value: "[1]" },
    { context: "fabrics", key: "gone", value: "1" },
  ]);
  first.write([{ context: "fabrics", key: "gone", value: undefined }]);
  // The first connection is still open, as that of a killed process would be.
  const second = new MatterDatabase(path);
  expect(second.fact("passcode", () => 8)).toBe(7);
  expect(second.entries()).toEqual([{ context: "fabrics", key: "fabrics", value: "[1]" }]);
  first.close();
  second.close();
});

test("a text is there after a kill, until it is deleted", () => {
  const path = join(someFolder(), "matter.db");
  const first = new MatterDatabase(path);
  first.setText("chosen", "one");
  first.setText("chosen", "other");
  const second = new MatterDatabase(path);
  expect([first.text("chosen"), second.text("chosen")]).toEqual(["other", "other"]);
  second.setText("chosen", undefined);
  const third = new MatterDatabase(path);
  expect([second.text("chosen"), third.text("chosen")]).toEqual([undefined, undefined]);
  for (const database of [first, second, third]) database.close();
});

test("a number that could not be stored is given to nobody", () => {
  const path = join(someFolder(), "matter.db");
  const first = new MatterDatabase(path);
  const other = new Connection(path);
  other.run("CREATE TRIGGER full BEFORE INSERT ON lamp WHEN new.id = 'two' BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect(() => first.numbersOf(["one", "two"])).toThrow("full");
  expect(first.lampIds).toEqual([]);
  other.run("DROP TRIGGER full");
  other.close();
  expect(first.numbersOf(["two"]).get("two")).toBe(2);
  first.close();
});
