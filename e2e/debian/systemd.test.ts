import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAULT_AT_START, injected } from "../support/injected-fault.ts";
import { BootedRoot } from "./support/booted-root.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

let debian: BootedRoot;
beforeAll(async () => {
  debian = await BootedRoot.boot();
});
afterAll(() => debian.remove());

const luxgate = (...words: readonly string[]) => debian.run("runuser", "-u", "luxgate", "--", "luxgate", ...words);
const answers = () => expect.poll(() => statusOf(), { timeout: 120_000, interval: 500 });

function statusOf(): string {
  try {
    return luxgate("status");
  } catch (error) {
    return String(error);
  }
}

test("under systemd the installed service serves at once, is restarted when killed and when upgraded, and stops in order", async () => {
  debian.install(`dist/packages/luxgate_${version}_amd64.deb`);
  await answers().toContain("14 devices");
  expect([debian.service("ActiveState"), debian.service("UnitFileState")]).toEqual(["active", "enabled"]);
  luxgate("room", "add", "Attic");

  debian.run("systemctl", "kill", "--signal=KILL", "luxgate");
  await expect.poll(() => debian.service("NRestarts"), { timeout: 60_000 }).toBe("1");
  await answers().toContain("4 rooms");

  const before = debian.service("MainPID");
  debian.install(`dist/packages/luxgate_${version}+next_amd64.deb`);
  await answers().toContain(`Luxgate ${version}+next`);
  expect(debian.service("MainPID")).not.toBe(before);
  expect(luxgate("rooms")).toContain("Attic");

  debian.run("systemctl", "stop", "luxgate");
  expect([debian.service("Result"), debian.service("ExecMainStatus")]).toEqual(["success", "0"]);
  debian.run("dpkg", "--purge", "luxgate");
  expect(() => debian.run("test", "-e", "/var/lib/luxgate")).toThrow();
});

test("under systemd a service that fails at each start is started again until it succeeds", async () => {
  debian.install(`dist/packages/luxgate_${version}_amd64.deb`);
  await answers().toContain("14 devices");
  // systemd expands what begins with a percent sign.
  const options = injected(FAULT_AT_START).NODE_OPTIONS.replaceAll("%", "%%");
  const settings = "etc/systemd/system/luxgate.service.d/fault.conf";
  debian.write(settings, `[Service]\nEnvironment=NODE_OPTIONS=${options}\n`);
  debian.run("systemctl", "daemon-reload");
  debian.run("systemctl", "kill", "--signal=KILL", "luxgate");
  // By itself systemd gives up after five starts in ten seconds.
  await expect.poll(() => Number(debian.service("NRestarts")), { timeout: 120_000 }).toBeGreaterThan(8);
  debian.run("rm", `/${settings}`);
  debian.run("systemctl", "daemon-reload");
  await answers().toContain("14 devices");
  const journal = debian.run("journalctl", "--unit=luxgate", "--no-pager");
  expect(journal).toContain("status=70");
  expect(journal).toMatch(/Uncaught fault.* Error: injected/);
  debian.run("dpkg", "--purge", "luxgate");
});

test("under systemd a service that hangs is restarted by the watchdog", async () => {
  debian.install(`dist/packages/luxgate_${version}_amd64.deb`);
  expect(debian.service("WatchdogUSec")).toBe("30s");
  debian.write("etc/systemd/system/luxgate.service.d/sooner.conf", "[Service]\nWatchdogSec=5\nTimeoutAbortSec=2\n");
  debian.run("systemctl", "daemon-reload");
  debian.run("systemctl", "restart", "luxgate");
  await answers().toContain("14 devices");
  const hung = debian.service("MainPID");
  debian.run("sh", "-c", `kill -STOP ${hung}`);
  await expect.poll(() => debian.service("NRestarts"), { timeout: 120_000 }).toBe("1");
  await answers().toContain("14 devices");
  expect(debian.service("MainPID")).not.toBe(hung);
  expect(debian.run("journalctl", "--unit=luxgate", "--no-pager")).toContain("Watchdog timeout");
  debian.run("dpkg", "--purge", "luxgate");
});

test("under systemd the service has no capabilities and a filter of system calls", async () => {
  debian.install(`dist/packages/luxgate_${version}_amd64.deb`);
  await answers().toContain("14 devices");
  const status = debian.run("cat", `/proc/${debian.service("MainPID")}/status`);
  expect(status).toMatch(/^CapBnd:\s+0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(status).toMatch(/^Seccomp:\s+2$/m);
});
