import { randomBytes } from "node:crypto";
import { FleetFault } from "../connect-once.ts";
import { accountJwt } from "./accounts.ts";
import { type Authority, makeAuthority, type SeedName } from "./authority.ts";
import { makeCredentials } from "./credentials.ts";
import type { FleetFolder } from "./fleet-folder.ts";
import { folderReadme } from "./folder-readme.ts";
import {
  clusterConfiguration,
  type ServerPlace,
  serverConfiguration,
  sharedConfiguration,
} from "./server-configuration.ts";

const CLIENT_PORT = 4222;
const [CLUSTER_PORT, LEAF_PORT] = [6222, 7422];

/** What the servers of three nodes are called where nobody says so. */
const THREE_HOSTS = ["nats-1", "nats-2", "nats-3"];

const FOR_ALL = 0o644;

const [SHARED_FILE, CLUSTER_FILE] = ["fleet.conf", "cluster.conf"];
const PASSWORD_BYTES = 24;

/** Where the servers of a fleet are. */
interface ServerPlaces {
  /** Host names of one server or of three; none for one on this computer. */
  readonly hosts: readonly string[];
  /** Where the servers keep their data. */
  readonly dataFolder: string;
  /** Whether connections are encrypted, by certificates that the operator has. */
  readonly isEncrypted: boolean;
}

interface NewFleet extends ServerPlaces {
  readonly name: string;
  readonly madeAt: Date;
}

/** Makes the keys of a fleet and the configuration of its servers, in an empty folder. */
export async function makeFleet(folder: FleetFolder, fleet: NewFleet): Promise<void> {
  const { name, madeAt } = fleet;
  const { authority, seeds } = await makeAuthority();
  for (const [seed, text] of Object.entries(seeds)) folder.writeSeed(seed as SeedName, text);
  for (const role of ["command", "system"] as const) {
    await writeOwnCredentials(folder, role, { authority, seed: seeds[role] });
  }
  writeConfigurations(folder, fleet, randomBytes(PASSWORD_BYTES).toString("base64url"));
  await writeSharedConfiguration(folder, authority, seeds.accounts);
  folder.makeCredentialsFolder();
  folder.write("README.txt", folderReadme(name));
  // The last: a folder without it is no fleet.
  folder.writeFleet({
    name,
    madeAt: madeAt.toISOString(),
    servers: addressesOf(fleet),
    authority,
    revoked: { HUB: [], GATEWAYS: [] },
  });
}

/** Other hosts, or other places there, for the servers of a fleet that stays what it is. */
export async function changeHosts(
  folder: FleetFolder,
  { hosts, dataFolder = dataFolderIn(folder) }: Pick<ServerPlaces, "hosts"> & Partial<ServerPlaces>,
): Promise<{ readonly servers: readonly string[]; readonly dataFolder: string }> {
  const fleet = folder.fleet();
  const own = { hosts, dataFolder, isEncrypted: fleet.servers.some((server) => server.startsWith("tls:")) };
  const password = passwordIn(folder.read(`servers/${THREE_NODES[0]}/${CLUSTER_FILE}`));
  writeConfigurations(folder, own, password);
  const servers = addressesOf(own);
  await folder.change((now) => ({ ...now, servers }));
  return { servers, dataFolder };
}

/** Of `luxgate fleet` itself. */
export async function writeOwnCredentials(
  folder: FleetFolder,
  role: "command" | "system",
  { authority, seed }: { readonly authority: Authority; readonly seed: string },
): Promise<void> {
  const { text } = await makeCredentials(authority, role, { signer: seed });
  folder.write(`${role}.creds`, text);
}

const ONE_NODE = "one-node";
const THREE_NODES = [1, 2, 3].map((number) => `three-nodes/node-${number}`);

/** Configurations for one node, and for three; each folder is what belongs into /etc/nats on its host. */
function writeConfigurations(
  folder: FleetFolder,
  { hosts, dataFolder, isEncrypted }: ServerPlaces,
  password: string,
): void {
  const place = {
    clients: anywhere(CLIENT_PORT),
    leafNodes: anywhere(LEAF_PORT),
    folder: dataFolder,
    isEncrypted,
  };
  const write = (path: string, own: Pick<ServerPlace, "name" | "includes">) =>
    folder.write(`servers/${path}/nats-server.conf`, serverConfiguration({ ...place, ...own }), FOR_ALL);
  write(ONE_NODE, { name: "nats-1", includes: [SHARED_FILE] });
  const three = hosts.length === THREE_NODES.length ? hosts : THREE_HOSTS;
  const routes = three.map((host) => `${host}:${CLUSTER_PORT}`);
  const cluster = clusterConfiguration({ listen: anywhere(CLUSTER_PORT), routes, password, isEncrypted });
  for (const [index, path] of THREE_NODES.entries()) {
    write(path, { name: `nats-${index + 1}`, includes: [SHARED_FILE, CLUSTER_FILE] });
    folder.write(`servers/${path}/${CLUSTER_FILE}`, cluster);
  }
}

/** What all servers share; written anew when a key is replaced. */
export async function writeSharedConfiguration(
  folder: FleetFolder,
  authority: Authority,
  signer: string,
): Promise<void> {
  const shared = sharedConfiguration(authority, await accountJwt(authority, "SYS", { signer }));
  for (const path of [ONE_NODE, ...THREE_NODES]) folder.write(`servers/${path}/${SHARED_FILE}`, shared, FOR_ALL);
}

const addressesOf = ({ hosts, isEncrypted }: ServerPlaces): string[] =>
  (hosts.length === 0 ? ["127.0.0.1"] : hosts).map(
    (host) => `${isEncrypted ? "tls" : "nats"}://${host}:${CLIENT_PORT}`,
  );

/** Where the servers keep their data now. */
function dataFolderIn(folder: FleetFolder): string {
  const file = `servers/${ONE_NODE}/nats-server.conf`;
  const [, kept] = /store_dir: "([^"]+)\/jetstream"/.exec(folder.read(file)) ?? [];
  if (kept !== undefined) return kept;
  throw new FleetFault(`${file} names no data folder. Give it with --data-folder.`);
}

/** Servers that already know each other by a password keep it. */
const passwordIn = (cluster: string): string =>
  /password: "([^"]+)"/.exec(cluster)?.[1] ?? randomBytes(PASSWORD_BYTES).toString("base64url");

const anywhere = (port: number): string => `0.0.0.0:${port}`;
