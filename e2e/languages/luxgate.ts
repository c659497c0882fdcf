import { resolve } from "node:path";
import { HEAP_FLAGS } from "../../test/support/heap-flags.ts";

/** What the fixtures start as `luxgate`. */
export const LUXGATE = [process.execPath, ...HEAP_FLAGS, resolve("dist/luxgate.js")].join(" ");
