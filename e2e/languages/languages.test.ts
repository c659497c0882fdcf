import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { buildDoors, ownEnvironment } from "../support/installed-package.ts";
import { LUXGATE } from "./luxgate.ts";

const run = promisify(execFile);

interface Suite {
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  readonly passes: RegExp;
}

const testFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".test.mjs") ? join(folder, name) : []));

const NODE_TEST = [process.execPath, "--test", "--test-reporter=tap"] as const;

/** Where the runner of a language can, tests run in parallel and in random order. */
const SUITES: Readonly<Record<string, Suite>> = {
  "Python with pytest": {
    folder: "examples/python",
    command: [
      resolve("e2e/languages/.venv/bin/python"),
      "-B",
      "-m",
      "pytest",
      "-q",
      "-p",
      "no:cacheprovider",
      "-n",
      "3",
    ],
    passes: /^8 passed/m,
  },
  "Java with JUnit": { folder: "examples/java", command: ["mvn", "-B", "test"], passes: /Tests run: 7, Failures: 0/ },
  Go: { folder: "examples/go", command: ["go", "test", "-count=1", "-shuffle=on", "./..."], passes: /^ok\s/m },
  Rust: { folder: "examples/rust", command: ["cargo", "test", "--locked"], passes: /^test result: ok\. 7 passed/m },
  Node: {
    folder: ".",
    command: [...NODE_TEST, ...["examples/suite", "examples/goodnight"].flatMap(testFilesIn)],
    passes: /^# pass 24$/m,
  },
  "the browser": { folder: "examples/browser", command: [...NODE_TEST, "client.test.mjs"], passes: /^# pass 8$/m },
};

beforeAll(buildDoors, 300_000);

test.each(Object.entries(SUITES))("the example for %s passes", async (_name, { folder, command, passes }) => {
  const [program, ...args] = command;
  const env = { ...ownEnvironment(), LUXGATE, CHROMIUM: "/usr/bin/chromium" };
  const { stdout } = await run(program, args, { cwd: folder, env });
  expect(stdout).toMatch(passes);
});
