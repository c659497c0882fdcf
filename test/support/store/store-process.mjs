// A process of its own that opens a state folder as a gateway does, says what came of it, and keeps it until it is
// ended.
import { Worker } from "node:worker_threads";

const [, , workerPath, folder] = process.argv;
const worker = new Worker(workerPath);
worker.on("message", (answer) => process.stdout.write(`${"fault" in answer ? answer.fault : "open"}\n`));
worker.postMessage({ do: "open", folder, version: "1.2.3-test", snapshotMillis: 60_000 });
