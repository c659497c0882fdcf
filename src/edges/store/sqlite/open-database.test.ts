import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { Connection } from "./connection.ts";
import { prepare } from "./open-database.ts";

test("a commit is synced, on macOS through the disk's own cache, and so is a checkpoint", () => {
  const connection = new Connection(join(someFolder(), "home.db"));
  onTestFinished(() => connection.close());
  prepare(connection);
  const settings = ["journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync"];
  expect(settings.map((name) => connection.setting(name))).toEqual(["wal", 2, 1, 1]);
});
