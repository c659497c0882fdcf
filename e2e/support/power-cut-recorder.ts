import { writeSync } from "node:fs";
import { DirtySet } from "../../src/core/gateway/unstored.ts";
import { MutableHome } from "../../src/core/home/home.ts";
import { openSqliteStore, type SqliteStore } from "../../src/edges/store/thread/sqlite-store.ts";
import { makeAll } from "../../test/support/home/founded-home.ts";
import { SESSIONS, type Step } from "./power-cut-work.ts";

/** A process of its own, whose system calls are recorded: does all the work on a folder, and says how far it is. */
const [, , folder = "", workerPath = ""] = process.argv;
const STANDARD_OUTPUT = 1;
const NEVER_MILLIS = 1_000_000_000;

let number = 0;

async function perform(step: Step, store: SqliteStore, home: MutableHome | undefined) {
  if (step.do === "forget") {
    await store.purgeHistory();
    return home;
  }
  number += 1;
  writeSync(STANDARD_OUTPUT, `begun ${number}\n`);
  const next = await made(step, store, home);
  writeSync(STANDARD_OUTPUT, `done ${number}\n`);
  return next;
}

async function made(step: Exclude<Step, { do: "forget" }>, store: SqliteStore, home: MutableHome | undefined) {
  if (step.do === "begin") {
    await store.begin(step.contents, "the work");
    return new MutableHome(step.contents);
  }
  if (!home) throw new Error("there is no home yet");
  const dirty = new DirtySet();
  dirty.add(makeAll(home, step.changes));
  await store.commit({ writes: dirty.take(), descriptions: step.words });
  return home;
}

for (const session of SESSIONS) {
  const { store, found } = await openSqliteStore({
    folder,
    workerPath,
    version: "1.2.3",
    snapshotMillis: NEVER_MILLIS,
  });
  let home = found.contents && new MutableHome(found.contents);
  for (const step of session) home = await perform(step, store, home);
  await store.close();
}
