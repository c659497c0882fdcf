import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** In memory where the system has such a place: thousands of folders that are synced at every step take their time. */
const ROOT = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "luxgate-test-"));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

/** A new folder, gone after the tests of the file. */
export const someFolder = (): string => mkdtempSync(join(ROOT, "state-"));
