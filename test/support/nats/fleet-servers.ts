import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NatsConnection } from "@nats-io/transport-node";
import { accountJwt } from "../../../src/edges/fleet/authority/accounts.ts";
import { type Authority, makeAuthority, type Seeds } from "../../../src/edges/fleet/authority/authority.ts";
import { type Credentials, makeCredentials } from "../../../src/edges/fleet/authority/credentials.ts";
import type { Role } from "../../../src/edges/fleet/authority/permissions.ts";
import {
  clusterConfiguration,
  serverConfiguration,
  sharedConfiguration,
} from "../../../src/edges/fleet/authority/server-configuration.ts";
import { makeFleetData, publishAccounts } from "../../../src/edges/fleet/authority/set-up.ts";
import { connectOnce } from "../../../src/edges/fleet/connect-once.ts";
import { freePorts, NatsServer } from "./nats-servers.ts";

/** Servers with the accounts, credentials and buckets of a fleet, made as `luxgate fleet` makes them. */
export interface TestFleet {
  readonly servers: readonly NatsServer[];
  readonly urls: readonly string[];
  /** Where leaf nodes connect, by server. */
  readonly leafUrls: readonly string[];
  readonly authority: Authority;
  readonly seeds: Seeds;
  /** Of a new member of the fleet. */
  credentials(role: Role, id?: string): Promise<Credentials>;
  /** A connection of a new operator, who may do whatever `luxgate fleet` does; or of somebody else. */
  connect(credentials?: Credentials): Promise<NatsConnection>;
  stop(): Promise<void>;
}

/** Starts one server, or a cluster of three; the buckets are there when it resolves. */
export async function startFleet(count: 1 | 3 = 1): Promise<TestFleet> {
  const { authority, seeds } = await makeAuthority();
  const { folder, servers, leafUrls } = await startServers(authority, seeds, count);
  const urls = servers.map(({ url }) => url);
  const open: NatsConnection[] = [];
  const credentials = (role: Role, id?: string) =>
    makeCredentials(authority, role, { signer: seeds[role], ...(id === undefined ? {} : { id }) });
  const connect = async (given?: Credentials) => {
    const { text } = given ?? (await credentials("command"));
    const connection = await connectOnce({ servers: urls, credentials: text });
    open.push(connection);
    return connection;
  };
  const own = { command: await credentials("command"), system: await credentials("system") };
  const command = (url: string) => connectOnce({ servers: [url], credentials: own.command.text });
  const reach = { urls, system: () => connect(own.system), command };
  await publishAccounts(reach, { authority, revoked: { HUB: [], GATEWAYS: [] } }, seeds.accounts);
  await makeFleetData(await connect(), { name: "Test fleet" });
  const stop = async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { servers, urls, leafUrls, authority, seeds, credentials, connect, stop };
}

async function startServers(authority: Authority, seeds: Seeds, count: 1 | 3) {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-fleet-"));
  const systemJwt = await accountJwt(authority, "SYS", { signer: seeds.accounts });
  writeFileSync(join(folder, "fleet.conf"), sharedConfiguration(authority, systemJwt));
  const ports = await freePorts(count * 3);
  const local = (port: number | undefined) => `127.0.0.1:${port}`;
  const routes = ports.slice(count, 2 * count).map(local);
  const servers = ports.slice(0, count).map((port, index) => {
    const place = {
      name: `node-${index + 1}`,
      clients: local(port),
      leafNodes: local(ports[2 * count + index]),
      folder: join(folder, `store-${port}`),
      isEncrypted: false,
      includes: count === 1 ? ["fleet.conf"] : ["fleet.conf", `cluster-${port}.conf`],
    };
    const cluster = clusterConfiguration({
      listen: local(ports[count + index]),
      routes,
      password: "of-a-test",
      isEncrypted: false,
    });
    writeFileSync(join(folder, `cluster-${port}.conf`), cluster);
    return new NatsServer(folder, port, serverConfiguration(place));
  });
  await Promise.all(servers.map((server) => server.start()));
  return { folder, servers, leafUrls: ports.slice(2 * count).map((port) => `nats://127.0.0.1:${port}`) };
}
