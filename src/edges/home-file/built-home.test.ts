import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { builtHome } from "./built-home.ts";
import { loadHome } from "./load.ts";

const DEMO = "homes/demo.yaml";

/** As the build does it. */
function builtOf(text: string): string {
  const path = join(someFolder(), "built.json");
  const digest = createHash("sha256").update(text).digest("hex");
  writeFileSync(path, JSON.stringify({ digest, file: parse(text) }));
  return path;
}

test("what was built of the demo home is the home that its file tells of, pictures and all", () => {
  const built = builtHome(builtOf(readFileSync(DEMO, "utf8")), DEMO, "1.2.3");
  expect(built).toEqual(loadHome(DEMO, "1.2.3"));
  expect(built && "changes" in built && built.changes.length).toBeGreaterThan(10);
});

test("what was built of another text is not taken, and neither is what is broken or not there", () => {
  const broken = join(someFolder(), "broken.json");
  writeFileSync(broken, readFileSync(builtOf(readFileSync(DEMO, "utf8")), "utf8").slice(0, -1));
  expect(builtHome(broken, DEMO, "1.2.3")).toBeUndefined();
  expect(builtHome(builtOf("rooms: []"), DEMO, "1.2.3")).toBeUndefined();
  expect(builtHome("nowhere.json", DEMO, "1.2.3")).toBeUndefined();
  expect(builtHome(builtOf("rooms: []"), "nowhere.yaml", "1.2.3")).toBeUndefined();
});

test("what was built of a home whose pictures are gone is not taken", () => {
  const path = join(someFolder(), "demo.yaml");
  copyFileSync(DEMO, path);
  expect(builtHome(builtOf(readFileSync(DEMO, "utf8")), path, "1.2.3")).toBeUndefined();
});
