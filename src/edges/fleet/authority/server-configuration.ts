import type { Authority } from "./authority.ts";

/** Where a server listens and keeps its files. */
export interface ServerPlace {
  readonly name: string;
  /** Address and port of each. */
  readonly clients: string;
  readonly leafNodes: string;
  readonly folder: string;
  readonly isEncrypted: boolean;
  /** Files beside this one: what all servers of the fleet share, and where the others are. */
  readonly includes: readonly string[];
}

const AUTHORITY_FILE = "/etc/nats/ca.pem";

/** The certificate of a server, by which the servers of a cluster know each other as well. */
const TLS = `tls { cert_file: "/etc/nats/server.pem", key_file: "/etc/nats/server-key.pem", ca_file: "${AUTHORITY_FILE}" }`;

const linesIf = (isWanted: boolean, ...lines: readonly string[]): readonly string[] => (isWanted ? lines : []);

/** The configuration of one server. It stays as it is when gateways come and go. */
export const serverConfiguration = ({ name, clients, leafNodes, folder, isEncrypted, includes }: ServerPlace): string =>
  [
    `server_name: ${name}`,
    `listen: "${clients}"`,
    ...linesIf(isEncrypted, TLS),
    "",
    "# A connection that is silent is closed after 30 s.",
    'ping_interval: "10s"',
    "ping_max: 2",
    "# A small computer that is busy takes a while to sign.",
    "authorization { timeout: 20 }",
    "",
    "# Every write is on the disk before it is acknowledged.",
    `jetstream { store_dir: "${folder}/jetstream", sync_interval: always }`,
    "",
    "# Accounts, which hold no secrets; servers of a cluster give them to each other.",
    `resolver { type: full, dir: "${folder}/accounts", allow_delete: false, interval: "15s" }`,
    "",
    "# For leaf nodes at sites.",
    "leafnodes {",
    `  listen: "${leafNodes}"`,
    ...linesIf(isEncrypted, `  ${TLS}`),
    "}",
    "",
    ...includes.map((file) => `include "${file}"`),
    "",
  ].join("\n");

/** Where the servers of a cluster are, and the password by which they know each other: whoever has it can join them. */
export const clusterConfiguration = ({ listen, routes, password, isEncrypted }: ClusterPlace): string =>
  [
    "# Secret: whoever has this password can join the cluster.",
    "cluster {",
    "  name: luxgate",
    `  listen: "${listen}"`,
    ...linesIf(isEncrypted, `  ${TLS}`),
    `  authorization { user: cluster, password: "${password}" }`,
    `  routes: [${routes.map((route) => `"nats://cluster:${password}@${route}"`).join(", ")}]`,
    "}",
    "",
  ].join("\n");

interface ClusterPlace {
  readonly listen: string;
  /** Host and port of each server. */
  readonly routes: readonly string[];
  readonly password: string;
  readonly isEncrypted: boolean;
}

/** What all servers of a fleet share: whom they trust. It holds nothing secret. */
export const sharedConfiguration = ({ operatorJwt, accounts }: Authority, systemJwt: string): string =>
  `operator: ${operatorJwt}
system_account: ${accounts.SYS}
resolver_preload: { ${accounts.SYS}: ${systemJwt} }
`;

/** A gateway of a site, as a leaf node knows it. */
export interface LeafGateway {
  readonly id: string;
  readonly publicKey: string;
  /** The path of its credentials file on the leaf node. */
  readonly credentials: string;
}

interface LeafPlace {
  readonly name: string;
  readonly clients: string;
  /** Addresses and ports of the cluster's servers, for leaf nodes. */
  readonly hub: readonly string[];
  readonly gateways: readonly LeafGateway[];
}

/**
 * The configuration of a leaf node: each gateway of the site has an account and a connection to the cluster of its own, so
 * that the cluster grants the leaf node what it grants these gateways and no more.
 */
export function leafConfiguration({ name, clients, hub, gateways }: LeafPlace): string {
  const isEncrypted = hub.some((url) => url.startsWith("tls:"));
  const remote = [
    `urls: [${hub.map((url) => `"${url}"`).join(", ")}]`,
    ...linesIf(isEncrypted, `tls: { ca_file: "${AUTHORITY_FILE}" }`),
  ];
  return [
    `server_name: ${name}`,
    `listen: "${clients}"`,
    'ping_interval: "10s"',
    "ping_max: 2",
    "",
    "accounts {",
    ...gateways.map(({ id, publicKey }) => `  ${id}: { users: [{ nkey: ${publicKey} }] }`),
    "}",
    "",
    "leafnodes {",
    "  remotes: [",
    ...gateways.map(
      ({ id, credentials }) => `    { ${[...remote, `account: ${id}`, `credentials: "${credentials}"`].join(", ")} }`,
    ),
    "  ]",
    "}",
    "",
  ].join("\n");
}
