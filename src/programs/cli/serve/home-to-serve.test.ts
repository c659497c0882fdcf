import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aKey, aRoom } from "../../../../test/support/home/builders.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { SqliteStore } from "../../../edges/store/thread/sqlite-store.ts";
import { DEMO_HOME, STORE_WORKER } from "../../../runtime/package.ts";
import { CommandFault } from "../command-fault.ts";
import { backends } from "./backend-option.ts";
import { type FirstHome, firstHome } from "./first-home.ts";
import { homeToServe } from "./home-to-serve.ts";

const KEY = aKey({ hash: "5eed".repeat(16) });
const ATTIC = aRoom({ name: "Attic" });

const ofFile = (home: string): FirstHome => firstHome({ home, backend: [] });
const ofBackend = (addresses = "mqtt://broker.lan"): FirstHome =>
  firstHome({ home: DEMO_HOME, backend: backends(addresses, []) });
const ofRecording = (): FirstHome => ofBackend("replay:house.jsonl");

/** A state folder whose home was made from a file, to which a client paired since. */
const folderWithKey = (homeFile: string): Promise<string> => folderLivedIn(ofFile(homeFile));

/** Somebody added a room as well. */
async function folderLivedIn(first: FirstHome): Promise<string> {
  const folder = someFolder();
  const { store } = await homeToServe(folder, first, SqliteStore.start(STORE_WORKER));
  await store.commit({
    writes: [
      { in: "keys", id: KEY.id, after: KEY, isNew: true },
      { in: "rooms", id: ATTIC.id, after: ATTIC, isNew: true },
    ],
    descriptions: ["a key and a room"],
  });
  await store.close();
  return folder;
}

/** What is served from a folder, once the gateway that serves it has stopped. */
async function served(folder: string, homeFile: string) {
  return (await servedFrom(folder, ofFile(homeFile))).contents;
}

async function servedFrom(folder: string, first: FirstHome) {
  const { contents, report, store } = await homeToServe(folder, first, SqliteStore.start(STORE_WORKER));
  await store.close();
  return { contents, report };
}

const keptIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, "replaced"))
    .sort()
    .map((name) => join(folder, "replaced", name));

function fileWith(text: string): string {
  const path = join(someFolder(), "home.yaml");
  writeFileSync(path, text);
  return path;
}

test("the clients of a gateway stay paired when another home file takes the place of its home", async () => {
  const first = fileWith("gateway: { name: First }\n");
  const folder = await folderWithKey(first);
  expect((await served(folder, first)).keys).toEqual([KEY]);
  const second = await served(folder, fileWith("gateway: { name: Second }\n"));
  expect(second).toMatchObject({ devices: [{ name: "Second" }], keys: [KEY] });
  const again = await served(folder, DEMO_HOME);
  expect(again).toMatchObject({ devices: [{ name: "Second" }], keys: [KEY] });
});

test("the home that was replaced is kept without its keys", async () => {
  const folder = await folderWithKey(DEMO_HOME);
  await served(folder, fileWith("gateway: { name: Other }\n"));
  const [kept = ""] = readdirSync(join(folder, "replaced"));
  const text = readFileSync(join(folder, "replaced", kept), "utf8");
  expect(text).toContain("TV bar");
  expect(text).not.toContain(KEY.hash);
});

test("a new gateway has no clients", async () => {
  expect((await served(someFolder(), DEMO_HOME)).keys).toEqual([]);
});

describe("a home that a back end fills", () => {
  test("begins with the gateway under its own id, the whole house and the unassigned room under those they have everywhere", async () => {
    const { contents, report } = await servedFrom(someFolder(), ofBackend());
    expect(contents.devices).toMatchObject([{ id: contents.identity.resetId, name: "Luxgate" }]);
    expect(contents.rooms.map(({ kind }) => kind)).toEqual(["wholeHouse", "unassigned"]);
    expect([contents.lights, contents.scenes, report]).toEqual([[], [], []]);
    const demo = await served(someFolder(), DEMO_HOME);
    expect(demo.devices[0]?.id).toBe(demo.identity.resetId);
    expect(demo.identity.resetId).not.toBe(contents.identity.resetId);
    expect(demo.rooms.map(({ id }) => id)).toEqual(expect.arrayContaining(contents.rooms.map(({ id }) => id)));
  });

  test("takes the place of another, which is kept, and of that alone; keys and identity stay", async () => {
    const folder = await folderWithKey(DEMO_HOME);
    const before = await served(folder, DEMO_HOME);
    const { contents, report } = await servedFrom(folder, ofBackend());
    expect(contents).toMatchObject({ lights: [], keys: [KEY], identity: before.identity });
    expect(contents.devices[0]?.id).toBe(before.devices[0]?.id);
    const [kept = ""] = readdirSync(join(folder, "replaced"));
    expect(report).toEqual([
      expect.stringMatching(RegExp(`home of Zigbee2MQTT .* ${join(folder, "replaced", kept)}$`)),
    ]);
    expect(readFileSync(join(folder, "replaced", kept), "utf8")).toContain("TV bar");
    expect(await servedFrom(folder, ofBackend())).toEqual({ contents, report: [] });
  });

  test("is not served without its back end, and still there afterwards", async () => {
    const folder = someFolder();
    const { contents } = await servedFrom(folder, ofBackend());
    const refused = served(folder, DEMO_HOME);
    await expect(refused).rejects.toThrow(CommandFault);
    await expect(refused).rejects.toThrow(
      `The home in ${folder} comes from Zigbee2MQTT: give its address with --backend mqtt://broker.lan/zigbee2mqtt, or choose another data folder with --data-dir.`,
    );
    expect(await servedFrom(folder, ofBackend())).toEqual({ contents, report: [] });
  });

  test("makes room for the home of a file", async () => {
    const folder = someFolder();
    await servedFrom(folder, ofBackend());
    expect(await served(folder, fileWith("gateway: { name: Mine }\n"))).toMatchObject({ devices: [{ name: "Mine" }] });
    expect(readdirSync(join(folder, "replaced"))).toHaveLength(1);
  });
});

