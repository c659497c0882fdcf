import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { FleetFolder } from "../src/edges/fleet/authority/fleet-folder.ts";
import { changeHosts, makeFleet } from "../src/edges/fleet/authority/make-fleet.ts";
import { leafConfiguration } from "../src/edges/fleet/authority/server-configuration.ts";
import { makeFleetData, publishAccounts } from "../src/edges/fleet/authority/set-up.ts";
import { connectOnce } from "../src/edges/fleet/connect-once.ts";
import { commandSubject, putSubject } from "../src/edges/fleet/subjects.ts";
import { memberToRemove } from "../src/programs/cli/fleet/find-member.ts";
import { leafNode } from "../src/programs/cli/fleet/leaf-gateway.ts";
import { addMember, removeMember } from "../src/programs/cli/fleet/members.ts";
import { type OperatedFleet, serversOf, withFleet } from "../src/programs/cli/fleet/operated-fleet.ts";
import { Certificate } from "./support/http/certificates.ts";
import { ConfiguredServers } from "./support/nats/configured-servers.ts";
import { startLeafNode } from "./support/nats/leaf-node.ts";

const HOSTS = ["nats-1", "nats-2", "nats-3"];
const NODES = ["node-1", "node-2", "node-3"].map((node) => `three-nodes/${node}`);

const FLEET = {
  name: "Campus",
  hosts: [],
  dataFolder: "/var/lib/nats",
  isEncrypted: false,
  madeAt: new Date(),
};

const folder = new FleetFolder(join(mkdtempSync(join(tmpdir(), "luxgate-fleet-")), "fleet"));
let servers: ConfiguredServers;

beforeAll(async () => {
  await makeFleet(folder, FLEET);
  const files = NODES.map((node) => join(folder.path, "servers", node, "nats-server.conf"));
  servers = await ConfiguredServers.start(files, HOSTS);
});

afterAll(async () => {
  await servers.stop();
  rmSync(join(folder.path, ".."), { recursive: true, force: true });
});

const onFleet = <Result>(work: (fleet: OperatedFleet) => Promise<Result>): Promise<Result> =>
  withFleet({ folder: folder.path, nats: servers.urls, json: false }, work);

const credentialsIn = (file: string) => readFileSync(file, "utf8");

test("the configurations in deploy/nats are those that luxgate fleet init writes, but for keys and the password", () => {
  const shipped = readdirSync("deploy/nats", { recursive: true, encoding: "utf8" }).filter((name) =>
    /(one-node|node-\d)\/.*\.conf$/.test(name),
  );
  const made = readdirSync(join(folder.path, "servers"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".conf"),
  );
  expect(shipped.toSorted()).toEqual(made.toSorted());
  for (const name of made) {
    expect(plain(readFileSync(join("deploy/nats", name), "utf8"))).toBe(
      plain(readFileSync(join(folder.path, "servers", name), "utf8")),
    );
  }
});

test("the leaf node in deploy/nats is what luxgate fleet leaf prints for two gateways", () => {
  const gateways = ["floor-3", "floor-4"].map((name, index) => ({
    id: `GATEWAY_${index + 1}`,
    publicKey: `KEY_${index + 1}`,
    credentials: `/etc/nats/${name}.creds`,
  }));
  const hub = HOSTS.map((host) => `nats://${host}:7422`);
  const made = leafConfiguration({ name: "leaf", clients: "0.0.0.0:4222", hub, gateways });
  expect(readFileSync("deploy/nats/leaf-node/nats-server.conf", "utf8")).toBe(made);
});

