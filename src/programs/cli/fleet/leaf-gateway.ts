import { basename, join } from "node:path";
import { issuerIn, publicKeyOf } from "../../../edges/fleet/authority/authority.ts";
import { isGatewayId } from "../../../edges/fleet/authority/credentials.ts";
import { type LeafGateway, leafConfiguration } from "../../../edges/fleet/authority/server-configuration.ts";
import { nameInCredentials } from "../../../edges/fleet/credentials-name.ts";
import { givenText } from "../../../shared/given-file.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

const LEAF_PORT = "7422";
const MAX_CREDENTIALS_BYTES = 64 * 1024;
const SEED = /-----BEGIN USER NKEY SEED-----\s+(SU[A-Z2-7]{56})\s/;

interface Site {
  readonly files: readonly string[];
  /** Where leaf nodes connect; undefined for the fleet's servers. */
  readonly hub: readonly string[] | undefined;
  /** Where the files are on the leaf node. */
  readonly folder: string;
}

/** The configuration of a leaf node for the gateways that these credentials are of. */
export function leafNode({ file, servers }: OperatedFleet, { files, hub, folder }: Site): string {
  const gateways = files.map((path) => leafGateway(path, { folder, signers: file.authority.signers.leaf }));
  const ids = gateways.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new CommandFault(["Two of these files are of the same gateway."]);
  return leafConfiguration({ name: "leaf", clients: "0.0.0.0:4222", hub: hub ?? servers.map(forLeafNodes), gateways });
}

function forLeafNodes(server: string): string {
  const { protocol, hostname } = new URL(server);
  return `${protocol}//${hostname}:${LEAF_PORT}`;
}

function leafGateway(
  path: string,
  { folder, signers }: { readonly folder: string; readonly signers: readonly string[] },
): LeafGateway {
  const text = givenText(path, MAX_CREDENTIALS_BYTES);
  if (typeof text !== "string") throw new CommandFault([`${path}: ${text.unreadable}.`]);
  const id = nameInCredentials(text);
  const [, seed] = SEED.exec(text) ?? [];
  if (id === undefined || seed === undefined || !isGatewayId(id)) {
    throw new CommandFault([`${path} does not hold the credentials of a gateway.`]);
  }
  if (!signers.includes(issuerIn(text) ?? "")) {
    throw new CommandFault([
      `${path} is not for a leaf node of this fleet. Make credentials for one with: luxgate fleet renew ${id} --leaf`,
    ]);
  }
  return { id, publicKey: publicKeyOf(seed), credentials: join(folder, basename(path)) };
}
