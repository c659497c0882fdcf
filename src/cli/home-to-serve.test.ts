import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aKey } from "../../test/support/builders.ts";
import { someFolder } from "../../test/support/some-folder.ts";
import { homeToServe } from "./home-to-serve.ts";
import { DEMO_HOME } from "./package.ts";

const KEY = aKey({ hash: "5eed".repeat(16) });

/** A state folder whose home was made from a file, to which a client paired since. */
async function folderWithKey(homeFile: string): Promise<string> {
  const folder = someFolder();
  const { store } = await homeToServe(folder, homeFile);
  await store.commit({ fates: [{ in: "keys", id: KEY.id, after: KEY, isNew: true }], words: ["a key"] });
  await store.close();
  return folder;
}

/** What is served from a folder, once the gateway that serves it has stopped. */
async function served(folder: string, homeFile: string) {
  const { contents, store } = await homeToServe(folder, homeFile);
  await store.close();
  return contents;
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