test("three nodes keep three copies, revoke on every node, and lose one without losing data", async () => {
  const setUp = await onFleet(async (fleet) => {
    await publishAccounts(serversOf(fleet), fleet.file, folder.seed("accounts"));
    return makeFleetData(await fleet.connect("command"), fleet.file);
  });
  expect(setUp).toEqual({ copies: 3, identity: "created" });

  const [gone, stays] = [
    await onFleet((fleet) => addMember(fleet, "gateway", { name: "Floor 1" })),
    await onFleet((fleet) => addMember(fleet, "gateway", { name: "Floor 2" })),
  ];
  const [goneCredentials, staysCredentials] = [credentialsIn(gone.credentials), credentialsIn(stays.credentials)];
  const at = (url: string, credentials: string) => connectOnce({ servers: [url], credentials });
  const cut = await Promise.all(servers.urls.map((url) => at(url, goneCredentials)));
  const others = await Promise.all(servers.urls.map((url) => at(url, staysCredentials)));
  onTestFinished(async () => void (await Promise.all(others.map((connection) => connection.close()))));
  await onFleet(async (fleet) => removeMember(fleet, "gateway", await memberToRemove(fleet, "gateway", gone.id)));
  await Promise.all(cut.map((connection) => connection.closed()));
  for (const [index, connection] of others.entries()) {
    await jetstream(connection).publish(putSubject(stays.id, `lights.L${index}`), "{}");
  }

  const [first, ...rest] = servers.servers;
  await first?.kill();
  const put = async () => {
    const connection = await at(rest[0]?.url ?? "", staysCredentials);
    await jetstream(connection)
      .publish(putSubject(stays.id, "lights.L9"), "{}")
      .finally(() => connection.close());
  };
  await vi.waitFor(put, { timeout: 60_000, interval: 250 });
  first?.wipe();
  await first?.start();
  await vi.waitFor(() => expect(at(first?.url ?? "", goneCredentials)).rejects.toThrow("refused"), {
    timeout: 60_000,
    interval: 250,
  });
  const copies = async () => {
    const { cluster } = await onFleet(async ({ connect }) => {
      const manager = await jetstreamManager(await connect("command"), { checkAPI: false });
      return manager.streams.info("KV_fleet");
    });
    expect(cluster?.replicas?.filter(({ current }) => current)).toHaveLength(2);
  };
  await vi.waitFor(copies, { timeout: 60_000, interval: 250 });
});

test("the gateways of a site reach the fleet through its leaf node, each only as itself", async () => {
  const added = [
    await onFleet((fleet) => addMember(fleet, "gateway", { name: "Hut 1", isBehindLeaf: true })),
    await onFleet((fleet) => addMember(fleet, "gateway", { name: "Hut 2", isBehindLeaf: true })),
  ];
  const printed = await onFleet(async (fleet) =>
    leafNode(fleet, { files: added.map(({ credentials }) => credentials), hub: servers.leafUrls, folder: "/etc/nats" }),
  );
  const gateways = added.map(({ id, credentials }) => {
    const [, publicKey = ""] = new RegExp(`${id}: { users: \\[{ nkey: (\\w+) }`).exec(printed) ?? [];
    return { id, publicKey, text: credentialsIn(credentials) };
  });
  const leaf = await startLeafNode(servers.leafUrls, gateways);
  onTestFinished(leaf.stop);
  const front = await onFleet((fleet) => addMember(fleet, "front", { name: "Front" }));
  const asking = await connectOnce({ servers: servers.urls, credentials: credentialsIn(front.credentials) });
  onTestFinished(() => asking.close());
  for (const { id, text } of gateways) {
    const gateway = await connectOnce({ servers: [leaf.server.url], credentials: text });
    onTestFinished(() => gateway.close());
    await vi.waitFor(() => jetstream(gateway).publish(putSubject(id, "lights.L1"), "{}"), { timeout: 60_000 });
    gateway.subscribe(commandSubject(id), { callback: (_, message) => void message.respond(`done by ${id}`) });
    await gateway.flush();
    const command = async () =>
      expect((await asking.request(commandSubject(id), "{}", { timeout: 1_000 })).string()).toBe(`done by ${id}`);
    await vi.waitFor(command, { timeout: 60_000 });
    const other = gateways.find((one) => one.id !== id);
    await expect(gateway.request(putSubject(other?.id ?? "", "lights.L1"), "{}", { timeout: 500 })).rejects.toThrow();
  }
});

