import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { everyRead } from "../../../../test/support/http/every-read.ts";
import { openedStore } from "../../../../test/support/store/opened-store.ts";
import { KeptHome, openedHome, VERSION } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { Gateway } from "../../../core/gateway/gateway.ts";
import { invariantViolations } from "../../../core/home/changes/invariants.ts";
import { contentsOf, MutableHome } from "../../../core/home/home.ts";
import { exportedText, readExported } from "../exported-home.ts";
import { Connection } from "./connection.ts";
import { migratedEntries } from "./row-migrations.ts";
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
  const [[body] = []] = connection.rows("SELECT body FROM entry WHERE position = 0");
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
    expect(found).toMatchObject({ report: [], problem: undefined });
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
    const { problem } = openedHome(folder, MIGRATIONS.slice(0, 2)).found;
    expect(problem).toMatch(`(format ${MIGRATIONS.length}), which is newer than this version`);
  });

  test("is brought up to date out of its snapshot when it is damaged", () => {
    const folder = folderOfSecondFormat();
    writeFileSync(join(folder, "home.db"), "damaged");
    const { found, contents } = openedHome(folder);
    expect(found.report[0]).toMatch(/^The database was damaged/);
    expect(contents).toEqual(DEMO);
  });
});

/** What Luxgate 0.1.0 left behind: a data folder's home, and the same home as that Luxgate exported it. */
const STORED = "test/stored";
const LEFT_BEHIND = `${STORED}/format-3`;
const EARLIER_GATEWAY_ID = "D289F263-8294-5E8D-9700-A14BA4650258";

/** A data folder that a Luxgate of that format used last. */
function folderLeftBehind(format = 3): string {
  const path = someFolder();
  for (const name of ["home.db", "recent-changes.log"]) {
    copyFileSync(join(STORED, `format-${format}`, name), join(path, name));
  }
  return path;
}

/** Everything of an export, bare of the format that it was written in. */
const resourcesIn = (text: string) => {
  const { luxgate: _, ...resources } = JSON.parse(text);
  return resources;
};

describe("a store that Luxgate 0.1.0 left behind", () => {
  test("was written in the third format, with the gateway under the id that all gateways had", () => {
    const connection = new Connection(join(folderLeftBehind(), "home.db"));
    const { about: said, rows } = readRows(connection);
    connection.close();
    expect([said.format, said.version]).toEqual([3, "0.1.0"]);
    expect(rows.map(({ id }) => id)).toContain(EARLIER_GATEWAY_ID);
  });

  test("has its gateway under the gateway's own id, and nothing else is otherwise but updates that were none", () => {
    const { found, contents = expect.fail("there is no home") } = openedHome(folderLeftBehind());
    expect(found).toMatchObject({ report: [], problem: undefined });
    expect(invariantViolations(contents)).toEqual([]);
    const { resetId } = contents.identity;
    expect(contents.devices[0]).toMatchObject({ id: resetId, name: "Old hub" });
    expect(contents.devices.map(({ name, newVersion }) => `${name} ${newVersion}`)).toEqual([
      "Old hub ",
      "Counter 2.0.0",
      "Table ",
      "Mirror ",
      "TV box ",
      "Stranger ",
    ]);
    expect(contents.keys).toMatchObject([{ name: "acme#panel" }]);
    const before = readFileSync(join(LEFT_BEHIND, "export.json"), "utf8");
    const staleUpdates = /"newVersion":"1\.4\.[12]"/g;
    const expected = before.replaceAll(EARLIER_GATEWAY_ID, resetId).replaceAll(staleUpdates, '"newVersion":""');
    expect(resourcesIn(exportedText(contents, VERSION))).toEqual(resourcesIn(expected));
  });

  test("changes its gateway's id once: it is the same at every start from then on", () => {
    const folder = folderLeftBehind();
    const first = openedHome(folder).text;
    expect(openedHome(folder).text).toBe(first);
  });

  test("is written to and served by that id", async () => {
    const folder = folderLeftBehind();
    const { store, found } = await openedStore(folder);
    const contents = found.contents ?? expect.fail("there is no home");
    const gateway = new Gateway({ contents, store, clock: new ManualClock() });
    const { resetId } = gateway.identity;
    const reads = everyRead(gateway.home);
    expect([...reads].join()).not.toContain(EARLIER_GATEWAY_ID);
    expect(reads.get(`/clip/v2/resource/device/${resetId}?`)).toMatch(/^200 .*"name":"Old hub"/);
    const deviceId = gateway.home.gateway?.id ?? expect.fail("there is no gateway");
    expect(await gateway.ask({ kind: "deviceRenamed", deviceId, name: "Attic" })).toBe("done");
    await gateway.stop();
    expect(openedHome(folder).contents).toEqual(contentsOf(gateway.home));
  });
});

const FORMATS = MIGRATIONS.map((_, at) => at + 1).slice(2);

describe("the stores of all formats since the third", () => {
  test("are here, the present one too: without a migration of its own, a new field is missing in that", () => {
    const folders = readdirSync(STORED).filter((name) => name.startsWith("format-"));
    expect(new Set(folders)).toEqual(new Set(FORMATS.map((format) => `format-${format}`)));
  });

  test.each(FORMATS)("of format %i opens as a whole", (format) => {
    const folder = folderLeftBehind(format);
    const connection = new Connection(join(folder, "home.db"));
    expect(readRows(connection).about.format).toBe(format);
    connection.close();
    const { found, contents = expect.fail("there is no home") } = openedHome(folder);
    expect(found).toMatchObject({ report: [], problem: undefined });
    expect(invariantViolations(contents)).toEqual([]);
    expect(contents).toEqual(openedHome(folderLeftBehind(3)).contents);
  });
});

test("an export of Luxgate 0.1.0 is imported with its gateway under the id of its identity", () => {
  const imported = readExported(readFileSync(join(LEFT_BEHIND, "export.json"), "utf8"));
  if ("problems" in imported) expect.fail(imported.problems.join());
  expect(imported.devices[0]?.id).toBe(imported.identity.resetId);
  expect(imported.devices.flatMap(({ newVersion }) => newVersion || [])).toEqual(["2.0.0"]);
});

test("an export of now with an update to what is installed is refused", () => {
  const home = JSON.parse(exportedText(DEMO, VERSION));
  home.devices[1].newVersion = home.devices[1].product.softwareVersion;
  expect(readExported(JSON.stringify(home))).toEqual({
    problems: ["TV bar cannot be updated to 1.4.2: it is not newer than the installed version 1.4.2"],
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
  ].map((entry) => ({ ...entry, id: "1" }));
  for (const [at, entry] of migratedEntries(entries).entries()) expect(entry).toBe(entries[at]);
});

test("a light that belongs to nothing, or to what is no device, shows one colour", () => {
  const lights = [{}, { deviceId: "1" }, { deviceId: 2 }].map((light) => ({
    in: "lights",
    id: "1",
    body: JSON.stringify(light),
  }));
  const brought = migratedEntries([{ in: "devices", id: "1", body: '{"id":"1"}' }, ...lights]);
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
