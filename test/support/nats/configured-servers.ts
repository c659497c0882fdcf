import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { freePorts, NatsServer } from "./nats-servers.ts";

/** The files of a certificate; without `ca`, it is its own authority. */
interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/** Where servers listen by their configuration. */
const PORTS = ["4222", "6222", "7422"] as const;

/** Servers on the configuration files that a fleet ships, on this machine: other ports and folders, all else as it is. */
export class ConfiguredServers {
  readonly servers: readonly NatsServer[];
  readonly leafUrls: readonly string[];
  readonly #folder: string;

  private constructor(folder: string, servers: readonly NatsServer[], leafUrls: readonly string[]) {
    this.#folder = folder;
    this.servers = servers;
    this.leafUrls = leafUrls;
  }

  get urls(): readonly string[] {
    return this.servers.map(({ url }) => url);
  }

  /** Each file is in a folder with what it includes; `hosts` are the names of the servers in them. */
  static async start(
    files: readonly string[],
    hosts: readonly string[] = [],
    { certificate, address = "127.0.0.1" }: { readonly certificate?: CertificateFiles; readonly address?: string } = {},
  ): Promise<ConfiguredServers> {
    const folder = mkdtempSync(join(tmpdir(), "luxgate-nats-"));
    const all = await freePorts(files.length * PORTS.length);
    const places = files.map((_, index) => all.slice(index * PORTS.length, (index + 1) * PORTS.length));
    const servers = files.map((file, index) => {
      const ports = places[index] ?? [];
      const [port = 0] = ports;
      const local = (name: string) =>
        withCertificate(
          certificate,
          hosts.reduce(
            (text, host, other) => text.replaceAll(`@${host}:6222`, `@${address}:${places[other]?.[1]}`),
            here(readFileSync(join(dirname(file), name), "utf8"), ports, address),
          ),
        );
      copyFileSync(join(dirname(file), "fleet.conf"), join(folder, "fleet.conf"));
      const cluster = `cluster-${port}.conf`;
      if (hosts.length > 0) writeFileSync(join(folder, cluster), local("cluster.conf"));
      const text = local(basename(file)).replaceAll("cluster.conf", cluster);
      const config = text.replaceAll("/var/lib/nats", join(folder, `store-${port}`));
      return new NatsServer(folder, port, config, address);
    });
    await Promise.all(servers.map((server) => server.start()));
    const leafUrls = places.map(([, , leafPort]) => `nats://${address}:${leafPort}`);
    return new ConfiguredServers(folder, servers, leafUrls);
  }

  /** Restarts all servers with another file of what they share. */
  async restartWith(sharedFile: string): Promise<void> {
    copyFileSync(sharedFile, join(this.#folder, "fleet.conf"));
    for (const server of this.servers) {
      await server.kill();
      await server.start();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const withCertificate = (certificate: CertificateFiles | undefined, text: string): string =>
  certificate
    ? text
        .replaceAll("/etc/nats/server.pem", certificate.cert)
        .replaceAll("/etc/nats/server-key.pem", certificate.key)
        .replaceAll("/etc/nats/ca.pem", certificate.ca ?? certificate.cert)
    : text;

const here = (text: string, ports: readonly number[], address: string): string =>
  PORTS.reduce((lines, port, index) => lines.replaceAll(`0.0.0.0:${port}`, `${address}:${ports[index]}`), text);
