import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { STORE_WORKER } from "../../../runtime/package.ts";
import { startThread } from "./start-thread.ts";

/** What a thread writes to standard error from its start to its end. */
async function errorsOf(worker: Worker): Promise<string> {
  const errors = text(worker.stderr);
  const exited = once(worker, "exit");
  worker.postMessage({ do: "close" });
  await exited;
  return errors;
}

test("the store's thread loads SQLite without a word", async () => {
  expect(await errorsOf(startThread(STORE_WORKER, { stderr: true }))).toBe("");
});

test("SQLite is the only experimental feature that the flag of the store's thread hides", async () => {
  const errors = await errorsOf(new Worker(STORE_WORKER, { stderr: true, execArgv: [] }));
  const features = [...errors.matchAll(/ExperimentalWarning: (\w+)/g)].map(([, feature]) => feature);
  expect(["", "SQLite"]).toContain(features.join());
});