test("with TLS, servers, the operator, gateways and leaf nodes speak encrypted, and to nobody who is not", async () => {
  const certificate = new Certificate();
  const encrypted = new FleetFolder(join(mkdtempSync(join(tmpdir(), "luxgate-fleet-")), "fleet"));
  onTestFinished(() => rmSync(join(encrypted.path, ".."), { recursive: true, force: true }));
  await makeFleet(encrypted, { ...FLEET, isEncrypted: true });
  const files = NODES.map((node) => join(encrypted.path, "servers", node, "nats-server.conf"));
  const cluster = await ConfiguredServers.start(files, HOSTS, { certificate });
  onTestFinished(() => cluster.stop());
  const options = { folder: encrypted.path, json: false, ca: certificate.cert };
  const urls = cluster.urls.map((url) => url.replace("nats:", "tls:"));
  const gateway = await withFleet({ ...options, nats: urls }, async (fleet) => {
    await publishAccounts(serversOf(fleet), fleet.file, encrypted.seed("accounts"));
    expect(await makeFleetData(await fleet.connect("command"), fleet.file)).toMatchObject({ copies: 3 });
    return addMember(fleet, "gateway", { name: "Hut", isBehindLeaf: true });
  });
  const text = credentialsIn(gateway.credentials);
  await expect(connectOnce({ servers: urls, credentials: text })).rejects.toThrow("certificate");

  const hub = cluster.leafUrls.map((url) => url.replace("nats:", "tls:"));
  const [, publicKey = ""] = /nkey: (\w+)/.exec(
    await withFleet(options, async (fleet) => leafNode(fleet, { files: [gateway.credentials], hub, folder: "" })),
  ) ?? [""];
  const leaf = await startLeafNode(hub, [{ id: gateway.id, publicKey, text }], certificate.cert);
  onTestFinished(leaf.stop);
  const behindLeaf = await connectOnce({ servers: [leaf.server.url], credentials: text });
  onTestFinished(() => behindLeaf.close());
  await vi.waitFor(() => jetstream(behindLeaf).publish(putSubject(gateway.id, "lights.L1"), "{}"), { timeout: 60_000 });
});

/** What is another in each fleet. */
const plain = (text: string): string =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "JWT")
    .replace(/\bA[A-Z2-7]{55}\b/g, "SYS_ACCOUNT")
    .replace(/password: "[^"]+"/g, 'password: "PASSWORD"')
    .replace(/cluster:[^@"]+@/g, "cluster:PASSWORD@");

test("other hosts keep the data folder of the servers, unless another one is given", async () => {
  const own = new FleetFolder(join(mkdtempSync(join(tmpdir(), "luxgate-fleet-")), "fleet"));
  onTestFinished(() => rmSync(join(own.path, ".."), { recursive: true, force: true }));
  await makeFleet(own, { ...FLEET, dataFolder: "/data/nats" });
  expect((await changeHosts(own, { hosts: ["a", "b", "c"] })).dataFolder).toBe("/data/nats");
  for (const node of ["one-node", ...NODES]) {
    expect(readFileSync(join(own.path, "servers", node, "nats-server.conf"), "utf8")).toContain(
      '"/data/nats/jetstream"',
    );
  }
  await changeHosts(own, { hosts: ["a"], dataFolder: "/other" });
  expect((await changeHosts(own, { hosts: ["b"] })).dataFolder).toBe("/other");
});

test("a command says which servers do not answer when two of three are down, and that two must run", async () => {
  const [, ...others] = servers.servers;
  await Promise.all(others.map((server) => server.kill()));
  const startedAt = performance.now();
  await expect(onFleet((fleet) => addMember(fleet, "gateway", { name: "Too late" }))).rejects.toThrow(
    `1 of 3 servers answers, and 2 must run. No answer from ${servers.urls.slice(1).join(" and ")}.`,
  );
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await Promise.all(others.map((server) => server.start()));
});