describe("a home whose lamps are real", () => {
  test("makes room for that of a recording and the other way round, and is kept, as is the other", async () => {
    const folder = await folderLivedIn(ofBackend());
    const recorded = await servedFrom(folder, ofRecording());
    const [kept = ""] = keptIn(folder);
    expect(readFileSync(kept, "utf8")).toContain("Attic");
    expect(recorded.contents.rooms).not.toContainEqual(ATTIC);
    expect(recorded.contents.keys).toEqual([KEY]);
    expect(recorded.report).toEqual([expect.stringMatching(RegExp(`home of a recording .* ${kept}$`))]);
    expect(await servedFrom(folder, ofBackend("replay:other.jsonl"))).toEqual({ ...recorded, report: [] });
    expect((await servedFrom(folder, ofBackend())).report).toEqual([
      expect.stringMatching(RegExp(`home of Zigbee2MQTT .* ${keptIn(folder)[1]}$`)),
    ]);
    expect(keptIn(folder)).toHaveLength(2);
  });

  test("is served on, but kept first, when other brokers are named than the last time, or fewer", async () => {
    const folder = await folderLivedIn(ofBackend("mqtt://a.lan mqtt://me:s3cret@b.lan"));
    const before = await servedFrom(folder, ofBackend("mqtt://b.lan mqtt://a.lan"));
    expect(before).toMatchObject({ contents: { keys: [KEY] }, report: [] });
    expect(before.contents.rooms).toContainEqual(ATTIC);
    const fewer = await servedFrom(folder, ofBackend("mqtt://a.lan"));
    expect(fewer.contents).toEqual(before.contents);
    expect(fewer.report).toEqual([
      expect.stringMatching(RegExp(`^--backend has changed .*luxgate import ${keptIn(folder)[0]}$`)),
    ]);
    expect(await servedFrom(folder, ofBackend("mqtt://a.lan"))).toEqual({ ...before, report: [] });
    expect(keptIn(folder)).toHaveLength(1);
    expect(readFileSync(keptIn(folder)[0] ?? "", "utf8")).toContain("Attic");
    await expect(served(folder, DEMO_HOME)).rejects.toThrow(" comes from Zigbee2MQTT: give its address ");
  });

  test("is left as it is when it cannot be kept first, with a line that says so", async () => {
    const folder = await folderLivedIn(ofBackend("mqtt://a.lan"));
    writeFileSync(join(folder, "replaced"), "no folder");
    const refused = servedFrom(folder, ofBackend("mqtt://b.lan"));
    await expect(refused).rejects.toThrow(CommandFault);
    await expect(refused).rejects.toThrow(`${join(folder, "replaced")} is a file, but Luxgate needs a folder there`);
    rmSync(join(folder, "replaced"));
    expect(await servedFrom(folder, ofBackend("mqtt://a.lan"))).toMatchObject({
      contents: { keys: [KEY] },
      report: [],
    });
  });

  test("is served only from brokers, or only from recordings", () => {
    const both = () => ofBackend("mqtt://broker.lan replay:house.jsonl");
    expect(both).toThrow(CommandFault);
    expect(both).toThrow("--backend cannot combine brokers and recordings: ");
  });
});

test("a home of a recording is not served without one", async () => {
  const folder = someFolder();
  await servedFrom(folder, ofRecording());
  await expect(served(folder, DEMO_HOME)).rejects.toThrow(
    `The home in ${folder} comes from a recording: name it with --backend replay:house.jsonl, or choose another data folder with --data-dir.`,
  );
});

test("a home file and a back end do not go together", () => {
  const both = () => firstHome({ home: "my-home.yaml", backend: backends("mqtt://broker.lan", []) });
  expect(both).toThrow(CommandFault);
  expect(both).toThrow(
    "--home and --backend cannot be combined: with --backend, the home comes from Zigbee2MQTT. Leave out one of them.",
  );
});
