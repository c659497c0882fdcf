import { once } from "node:events";
import { type ReadExport, readExported } from "../exported-home.ts";
import { startThread } from "./start-thread.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.ts";

/** What is smaller is read within a few milliseconds. */
const SMALL_LENGTH = 256 * 1024;

/** Reads an exported home. A large one is read by a thread of its own, while the gateway serves on. */
export async function readInThread(workerPath: string, text: string): Promise<ReadExport> {
  if (text.length <= SMALL_LENGTH) return readExported(text);
  const worker = startThread(workerPath);
  try {
    worker.postMessage({ do: "read-export", text } satisfies WorkerTask);
    const [answer] = (await once(worker, "message")) as [WorkerAnswer];
    if ("read" in answer) return answer.read;
    throw new Error("fault" in answer ? answer.fault : "the thread did not read the export");
  } finally {
    await worker.terminate();
  }
}
