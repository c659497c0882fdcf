import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ScheduledBackups } from "../../../../test/support/cli/scheduled-backups.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { backupFolderRefusal } from "./backups.ts";

test("a backup is made at once, then as often as asked for, and the last ones stay", async () => {
  const scheduled = new ScheduledBackups();
  scheduled.start();
  await scheduled.pass(245);
  expect(scheduled.made).toHaveLength(5);
  expect(scheduled.names).toEqual([
    "luxgate-ABCD1234-2026-11-16T22-00-00-000Z.json",
    "luxgate-ABCD1234-2026-11-16T23-00-00-000Z.json",
    "luxgate-ABCD1234-2026-11-17T00-00-00-000Z.json",
  ]);
  expect(readFileSync(join(scheduled.folder, scheduled.names[0] ?? ""), "utf8")).toBe("a whole home");
});

test("a restart makes no backup before its time, and files of others stay", async () => {
  const scheduled = new ScheduledBackups();
  scheduled.start();
  await scheduled.pass(30);
  await scheduled.stop();
  writeFileSync(join(scheduled.folder, "luxgate-FFFF0000-2020-01-01T00-00-00-000Z.json"), "another gateway's");
  scheduled.start();
  await scheduled.pass(1);
  expect(scheduled.made).toHaveLength(1);
  await scheduled.pass(31);
  expect(scheduled.made).toHaveLength(2);
  expect(scheduled.names).toContain("luxgate-FFFF0000-2020-01-01T00-00-00-000Z.json");
});

test("what keeps a backup from being made is told once, and tried again until it is over", async () => {
  const scheduled = new ScheduledBackups();
  mkdirSync(join(scheduled.folder, ".."), { recursive: true });
  writeFileSync(scheduled.folder, "no folder");
  scheduled.start();
  await scheduled.pass(25);
  expect(scheduled.faults).toEqual(["ENOTDIR"]);
  rmSync(scheduled.folder);
  await scheduled.pass(12);
  expect(scheduled.made).toHaveLength(1);
});

test("no backup is made in a folder that others may write to, and the next one is once it is closed", async () => {
  const scheduled = new ScheduledBackups();
  scheduled.start();
  await scheduled.pass(1);
  chmodSync(scheduled.folder, 0o777);
  await scheduled.pass(60);
  expect(scheduled.made).toHaveLength(1);
  expect(scheduled.faults).toEqual([
    `Other users can write to the backup folder ${scheduled.folder} (mode 0777): check that all of its contents are yours, then restrict it with "chmod 700 ${scheduled.folder}"`,
  ]);
  chmodSync(scheduled.folder, 0o700);
  await scheduled.pass(60);
  expect(scheduled.made).toHaveLength(2);
});

test("the condition shows the age of the newest backup, also after a restart, and whether the last attempt failed", async () => {
  const scheduled = new ScheduledBackups();
  scheduled.start();
  await scheduled.pass(30);
  expect(scheduled.condition).toEqual({ everyMillis: 3_600_000, ageMillis: 30 * 60_000, hasFailed: false });
  chmodSync(scheduled.folder, 0o777);
  await scheduled.pass(35);
  expect(scheduled.condition).toMatchObject({ ageMillis: 65 * 60_000, hasFailed: true });
  await scheduled.stop();
  scheduled.start();
  await scheduled.pass(1);
  expect(scheduled.condition).toMatchObject({ ageMillis: 66 * 60_000, hasFailed: true });
  chmodSync(scheduled.folder, 0o700);
  await scheduled.pass(9);
  expect(scheduled.condition).toMatchObject({ ageMillis: 0, hasFailed: false });
});

test("a folder that is not there yet, or whose disk is away, is waited for", () => {
  const place = someFolder();
  symlinkSync(join(place, "away"), join(place, "link"));
  expect([join(place, "not-yet"), join(place, "link")].map(backupFolderRefusal)).toEqual([undefined, undefined]);
  mkdirSync(join(place, "open"));
  chmodSync(join(place, "open"), 0o757);
  for (const path of ["open", "open/below"])
    expect(backupFolderRefusal(join(place, path))).toMatch(/^Other users can write to .*chmod/);
  expect(backupFolderRefusal(join(place, "open", "below"))).toContain("--backup-dir");
});

test("backups that a clock made which was ahead keep no backup from being made, and push none out", async () => {
  const scheduled = new ScheduledBackups();
  mkdirSync(scheduled.folder, { recursive: true, mode: 0o700 });
  for (const hour of ["01", "02", "03"]) {
    writeFileSync(join(scheduled.folder, `luxgate-ABCD1234-2030-01-01T${hour}-00-00-000Z.json`), "made early");
  }
  scheduled.start();
  await scheduled.pass(30);
  expect(scheduled.made).toHaveLength(1);
  await scheduled.pass(65);
  expect(scheduled.names.filter((name) => name.includes("2026"))).toHaveLength(2);
});

test("a gateway that was reset makes backups under its new id, and leaves those of the old one", async () => {
  const scheduled = new ScheduledBackups();
  scheduled.start();
  await scheduled.pass(1);
  scheduled.gatewayId = "FFFF0000";
  await scheduled.pass(300);
  expect(scheduled.names.filter((name) => name.includes("ABCD1234"))).toHaveLength(1);
  expect(scheduled.names.filter((name) => name.includes("FFFF0000"))).toHaveLength(3);
});
