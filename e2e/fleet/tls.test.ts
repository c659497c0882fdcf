import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CertificateAuthority } from "../../test/support/http/certificate-authority.ts";
import { ConfiguredServers } from "../../test/support/nats/configured-servers.ts";
import { freePorts, NatsServer } from "../../test/support/nats/nats-servers.ts";
import { FleetOperator } from "../support/fleet-operator.ts";
import { Hotel } from "../support/hotel.ts";
import { FREE_PORTS_HERE, Program } from "../support/program.ts";

const HOSTS = ["nats-1.lan", "nats-2.lan", "nats-3.lan"];
const UNKNOWN = "certificate is not signed by the CA";

const asTls = (url: string): string => url.replace("nats:", "tls:");

async function lightsAt(url: string): Promise<readonly { readonly id: string }[]> {
  const answer = await fetch(`${url}/clip/v2/resource/light`);
  return ((await answer.json()) as { readonly data: { readonly arr: readonly { readonly id: string }[] } }).data.arr;
}

test("with TLS, gateways, fronts and the operator use the servers' CA, and say why they do not connect without it", async () => {
  const [authority, other] = [new CertificateAuthority(), new CertificateAuthority()];
  const hotel = await Hotel.open(authority.issue("IP:127.0.0.1"));
  const { operator, urls } = hotel;
  await hotel.serve(1);
  const front = await hotel.startFront("Front 1");
  const { url } = await front.ready();
  await expect.poll(async () => (await lightsAt(url)).length).toBe(1);

  const commands = [
    ...["status", "gateways", "problems", "devices", 'set "Lamp 1" on', "history", "servers", "fronts", "press"],
    ...['keys add "acme#panel"', "keys list", "backup backup.json", "restore backup.json --yes", "setup"],
    ...['add "Floor 2"', 'renew "Floor 2"', 'remove "Floor 2" --yes', "rotate gateway"],
  ];
  for (const command of commands) await operator.does(`fleet ${command}`);
  expect((await lightsAt(url))[0]).toMatchObject({ on: 1 });

  operator.authority = undefined;
  for (const flag of ["", ` --ca ${other.cert}`]) {
    for (const command of ["status", "setup", "press", "gateways"]) {
      const { status, errors } = await operator.types(`luxgate fleet ${command}${flag}`);
      expect({ command, status, errors }).toEqual({ command, status: 1, errors: expect.stringContaining(UNKNOWN) });
    }
  }
  operator.authority = authority.cert;
  const stranger = await hotel.startGateway(3, "--fleet-ca", other.cert);
  await stranger.says(new RegExp(`Fleet: not connected: .*${UNKNOWN}`));
  expect(JSON.parse(await operator.does("fleet gateways --json"))).toMatchObject([{}, { state: "never connected" }]);
  expect(await lightsAt((await stranger.ready()).url)).toHaveLength(1);
  const lost = await hotel.startFront("Front 2", "--ca", other.cert);
  await lost.says(new RegExp(`The fleet cannot be reached .*${UNKNOWN}`));
  expect(await lost.stop()).toBe(0);

  const renamed = await ConfiguredServers.start([join(operator.folder, "servers/one-node/nats-server.conf")], [], {
    certificate: authority.issue("DNS:nats-9.lan"),
  });
  onTestFinished(() => renamed.stop());
  const elsewhere = renamed.urls.map(asTls).join(",");
  const misled = await operator.types(`luxgate fleet status --nats ${elsewhere}`);
  expect(misled).toMatchObject({ status: 1, errors: expect.stringContaining("for another name than 127.0.0.1") });
  expect(urls[0]).toMatch(/^tls:/);
}, 180_000);

test("three servers with TLS keep three copies, serve a site through a leaf node, and one may be lost", async () => {
  const authority = new CertificateAuthority();
  const operator = new FleetOperator();
  await operator.does(`fleet init --hosts ${HOSTS.join(",")} --tls`);
  const files = [1, 2, 3].map((node) => join(operator.folder, `servers/three-nodes/node-${node}/nats-server.conf`));
  const certificate = authority.issue("IP:127.0.0.1", ...HOSTS.map((host) => `DNS:${host}`));
  const servers = await ConfiguredServers.start(files, HOSTS, { certificate });
  onTestFinished(() => servers.stop());
  operator.servers = servers.urls.map(asTls);
  operator.authority = authority.cert;
  expect(await operator.does("fleet setup")).toContain("Three servers have a copy of all data.");

  const { credentials } = JSON.parse(await operator.does('fleet add "Hut" --leaf --json'));
  const hub = servers.leafUrls.map(asTls).join(",");
  const folder = join(operator.folder, "credentials");
  const printed = await operator.does(`fleet leaf ${credentials} --hub ${hub} --credentials-folder ${folder}`);
  expect(printed).toContain("/etc/nats/ca.pem");
  const [port = 0] = await freePorts(1);
  const site = join(operator.home, "site");
  mkdirSync(site);
  onTestFinished(() => rmSync(site, { recursive: true, force: true }));
  const here = printed.replace("0.0.0.0:4222", `127.0.0.1:${port}`).replaceAll("/etc/nats/ca.pem", authority.cert);
  const leaf = new NatsServer(site, port, here);
  await leaf.start();
  onTestFinished(() => leaf.kill());
  const gateway = Program.serve([...FREE_PORTS_HERE, "--fleet", leaf.url, "--fleet-credentials", credentials]);
  await gateway.says(/Joined the fleet/);

  // Whichever server it is connected to is lost: another one is trusted too.
  const direct = JSON.parse(await operator.does('fleet add "Floor" --json'));
  const fleet = ["--fleet", operator.servers.join(","), "--fleet-ca", authority.cert];
  const floor = Program.serve([...FREE_PORTS_HERE, ...fleet, "--fleet-credentials", direct.credentials]);
  const [, at = ""] = await floor.says(/Joined the fleet at (\S+)/);
  await servers.servers.find((server) => at.endsWith(`:${server.port}`))?.kill();
  await expect.poll(() => floor.output.match(/Joined the fleet at/g)?.length).toBe(2);
}, 180_000);
