import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ControlledHome } from "./support/controlled-home.ts";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";
import { SCRIPT_PROGRAM, Terminal } from "./support/terminal.ts";

// Where the tests themselves are run by nohup, a shell has noted so in their environment.
beforeAll(() => {
  Reflect.deleteProperty(process.env, "_");
});

/** What the next gateway on a folder finds there. */
async function roomsIn(folder: string): Promise<string> {
  const next = await ControlledHome.start({ folder });
  return (await next.luxgate("rooms")).output;
}

/** One that has ended and was not asked how is no longer running. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, "utf8"));
}

/** Settles once a process is gone; its parent may be anybody. */
async function isGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid)).toBe(false);
}

test("SIGHUP ends a program at a terminal in good order, also when it comes twice, as a shell sends it again", async () => {
  const folder = temporaryFolder();
  const terminal = new Terminal(["serve", ...FREE_PORTS_HERE, "--data-dir", folder]);
  const pid = Number((await terminal.says(/kill -USR2 (\d+)/))[1]);
  expect(await Program.start(["room", "add", "Hall"], { LUXGATE_DATA_DIR: folder }).end()).toBe(0);
  process.kill(pid, "SIGHUP");
  process.kill(pid, "SIGHUP");
  await terminal.says(/Stopping\./);
  await isGone(pid);
  expect(existsSync(join(folder, "control.sock"))).toBe(false);
  expect(await roomsIn(folder)).toContain("Hall");
});

test("a gateway whose terminal is closed stops in good order", async () => {
  const folder = temporaryFolder();
  const terminal = new Terminal(["serve", ...FREE_PORTS_HERE, "--data-dir", folder]);
  const pid = Number((await terminal.says(/kill -USR2 (\d+)/))[1]);
  const room = Program.start(["room", "add", "Hall"], { LUXGATE_DATA_DIR: folder });
  expect(await room.end()).toBe(0);
  terminal.close();
  await isGone(pid);
  expect(existsSync(join(folder, "control.sock"))).toBe(false);
  expect(await roomsIn(folder)).toContain("Hall");
});

test.each([
  ["nohup, as bash runs it", "bash", "nohup $LUXGATE > $LOG 2>&1 < /dev/null & echo $!; wait"],
  ["nohup in a script", "sh", "trap '' HUP; $LUXGATE > $LOG 2>&1 < /dev/null & echo $!; wait"],
])(
  "a gateway that was started to live on (%s) does not stop on SIGHUP, but on SIGTERM",
  async (_how, shell, script) => {
    const folder = temporaryFolder();
    const logFile = join(folder, "log");
    const program = [
      process.execPath,
      "dist/luxgate.js",
      "serve",
      ...FREE_PORTS_HERE,
      "--data-dir",
      join(folder, "state"),
    ];
    const { PATH } = process.env;
    const child = spawn(shell, ["-c", script], { env: { PATH, LUXGATE: program.join(" "), LOG: logFile } });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    const pid = await new Promise<number>((resolve) => child.stdout.once("data", (line) => resolve(Number(line))));
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    });
    const log = () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : "");
    await expect.poll(log).toContain("kill -USR2");
    process.kill(pid, "SIGHUP");
    const pressed = Program.start(["press"], { LUXGATE_DATA_DIR: join(folder, "state") });
    expect(await pressed.end()).toBe(0);
    expect(log()).not.toContain("Stopping.");
    process.kill(pid, "SIGTERM");
    await isGone(pid);
    expect(log()).toContain("Stopping.");
  },
);

test("nohup at a terminal is known by what it puts in the place of the terminal's input", async () => {
  const folder = temporaryFolder();
  const state = join(folder, "state");
  const logFile = join(folder, "log");
  const serve = [process.execPath, "dist/luxgate.js", "serve", ...FREE_PORTS_HERE, "--data-dir", state].join(" ");
  const { PATH } = process.env;
  const command = `unset _; exec nohup ${serve} > ${logFile} 2>&1`;
  const script = spawn(SCRIPT_PROGRAM, ["--quiet", "--command", command, "/dev/null"], {
    env: { PATH, SHELL: "/bin/sh" },
  });
  onTestFinished(() => {
    script.kill("SIGKILL");
  });
  const log = () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : "");
  await expect.poll(log).toContain("kill -USR2");
  const pid = Number(/kill -USR2 (\d+)/.exec(log())?.[1]);
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, "SIGKILL");
  });
  script.kill("SIGKILL");
  process.kill(pid, "SIGHUP");
  const pressed = Program.start(["press"], { LUXGATE_DATA_DIR: state });
  expect(await pressed.end()).toBe(0);
  expect(isRunning(pid)).toBe(true);
  process.kill(pid, "SIGTERM");
  await isGone(pid);
});
