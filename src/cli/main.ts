import { SqliteStore } from "../store/sqlite-store.ts";
import { STORE_WORKER } from "./package.ts";
import { keepHeapSmall } from "./small-heap.ts";

// The stored home is what serving waits for longest: its thread gets ready while the rest of the program is loaded.
const store = process.argv[2] === "serve" ? SqliteStore.start(STORE_WORKER, keepHeapSmall) : undefined;
const { runProgram } = await import("./program.ts");
await runProgram(store);
