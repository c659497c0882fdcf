// Runs with every file of tests: files that share a process share the modules they import, but not the hooks of these.
import { afterAll } from "vitest";
import { removeFolders } from "./store/some-folder.ts";

afterAll(removeFolders);
