import { SqliteStore } from "../../edges/store/thread/sqlite-store.ts";
import { STORE_WORKER } from "../../runtime/package.ts";

// The stored home is what serving waits for longest: its thread gets ready while the rest of the program is loaded.
const store = process.argv[2] === "serve" ? SqliteStore.start(STORE_WORKER) : undefined;
const { runProgram } = await import("./program.ts");
await runProgram(store);
