import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { LogSettings } from "./log.ts";
import type { LogEntry } from "./log-format.ts";

/** Logs what it is sent, one call a message, and says how much then waits to be written; a single text is the last line. */
const PROGRAM = `
  import { log, logEntries, logLast, setUpLog } from "${new URL("./log.ts", import.meta.url)}";
  setUpLog(JSON.parse(process.argv[2]));
  process.on("message", (calls) => {
    if (typeof calls === "string") logLast(calls);
    else for (const lines of calls) typeof lines[0] === "string" ? log(...lines) : logEntries(lines);
    process.send(process.stdout.writableLength);
  });
`;
const MAX_WAITING_BYTES = 256 * 1024;
const LINE = "x".repeat(1_023);
const folder = mkdtempSync(join(tmpdir(), "luxgate-log-"));
const program = join(folder, "program.mjs");

beforeAll(() => writeFileSync(program, PROGRAM));

afterAll(() => rmSync(folder, { recursive: true }));

/** What stands before each event. */
const BEGINNING = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:info |warn |error) /;

/** A process that logs to a pipe; nobody reads it until it is asked for. */
class Logger {
  readonly #process: ChildProcess;
  readonly #output: Readable;
  #text = "";

  constructor(settings: Partial<LogSettings> = {}) {
    const given = JSON.stringify({ logFormat: "text", logLevel: "info", ...settings });
    this.#process = spawn(process.execPath, [program, given], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
    if (!this.#process.stdout) throw new Error("there is no pipe to read");
    this.#output = this.#process.stdout.setEncoding("utf8");
    onTestFinished(() => {
      this.#process.kill("SIGKILL");
    });
  }

  /** How many bytes wait once it has logged these lines, each by itself. */
  logs(lines: readonly string[]): Promise<number> {
    return this.logsAtOnce(...lines.map((line) => [line]));
  }

  async logsAtOnce(...calls: readonly (readonly (string | LogEntry)[])[]): Promise<number> {
    this.#process.send(calls);
    const [waiting] = await once(this.#process, "message");
    return waiting;
  }

  /** How many bytes wait once it has logged its last line. */
  async logsLast(line: string): Promise<number> {
    this.#process.send(line);
    const [waiting] = await once(this.#process, "message");
    return waiting;
  }

  /** Logs until not another line may wait. */
  async fill(): Promise<void> {
    while ((await this.logs([LINE])) <= MAX_WAITING_BYTES);
  }

  readerLeaves(): void {
    this.#output.destroy();
  }

  /** Everything in its log up to a line that fits; without what stands before each line. */
  async readUntil(last: RegExp): Promise<readonly string[]> {
    const lines = await this.readRawUntil(last);
    return lines.map((line) => line.replace(BEGINNING, ""));
  }

  async readRawUntil(last: RegExp): Promise<readonly string[]> {
    for (;;) {
      const lines = this.#text.split("\n").slice(0, -1);
      if (lines.some((line) => last.test(line))) return lines;
      const text = this.#output.read();
      if (text === null) await once(this.#output, "readable");
      else this.#text += text;
    }
  }
}

test("each line is one line, without anything that would disturb a terminal", async () => {
  const logger = new Logger();
  await logger.logsAtOnce(["one", "two\nlines"], ["red\u001b[31m\r"], ["end"]);
  expect(await logger.readUntil(/end$/)).toEqual(["one", "two lines", "red [31m ", "end"]);
});

test("a log that nobody reads takes so much memory and no more, and says what was lost once it is read", async () => {
  const logger = new Logger();
  const numbered = Array.from({ length: 2_000 }, (_, index) => `${index} ${LINE}`);
  for (let round = 0; round < 5; round += 1) {
    expect(await logger.logs(numbered)).toBeLessThan(MAX_WAITING_BYTES + 2_000);
  }
  const lines = await logger.readUntil(/dropped/);
  const loss = lines.at(-1);
  const kept = lines.slice(0, -1);
  expect(loss).toBe(`… ${5 * 2_000 - kept.length} lines were dropped because the log was not read.`);
  expect(kept).toEqual(numbered.slice(0, kept.length));
  expect(kept.length * LINE.length).toBeGreaterThan(MAX_WAITING_BYTES);
  await logger.logs(["after"]);
  expect((await logger.readUntil(/after$/)).slice(lines.length)).toEqual(["after"]);
});

test.each([
  [["one"], "… 1 line was dropped because the log was not read."],
  [["one", "two", "three"], "… 3 lines were dropped because the log was not read."],
])("of a call, each line is counted that is lost: %j", async (lines, loss) => {
  const logger = new Logger();
  await logger.fill();
  await logger.logsAtOnce(lines);
  expect((await logger.readUntil(/dropped/)).at(-1)).toBe(loss);
});

test("the last line of all is written however much waits, behind the count of those that are lost", async () => {
  const logger = new Logger();
  await logger.fill();
  await logger.logs(["one", "two"]);
  await logger.logsLast("Fault\n at end");
  expect((await logger.readUntil(/end$/)).slice(-2)).toEqual([
    "… 2 lines were dropped because the log was not read.",
    "Fault  at end",
  ]);
});

test("when the reader leaves for good, nothing piles up", async () => {
  const logger = new Logger();
  await logger.fill();
  logger.readerLeaves();
  await expect.poll(() => logger.logs([LINE, LINE, LINE])).toBeLessThan(4 * 1_024);
});

test("each event has its time and its level before it, each line of it", async () => {
  const logger = new Logger();
  const before = Date.now();
  await logger.logsAtOnce([
    { level: "info", message: "ready", details: ["  at  home"] },
    { level: "warn", message: "odd" },
    { level: "error", message: "end" },
  ]);
  const lines = await logger.readRawUntil(/end$/);
  expect(lines.map((line) => line.slice(20))).toEqual(["info  ready", "info    at  home", "warn  odd", "error end"]);
  for (const line of lines) {
    const atMillis = new Date(line.slice(0, 19)).getTime();
    expect(atMillis).toBeGreaterThan(before - 1_000);
    expect(atMillis).toBeLessThanOrEqual(Date.now());
  }
});

/** What would disturb a terminal, or begin another line. */
const ODD = "red\u001b[31m\nline\u009b31m\u202e\u2028\u2029\u200f";

test("as JSON, each event is one object with the names of pino, whatever is in it", async () => {
  const logger = new Logger({ logFormat: "json" });
  await logger.logsAtOnce([
    { level: "info", message: `${ODD} "quoted"`, fields: { code: 0 } },
    { level: "warn", message: "ready", details: ["  at  home"] },
    { level: "error", message: "end" },
  ]);
  const lines = await logger.readRawUntil(/"end"/);
  expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  const entries = lines.map((line) => JSON.parse(line));
  const common = { time: expect.any(Number), pid: expect.any(Number), hostname: hostname() };
  expect(entries).toEqual([
    { level: 30, ...common, code: 0, msg: `${ODD} "quoted"` },
    { level: 40, ...common, details: ["at  home"], msg: "ready" },
    { level: 50, ...common, msg: "end" },
  ]);
});

test.each([
  ["info", ["one", "two", "end"]],
  ["warn", ["two", "end"]],
  ["error", ["end"]],
] as const)("what is below the level %s is not logged", async (logLevel, expected) => {
  const logger = new Logger({ logLevel });
  await logger.logsAtOnce([
    { level: "info", message: "one" },
    { level: "warn", message: "two" },
    { level: "error", message: "end" },
  ]);
  expect(await logger.readUntil(/end$/)).toEqual(expected);
});
