import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";

/** How long the stand-in for systemd waits for a sign of life. */
const WATCHDOG_SECONDS = "4";

/** The built program under a stand-in for systemd, which restarts it when it hangs. */
function serveAsService(): Program {
  const gateway = [process.execPath, "--require", "./e2e/support/hang-on-signal.cjs", "dist/luxgate.js"];
  const command = ["python3", "-u", "e2e/support/service-manager.py", WATCHDOG_SECONDS, ...gateway];
  const service = Program.startAs({ command }, ["serve", ...FREE_PORTS_HERE, "--data-dir", temporaryFolder()]);
  onTestFinished(() => {
    const pids = [...service.output.matchAll(/^started (\d+)$/gm)].map(([, pid]) => Number(pid));
    for (const pid of pids) end(pid);
  });
  return service;
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** The process that was started last, once it is ready and its watchdog was fed, so many times over. */
async function readyAfter(service: Program, starts: number): Promise<number> {
  const round = "started (\\d+)\\n[^]*?READY=1\\n[^]*?WATCHDOG=1\\n";
  const match = await service.says(new RegExp(`^[^]*?${Array.from({ length: starts }, () => round).join("[^]*?")}`));
  return Number(match[starts]);
}

test("a gateway that hangs, stopped or in an endless loop, is restarted by the watchdog of its service manager", async () => {
  const service = serveAsService();
  const first = await readyAfter(service, 1);
  expect(service.output).toContain(`MAINPID=${first}\nREADY=1\nSTATUS=Serving on port `);
  process.kill(first, "SIGSTOP");
  const second = await readyAfter(service, 2);
  expect(service.output).toContain(`hangs ${first}\n`);
  process.kill(second, "SIGWINCH");
  const third = await readyAfter(service, 3);
  expect(service.output).toContain(`hangs ${second}\n`);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await service.stop()).toBe(0);
  expect(service.output).toMatch(/^STOPPING=1\n(.*\n)*ended 0$/m);
});

test("a service manager that cannot be told costs a line in the log and nothing else", async () => {
  const folder = temporaryFolder();
  const program = Program.startAs({ environment: { NOTIFY_SOCKET: join(folder, "none.sock"), PATH: folder } }, [
    ...["serve", ...FREE_PORTS_HERE, "--data-dir", join(folder, "state")],
  ]);
  await program.says(/The service manager cannot be notified that the gateway is ready.*systemd-notify: ENOENT/);
  const { url } = await program.ready();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

test("luxgate status says by its exit code whether the gateway is ready, runs at all, or does not", async () => {
  const folder = join(temporaryFolder(), "state");
  mkdirSync(folder, { mode: 0o700 });
  const status = () => Program.start(["status", "--data-dir", folder]);
  expect(await status().end()).toBe(1);
  const taken = createSocket("udp4").bind(0);
  await once(taken, "listening");
  const program = Program.start([
    ...["serve", ...FREE_PORTS_HERE, "--data-dir", folder],
    ...["--discovery-port", String(taken.address().port)],
  ]);
  const [, url] = await program.says(/is ready at (http:\/\/\S+)/);
  const notReady = status();
  expect(await notReady.end()).toBe(2);
  expect(notReady.output).toMatch(/^ {2}not ready +the discovery port is not open$/m);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  await new Promise<void>((resolve) => void taken.close(resolve));
  await program.says(/Discovery is available again/);
  const ready = status();
  expect(await ready.end()).toBe(0);
  expect(ready.output).not.toContain("not ready");
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
