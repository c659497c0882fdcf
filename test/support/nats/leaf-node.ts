import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials } from "../../../src/edges/fleet/authority/credentials.ts";
import { leafConfiguration } from "../../../src/edges/fleet/authority/server-configuration.ts";
import { freePorts, NatsServer } from "./nats-servers.ts";

/** Starts a leaf node at a site with these gateways, as `luxgate fleet leaf` configures it. */
export async function startLeafNode(
  hub: readonly string[],
  gateways: readonly Credentials[],
  authorityFile = "",
): Promise<{ readonly server: NatsServer; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-leaf-"));
  const known = gateways.map(({ id, publicKey, text }) => {
    const credentials = join(folder, `${id}.creds`);
    writeFileSync(credentials, text, { mode: 0o600 });
    return { id, publicKey, credentials };
  });
  const [port = 0] = await freePorts(1);
  const config = leafConfiguration({ name: "site", clients: `127.0.0.1:${port}`, hub, gateways: known });
  const server = new NatsServer(folder, port, config.replaceAll("/etc/nats/ca.pem", authorityFile));
  await server.start();
  const stop = async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, stop };
}
