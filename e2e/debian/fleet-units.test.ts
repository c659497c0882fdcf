import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BootedRoot } from "./support/booted-root.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const UNITS = "/usr/share/doc/luxgate/deploy/nats";
/** What docs/fleet.md tells to run on each server. */
const [, START_SERVER = ""] = /```\n(useradd .*?)```/s.exec(readFileSync("docs/fleet.md", "utf8")) ?? [];

let debian: BootedRoot;
beforeAll(async () => {
  debian = await BootedRoot.boot();
});
afterAll(() => debian.remove());

const fleet = (...words: readonly string[]) => debian.run("luxgate", "fleet", ...words, "--folder", "/root/fleet");
const soon = (found: () => string) => expect.poll(() => attempted(found), { timeout: 120_000, interval: 500 });

function attempted(found: () => string): string {
  try {
    return found();
  } catch (error) {
    return String(error);
  }
}

test("under systemd the units of a fleet's server and front serve a gateway, and are restarted when killed", async () => {
  debian.install(`dist/packages/luxgate_${version}_amd64.deb`);
  const nats = execFileSync(process.execPath, ["tools/nats-server.mjs"], { encoding: "utf8" }).trim();
  cpSync(nats, join(debian.folder, "usr/local/bin/nats-server"));
  debian.run("sh", "-c", `cp ${UNITS}/*.service /root/ && systemd-analyze verify /root/*.service`);
  debian.run("luxgate", "fleet", "init", "/root/fleet", "--hosts", "127.0.0.1");
  debian.run("cp", "-r", "/root/fleet/servers/one-node", "/etc/nats");
  debian.run("sh", "-ec", `cd /root\n${START_SERVER}`);
  await soon(() => fleet("setup")).toContain("The fleet is set up.");

  const credentials = (printed: string): string => JSON.parse(printed).credentials;
  const own = credentials(fleet("add", "Floor 1", "--json"));
  debian.run("install", "-o", "luxgate", "-m", "600", own, "/etc/luxgate/floor-1.creds");
  debian.write(
    "etc/luxgate/luxgate.env",
    "LUXGATE_FLEET=nats://127.0.0.1\nLUXGATE_FLEET_CREDENTIALS=/etc/luxgate/floor-1.creds\n",
  );
  debian.run("systemctl", "restart", "luxgate");
  await soon(() => fleet("gateways")).toMatch(/^Floor 1 +online/m);

  const ofFront = credentials(fleet("add-front", "Front 1", "--json"));
  debian.run("install", "-m", "600", ofFront, "/etc/luxgate/front.creds");
  // The gateway on the same machine has the usual ports.
  const ports = ["HTTP_PORT=8081", "MQTT_PORT=1884", "DISCOVERY_PORT=9002"].map((port) => `LUXGATE_${port}\n`);
  debian.write("etc/luxgate/front.env", `LUXGATE_NATS=nats://127.0.0.1:4222\n${ports.join("")}`);
  debian.run("cp", "/root/luxgate-front.service", "/etc/systemd/system/");
  debian.run("systemctl", "enable", "--now", "luxgate-front");
  const lights = () => debian.run("luxgate", "get", "lights", "--url", "http://127.0.0.1:8081");
  await soon(lights).toContain("Reading lamp");

  for (const unit of ["nats-server", "luxgate-front"]) {
    const status = debian.run("cat", `/proc/${debian.service("MainPID", unit)}/status`);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(status).not.toMatch(/^Uid:\s+0\b/m);
    debian.run("systemctl", "kill", "--signal=KILL", unit);
    await soon(() => debian.service("NRestarts", unit)).toBe("1");
    await soon(() => fleet("gateways")).toMatch(/^Floor 1 +online/m);
    await soon(lights).toContain("Reading lamp");
  }
  debian.run("systemctl", "reload", "nats-server");
  expect(debian.run("journalctl", "--unit=nats-server", "--no-pager")).toContain("Reloaded server configuration");
  debian.run("systemctl", "restart", "nats-server");
  await soon(() => fleet("set", "Reading lamp", "on", "41%")).toMatch(/^Reading lamp: on 41%/);
  await soon(lights).toMatch(/^Reading lamp .*on 41%/m);

  expect(debian.run("journalctl", "--unit=luxgate-front", "--no-pager")).not.toContain("id: ");
  debian.run("systemctl", "stop", "luxgate-front", "nats-server");
  for (const unit of ["nats-server", "luxgate-front"]) {
    expect([debian.service("Result", unit), debian.service("ExecMainStatus", unit)]).toEqual(["success", "0"]);
  }
});
