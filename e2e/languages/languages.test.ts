import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    passes: /^9 passed/m,
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

const folder = mkdtempSync(join(tmpdir(), "luxgate-languages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program in a folder whose name has a space. */
function programThat(name: string, does: string): string {
  const path = join(folder, "of tests", name);
  mkdirSync(join(folder, "of tests"), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  return `'${path}'`;
}

/** As on a machine behind a proxy, where the token of sandboxes is chosen. */
const AROUND = {
  LUXGATE_SANDBOX_TOKEN: "0123456789abcdef",
  http_proxy: "http://127.0.0.1:9",
  HTTP_PROXY: "http://127.0.0.1:9",
  CHROMIUM: "/usr/bin/chromium",
};

beforeAll(buildDoors, 300_000);

async function ran({ folder: cwd, command: [program, ...args] }: Suite, luxgate: string): Promise<string> {
  const { stdout } = await run(program, args, { cwd, env: { ...ownEnvironment(), ...AROUND, LUXGATE: luxgate } });
  return stdout;
}

test.each(Object.entries(SUITES))("the example for %s passes", async (_name, suite) => {
  expect(await ran(suite, programThat("luxgate", `exec ${LUXGATE} "$@"`))).toMatch(suite.passes);
});

/** All but those that start the gateway themselves. */
const FIXTURES = Object.entries(SUITES).filter(([name]) => name !== "Node");

/** All that a run that failed has printed. */
const failureOf = async (suite: Suite, luxgate: string): Promise<string> =>
  ran(suite, luxgate).then(
    () => "the run did not fail",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );

describe.each(FIXTURES)("the fixture for %s", (_name, suite) => {
  test("says why the sandbox did not start", async () => {
    const luxgate = programThat("no-start", "echo 'homes/none.yaml: no file at this path' >&2; exit 1");
    expect(await failureOf(suite, luxgate)).toMatch(/The sandbox did not start: homes\/none\.yaml: no file/);
  });

  test("fails the run if the sandbox ends with an error", async () => {
    const luxgate = programThat("bad-end", `${LUXGATE} "$@"; echo 'The client did something else' >&2; exit 1`);
    expect(await failureOf(suite, luxgate)).toMatch(/The sandbox ended with an error: The client did something else/);
  });
});
