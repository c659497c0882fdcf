import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CountingClock } from "../../../../test/support/gateway/counting-clock.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import { Backups, backupFolderRefusal } from "./backups.ts";

const HOUR_MILLIS = 3_600_000;

/** Backups into a folder, every hour, by a clock that the test drives. */
class ScheduledBackups {
  readonly clock = new CountingClock();
  readonly folder = join(someFolder(), "backups");
  readonly faults: string[] = [];
  readonly made: string[] = [];
  readonly #startMillis = Date.parse("2026-11-16T20:00:00.000Z");
  #backups: Backups | undefined;

  start(): void {
    this.#backups = new Backups({
      folder: this.folder,
      everyMillis: HOUR_MILLIS,
      keep: 3,
      gatewayId: "ABCD1234",
      pieces: () => ["a whole ", "home"],
      clock: this.clock,
      today: () => new Date(this.#startMillis + this.clock.now() - 1_000),
      onMade: (path) => this.made.push(path),
      onFault: (fault) => this.faults.push(fault),
    });
    onTestFinished(() => this.stop());
  }

  async stop(): Promise<void> {
    await this.#backups?.stop();
  }

  /** Minute after minute, with everything done that is due. */
  async pass(minutes: number): Promise<void> {
    await this.#looked();
    for (let minute = 0; minute < minutes; minute += 1) {
      this.clock.advance(60_000);
      await this.#looked();
    }
  }

  /** Once the next look is waited for. */
  async #looked(): Promise<void> {
    while (this.clock.pendingAlarms === 0) await settled();
  }

  get names(): readonly string[] {
    return readdirSync(this.folder).sort();
  }
}

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
