import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

/** A command from its start to its end, with nothing on its standard input. */
async function ended(...args: readonly string[]) {
  const program = Program.start(args);
  program.process.stdin?.end();
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

const FREE = ["--http-port", "0", "--discovery-port", "0", "--mqtt-port", "0", "--no-mdns", "--host", "127.0.0.1"];
const serving = (...args: readonly string[]) => ended("serve", ...FREE, "--data-dir", temporaryFolder(), ...args);

/** A pipe that nobody writes to: whoever waits for it waits for ever. */
function silentPipe(): string {
  const path = join(temporaryFolder(), "pipe");
  spawnSync("mkfifo", [path]);
  return path;
}

function largeFile(bytes: number): string {
  const path = join(temporaryFolder(), "large");
  writeFileSync(path, "");
  truncateSync(path, bytes);
  return path;
}

test.each([
  ["a pipe that nobody writes to", silentPipe, "this is a pipe; expected a file"],
  ["a device that never ends", () => "/dev/zero", "this is a device; expected a file"],
  ["a terabyte", () => largeFile(2 ** 40), "it is larger than the limit of 8 MiB"],
  ["a folder", () => temporaryFolder(), "this is a folder; expected a file"],
])("%s as a home file is refused in one line", async (_what, make, words) => {
  const path = make();
  expect(await serving("--home", path)).toEqual({ code: 1, output: "", errors: `${path}: ${words}\n` });
});

test("the same holds for recordings, certificates, imports and scripts", async () => {
  const pipe = silentPipe();
  const words = "this is a pipe; expected a file";
  expect(await serving("--backend", `replay:${pipe}`)).toMatchObject({ code: 1, errors: `${pipe}: ${words}\n` });
  expect((await serving("--mqtt-ca", pipe)).errors).toContain(`with a certificate in PEM (${words}).`);
  const folder = ["--data-dir", temporaryFolder()];
  expect(await ended("import", pipe, ...folder)).toMatchObject({ code: 1, errors: `${pipe}: ${words}\n` });
  expect(await ended("sim", "play", pipe, ...folder)).toMatchObject({ code: 1, errors: `${pipe}: ${words}\n` });
});

test("standard input that never ends is read up to what a gateway takes", async () => {
  const command = ["sh", "-c", `exec ${process.execPath} dist/luxgate.js "$@" < /dev/zero`, "sh"];
  const program = Program.startAs({ command }, ["import", "-", "--data-dir", temporaryFolder()]);
  expect(await program.end()).toBe(1);
  expect(program.errors).toBe("-: it is larger than the limit of 64 MiB\n");
});

test("a large home file is said to be read before it is, and of its problems a hundred are told", async () => {
  const path = join(temporaryFolder(), "home.yaml");
  writeFileSync(path, `devices:\n${"  - {nam: A, prodct: spot}\n".repeat(12_000)}`);
  const { code, output, errors } = await serving("--home", path);
  expect([code, output]).toEqual([1, `Reading ${path} (317 KiB) …\n`]);
  const lines = errors.trimEnd().split("\n");
  expect(lines).toHaveLength(101);
  expect(lines[0]).toBe(`${path}:2:5: "name" is missing; expected a name of 1 to 128 characters`);
  expect(lines.at(-1)).toMatch(/:\d+:\d+: and more problems: only the first 100 are shown$/);
});

test("a home file that is nested without end is told with line and column", async () => {
  const path = join(temporaryFolder(), "home.yaml");
  writeFileSync(path, `rooms: ${"[".repeat(200_000)}`);
  const { code, errors } = await serving("--home", path);
  expect([code, errors]).toEqual([1, `${path}:1:71: nested deeper than 64 levels; expected fewer\n`]);
});
