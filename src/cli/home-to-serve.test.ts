import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aKey } from "../../test/support/builders.ts";
import { someFolder } from "../../test/support/some-folder.ts";
import { backends } from "./backend-wish.ts";
import { CommandFault } from "./command-fault.ts";
import { type FirstHome, firstHome } from "./first-home.ts";
import { homeToServe } from "./home-to-serve.ts";
import { DEMO_HOME } from "./package.ts";

const KEY = aKey({ hash: "5eed".repeat(16) });

const ofFile = (home: string): FirstHome => firstHome({ home, backend: [] });
const ofBackend = (): FirstHome => firstHome({ home: DEMO_HOME, backend: backends("mqtt://broker.lan", []) });

/** A state folder whose home was made from a file, to which a client paired since. */
async function folderWithKey(homeFile: string): Promise<string> {
  const folder = someFolder();
  const { store } = await homeToServe(folder, ofFile(homeFile));
  await store.commit({ fates: [{ in: "keys", id: KEY.id, after: KEY, isNew: true }], words: ["a key"] });
  await store.close();
  return folder;
}

/** What is served from a folder, once the gateway that serves it has stopped. */
async function served(folder: string, homeFile: string) {
  return (await servedFrom(folder, ofFile(homeFile))).contents;
}

async function servedFrom(folder: string, first: FirstHome) {
  const { contents, report, store } = await homeToServe(folder, first);
  await store.close();
  return { contents, report };
}

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
  test("begins with the gateway, the whole house and the unassigned room, under the ids that they have everywhere", async () => {
    const { contents, report } = await servedFrom(someFolder(), ofBackend());
    expect(contents.devices).toMatchObject([{ name: "Luxgate" }]);
    expect(contents.rooms.map(({ kind }) => kind)).toEqual(["wholeHouse", "unassigned"]);
    expect([contents.lights, contents.scenes, report]).toEqual([[], [], []]);
    const demo = await served(someFolder(), DEMO_HOME);
    expect(demo.devices[0]?.id).toBe(contents.devices[0]?.id);
    expect(demo.rooms.map(({ id }) => id)).toEqual(expect.arrayContaining(contents.rooms.map(({ id }) => id)));
  });

  test("takes the place of another, which is kept, and of that alone; keys and identity stay", async () => {
    const folder = await folderWithKey(DEMO_HOME);
    const before = await served(folder, DEMO_HOME);
    const { contents, report } = await servedFrom(folder, ofBackend());
    expect(contents).toMatchObject({ lights: [], keys: [KEY], identity: before.identity });
    const [kept = ""] = readdirSync(join(folder, "replaced"));
    expect(report).toEqual([
      `The home of Zigbee2MQTT is served now. The one before is kept in ${join(folder, "replaced", kept)}`,
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
      `The home in ${folder} is one of Zigbee2MQTT: say where that is with --backend mqtt://broker.lan/zigbee2mqtt, or give another folder with --data-dir.`,
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

test("a home file and a back end do not go together", () => {
  const both = () => firstHome({ home: "my-home.yaml", backend: backends("mqtt://broker.lan", []) });
  expect(both).toThrow(CommandFault);
  expect(both).toThrow(
    "--home and --backend do not go together: the home is the one that Zigbee2MQTT has. Leave one of them out.",
  );
});
