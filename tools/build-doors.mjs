// Writes the types of what other programs import: luxgate/client and luxgate/testing.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { writeTypes } from "./types.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

await writeTypes();
