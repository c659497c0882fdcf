// Runs with every file of tests: files that share a process share the modules they import, but not the hooks of these.
import fc from "fast-check";
import { afterAll } from "vitest";
import { USUAL_RUNS } from "./depth.ts";
import { removeFolders } from "./store/some-folder.ts";

fc.configureGlobal({ numRuns: USUAL_RUNS });
afterAll(removeFolders);
