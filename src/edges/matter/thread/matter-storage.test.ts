import "./before-matter.ts";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { Connection } from "../../store/sqlite/connection.ts";
import { MatterDatabase } from "./matter-database.ts";
import { MatterStorage } from "./matter-storage.ts";

const LAMP = ["root", "parts", "bridge", "parts", "lamp2", "scenesManagement"];

function stored() {
  const path = join(someFolder(), "matter.db");
  const database = new MatterDatabase(path);
  const clock = new ManualClock();
  const faults: unknown[] = [];
  const storage = new MatterStorage({ database, clock, onFault: (fault) => faults.push(fault) });
  const other = new Connection(path);
  return { storage, database, clock, faults, other };
}

test("what could not be written is kept, and written as soon as that is possible again", () => {
  const { storage, database, clock, other } = stored();
  other.run("BEGIN IMMEDIATE");
  expect(() => storage.set(["fabrics"], "fabrics", 1)).toThrow(/locked/);
  expect(() => storage.set(["fabrics"], "fabrics", 2)).toThrow(/locked/);
  other.run("ROLLBACK");
  // Nothing else is set meanwhile.
  clock.advance(5_000);
  expect(database.entries()).toEqual([{ context: "fabrics", key: "fabrics", value: "2" }]);
  other.close();
  database.close();
});

test("a lamp's scene that cannot be written is reported, and tried again", () => {
  const { storage, database, clock, faults, other } = stored();
  other.run("BEGIN IMMEDIATE");
  storage.set(LAMP, "scenes", "evening");
  clock.advance(500);
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining("locked") })]);
  other.run("ROLLBACK");
  clock.advance(5_000);
  expect(database.entries()).toEqual([{ context: LAMP.join("."), key: "scenes", value: '"evening"' }]);
  expect(faults).toHaveLength(1);
  other.close();
  database.close();
});
