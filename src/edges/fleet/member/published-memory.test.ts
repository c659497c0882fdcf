import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { temporaryFolder } from "../../../../test/support/gateway/operated-gateway.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import { PublishedMemory } from "./published-memory.ts";

interface Given {
  readonly bootId?: string;
  readonly gatewayId?: string;
  readonly clock?: ManualClock;
}

async function opened(folder: string, given: Given = {}): Promise<PublishedMemory> {
  const memory = await PublishedMemory.open({
    folder,
    gatewayId: "g1",
    bootId: "boot",
    clock: new ManualClock(),
    queue: new StepQueue(() => 0, { sliceMillis: 1 }),
    ...given,
  });
  onTestFinished(() => memory.close().catch(() => undefined));
  return memory;
}

/** What the next process would have if this one were killed now. */
function afterKill(folder: string, given: Given = {}): Promise<PublishedMemory> {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return opened(copy, given);
}

const KEY = "lights.A";
const logIn = (folder: string): string => join(folder, "fleet-published.log");
const linesIn = (folder: string): number => readFileSync(logIn(folder), "utf8").split("\n").length - 1;

test("an entry is uncertain from the moment it is to be put, and certain once it is acknowledged", async () => {
  const folder = temporaryFolder();
  const clock = new ManualClock();
  const memory = await opened(folder, { clock });
  await memory.intend([KEY]);
  expect((await afterKill(folder)).published(KEY)).toMatchObject({ digest: "", revision: 0 });
  memory.settle(KEY, { digest: "one", revision: 5 });
  clock.advance(10_000);
  await memory.intend([]);
  expect((await afterKill(folder)).published(KEY)).toMatchObject({ digest: "one", revision: 5 });
});

test("an entry that changes all the time takes no line for each change", async () => {
  const folder = temporaryFolder();
  const memory = await opened(folder);
  for (let revision = 1; revision < 100; revision += 1) {
    await memory.intend([KEY]);
    memory.settle(KEY, { digest: String(revision), revision });
  }
  expect(linesIn(folder)).toBe(2);
  await memory.close();
  expect((await opened(folder)).published(KEY)).toMatchObject({ digest: "99", revision: 99 });
});

test("what was deleted is forgotten, and its revision still counts as the highest", async () => {
  const folder = temporaryFolder();
  const memory = await opened(folder);
  await memory.intend([KEY]);
  memory.forget(KEY, 9);
  await memory.close();
  const again = await opened(folder);
  expect([...again.keys()]).toEqual([]);
  expect(again.highest).toBe(9);
});

test("a log that was not closed is trusted for as long as the machine runs, and a closed one ever after", async () => {
  const folder = temporaryFolder();
  const memory = await opened(folder);
  const { epoch } = memory;
  await memory.intend([KEY]);
  expect((await afterKill(folder)).epoch).toBe(epoch);
  expect((await afterKill(folder, { bootId: "another" })).epoch).not.toBe(epoch);
  await memory.close();
  expect((await afterKill(folder, { bootId: "another" })).epoch).toBe(epoch);
});

test("what another gateway has published is nothing to this one", async () => {
  const folder = temporaryFolder();
  const memory = await opened(folder);
  await memory.intend([KEY]);
  const other = await afterKill(folder, { gatewayId: "g2" });
  expect([other.isEmpty, other.epoch === memory.epoch]).toEqual([true, false]);
});

test("nothing may be put while the folder is gone, and all is written when it is back", async () => {
  const folder = temporaryFolder();
  const memory = await opened(folder);
  await memory.intend([KEY]);
  // As when the disk is full: the file is to be written anew, and cannot be.
  await memory.close();
  const again = await opened(folder);
  rmSync(folder, { recursive: true });
  await expect(again.renew()).rejects.toThrow(/ENOENT/);
  await expect(again.intend(["lights.B"])).rejects.toThrow(/ENOENT/);
  mkdirSync(folder);
  await again.intend(["lights.C"]);
  expect([...(await afterKill(folder)).keys()].toSorted()).toEqual(["lights.B", "lights.C"]);
});

test("the file stays small, however long it is written to", async () => {
  const folder = temporaryFolder();
  const memory = await opened(folder);
  for (let revision = 1; revision < 6_000; revision += 1) {
    await memory.intendPresence(`id ${revision}`, revision - 1);
    await memory.settlePresence(revision);
  }
  expect(linesIn(folder)).toBeLessThan(10_010);
  expect((await afterKill(folder)).published("presence")).toMatchObject({ digest: "", revision: 5_999 });
});
