import { join } from "node:path";
import { expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { lounge, study } from "../../../../test/support/home/lit-home.ts";
import { begunHome } from "../../../../test/support/store/saved-home.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { faultWords } from "../faults.ts";
import { Connection } from "./connection.ts";
import { HomeDatabase } from "./database.ts";
import { contentsFrom } from "./entries.ts";
import type { Write } from "./ledger.ts";
import { openDatabase } from "./open-database.ts";
import { putRow, type Row, readRows } from "./rows.ts";

const putRoom = (room: Room): Write => ({ in: "rooms", id: room.id, body: JSON.stringify(room), isNew: true });

test("P1: a commit that fails half way leaves nothing, and the next one is made as if it had never been", () => {
  const { path, kept } = begunHome();
  kept.close();
  const file = join(path, "home.db");
  const connection = new Connection(file);
  connection.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA max_page_count = 8");
  const database = new HomeDatabase({ path: file, connection, ...readRows(connection) });
  const facts = { ...database.about, sequence: 2 };
  const before = database.about;
  const tooMuch = [putRoom(study), putRoom({ ...lounge, type: "x".repeat(100_000) })];
  let words = "";
  try {
    database.write(tooMuch, facts);
  } catch (error) {
    words = faultWords(error);
  }
  expect(words).toBe("the disk is full");
  expect(database.about).toBe(before);
  database.write([putRoom(lounge)], facts);
  database.close();
  const opened = openDatabase(file);
  opened.database.close();
  expect(contentsFrom(opened.entries).rooms).toEqual([...FOUNDED.rooms, lounge]);
  expect(opened.database.about).toMatchObject({ sequence: 2, rows: before.rows + 1 });
});

test("P1: a commit in parts is there with its last part, and nothing of it before or without that", () => {
  const { path, kept } = begunHome();
  kept.close();
  const file = join(path, "home.db");
  const roomsAfter = (work: (database: HomeDatabase) => void): readonly Room[] => {
    const { database } = openDatabase(file);
    work(database);
    database.close();
    const opened = openDatabase(file);
    opened.database.close();
    return contentsFrom(opened.entries).rooms;
  };
  expect(roomsAfter((database) => database.gather([putRoom(lounge)]))).toEqual(FOUNDED.rooms);
  const broken = { ...putRoom(study), body: "{}" };
  const fails = (database: HomeDatabase) => {
    database.gather([putRoom(lounge)]);
    expect(() => database.gather([broken])).toThrow("cannot be stored");
    database.write([], { ...database.about, sequence: 2 });
  };
  expect(roomsAfter(fails)).toEqual(FOUNDED.rooms);
  const whole = (database: HomeDatabase) => {
    database.gather([putRoom(lounge)]);
    expect(database.isGathering).toBe(true);
    database.write([putRoom(study)], { ...database.about, sequence: 3 });
    expect(database.isGathering).toBe(false);
  };
  expect(roomsAfter(whole)).toEqual([...FOUNDED.rooms, lounge, study]);
});

test("P2: an entry that is whole, but of an earlier time than the others, is damage", () => {
  const { path, kept } = begunHome();
  kept.close();
  const file = join(path, "home.db");
  const write = (room: Room, sequence: number) => {
    const { database } = openDatabase(file);
    database.write([{ ...putRoom(room), isNew: false }], { ...database.about, sequence });
    database.close();
  };
  write(lounge, 2);
  const earlier = roomRowIn(file);
  write({ ...lounge, name: "Later" }, 3);
  const connection = new Connection(file);
  putRow(connection, earlier);
  connection.close();
  expect(() => openDatabase(file)).toThrow(/checksum does not match/);
});

test.each([
  ["a number that JavaScript cannot hold exactly", "digest = 4611686018427387904"],
  ["a zero inside a text", "body = substr(body, 1, 20) || char(0) || substr(body, 22)"],
])("P2: %s in a row is damage", (_, change) => {
  const { path, kept } = begunHome();
  kept.close();
  const file = join(path, "home.db");
  const connection = new Connection(file);
  connection.run(`UPDATE entry SET ${change} WHERE kind = 'rooms'`);
  connection.close();
  const damages: unknown[] = [];
  expect(() => openDatabase(file, { onDamage: () => damages.push(change) })).toThrow();
  expect(damages).toEqual([change]);
});

/** The last row of a room. */
function roomRowIn(file: string): Row {
  const connection = new Connection(file);
  const row = readRows(connection).rows.findLast((one) => one.in === "rooms");
  connection.close();
  return row ?? expect.fail("there is no room");
}

test("a connection that was closed lets go of the file at once, whatever it was used for", () => {
  const { path, kept } = begunHome();
  kept.close();
  for (let time = 0; time < 20; time += 1) openDatabase(join(path, "home.db")).database.close();
  const { database } = openDatabase(join(path, "home.db"));
  database.write([putRoom(lounge)], { ...database.about, sequence: 2 });
  database.close();
  expect(openDatabase(join(path, "home.db")).database.about.sequence).toBe(2);
});
