import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { everyRead } from "../../test/support/every-read.ts";
import { KeptHome, openedHome, VERSION } from "../../test/support/kept-home.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { openedStore } from "../../test/support/opened-store.ts";
import { PlainHome } from "../../test/support/plain-home.ts";
import { someFolder } from "../../test/support/some-folder.ts";
import { Gateway } from "../gateway/gateway.ts";
import { contentsOf, MutableHome } from "../home/home.ts";
import { Connection } from "./connection.ts";
import { broughtUpToDate } from "./earlier-entries.ts";
import { exportedText, readExported } from "./exported-home.ts";
import { readRows, seal } from "./rows.ts";
import { MIGRATIONS } from "./schema-versions.ts";

const DEMO = contentsOf(PlainHome.demo().home);
const SEGMENTED = ["TV bar", "Shelf strip"];

/** What the second format did not know. */
const UNKNOWN = { devices: "placedByHand", lights: "segments", scenes: "keptByLamps" };

/** Makes a file what a Luxgate of the second format left behind. */
function makeSecondFormat(path: string): void {
  const connection = new Connection(path);
  for (const [kind, field] of Object.entries(UNKNOWN)) {
    connection.run(`UPDATE entry SET body = json_remove(body, '$.${field}') WHERE kind = '${kind}'`);
  }
  connection.run("PRAGMA user_version = 2");
  seal(connection, { ...about(connection), format: 2 });
  connection.close();
}

/** Their digests are of other bodies now, so they are not looked at. */
function about(connection: Connection): ReturnType<typeof readRows>["about"] {
  const [[body] = []] = connection.rows("SELECT collect(body) FROM entry WHERE position = 0");
  return JSON.parse(String(body));
}

/** A folder with the demo home and a snapshot of it, both in the second format. */
function folderOfSecondFormat(): string {
  const path = someFolder();
  const kept = new KeptHome(path);
  kept.begin(DEMO);
  kept.folder.takeSnapshot();
  kept.close();
  for (const file of [join(path, "home.db"), ...snapshotsIn(path)]) makeSecondFormat(file);
  return path;
}

const snapshotsIn = (path: string) => readdirSync(join(path, "snapshots")).map((name) => join(path, "snapshots", name));

describe("a store of the second format", () => {
  test("holds none of what it did not know, and says which format it is", () => {
    const connection = new Connection(join(folderOfSecondFormat(), "home.db"));
    const { about: said, rows } = readRows(connection);
    connection.close();
    expect(said.format).toBe(2);
    for (const field of Object.values(UNKNOWN))
      expect(rows.some(({ body }) => body.includes(`"${field}":`))).toBe(false);
  });

  test("is served as the home that it was, with what went without saying filled in, and written to from then on", async () => {
    const folder = folderOfSecondFormat();
    const { store, found } = await openedStore(folder);
    expect(found).toMatchObject({ report: [], trouble: undefined });
    const contents = found.contents ?? expect.fail("there is no home");
    expect(contents).toEqual(DEMO);
    expect(contents.lights.filter(({ segments }) => segments > 0).map(({ name }) => name)).toEqual(SEGMENTED);
    const gateway = new Gateway({ contents, store, clock: new ManualClock() });
    expect(everyRead(gateway.home)).toEqual(everyRead(new MutableHome(DEMO)));
    const deviceId = contents.devices.find(({ name }) => name === "Porch")?.id ?? expect.fail("there is no porch");
    expect(await gateway.ask({ kind: "deviceMoved", deviceId, roomId: null, byHand: true })).toBe("done");
    await gateway.stop();
    const again = openedHome(folder);
    expect(again.contents).toEqual(contentsOf(gateway.home));
    expect(again.contents?.devices.find(({ id }) => id === deviceId)?.placedByHand).toBe(true);
  });

  test("is no older one's any more once it was opened", () => {
    const folder = folderOfSecondFormat();
    openedHome(folder);
    const { trouble } = openedHome(folder, MIGRATIONS.slice(0, 2)).found;
    expect(trouble).toMatch(/\(format 3\), which is newer than this one$/);
  });

  test("is brought up to date out of its snapshot when it is damaged", () => {
    const folder = folderOfSecondFormat();
    writeFileSync(join(folder, "home.db"), "damaged");
    const { found, contents } = openedHome(folder);
    expect(found.report[0]).toMatch(/^The store was damaged/);
    expect(contents).toEqual(DEMO);
  });
});

test("what is there already stays as it is, and so does what nobody can make sense of", () => {
  const entries = [
    { in: "devices", body: JSON.stringify({ id: "1", product: { categoryId: 20504 }, placedByHand: true }) },
    { in: "lights", body: JSON.stringify({ deviceId: "1", segments: 3 }) },
    { in: "scenes", body: JSON.stringify({ keptByLamps: true }) },
    { in: "rooms", body: "{}" },
    { in: "lights", body: "null" },
    { in: "devices", body: "{" },
  ];
  for (const [at, entry] of broughtUpToDate(entries).entries()) expect(entry).toBe(entries[at]);
});

test("a light that belongs to nothing, or to what is no device, shows one colour", () => {
  const lights = [{}, { deviceId: "1" }, { deviceId: 2 }].map((light) => ({
    in: "lights",
    body: JSON.stringify(light),
  }));
  const brought = broughtUpToDate([{ in: "devices", body: '{"id":"1"}' }, ...lights]);
  expect(brought.slice(1).map(({ body }) => JSON.parse(body).segments)).toEqual([0, 0, 0]);
});

test("an export of an earlier Luxgate is imported as the home that it was", () => {
  const home = JSON.parse(exportedText(DEMO, VERSION));
  for (const [kind, field] of Object.entries(UNKNOWN)) {
    for (const resource of home[kind]) Reflect.deleteProperty(resource, field);
  }
  const { keys: _, ...imported } = DEMO;
  expect(readExported(JSON.stringify(home))).toMatchObject(imported);
});
