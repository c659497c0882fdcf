import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { onTestFinished, vi } from "vitest";
import { FleetFolder, type OwnCredentials } from "../../src/edges/fleet/authority/fleet-folder.ts";
import { connectOnce } from "../../src/edges/fleet/connect-once.ts";
import { FLEET_BUCKET, streamOf } from "../../src/edges/fleet/subjects.ts";
import { ConfiguredServers } from "../../test/support/nats/configured-servers.ts";
import type { NatsServer } from "../../test/support/nats/nats-servers.ts";
import type { FleetOperator } from "../support/fleet-operator.ts";

const HOSTS: readonly string[] = ["nats-1", "nats-2", "nats-3"];
const STREAM = streamOf(FLEET_BUCKET);

/** Three servers of a fleet, as `luxgate fleet init` configures them. */
export class Cluster {
  readonly #operator: FleetOperator;
  readonly #servers: ConfiguredServers;

  private constructor(operator: FleetOperator, servers: ConfiguredServers) {
    this.#operator = operator;
    this.#servers = servers;
  }

  static async start(operator: FleetOperator, address?: string): Promise<Cluster> {
    const files = HOSTS.map((_, index) =>
      join(operator.folder, `servers/three-nodes/node-${index + 1}/nats-server.conf`),
    );
    const servers = await ConfiguredServers.start(files, HOSTS, address === undefined ? {} : { address });
    onTestFinished(() => servers.stop());
    return new Cluster(operator, servers);
  }

  get urls(): readonly string[] {
    return this.#servers.urls;
  }

  get servers(): readonly NatsServer[] {
    return this.#servers.servers;
  }

  stop(): Promise<void> {
    return this.#servers.stop();
  }

  /** The server that leads the stream of the bucket, and two that follow it. */
  streamLeader(): Promise<{ readonly leader: NatsServer; readonly followers: readonly NatsServer[] }> {
    return this.#as("command", (connection) =>
      soon(async () => {
        const { cluster } = await (await managerOf(connection)).streams.info(STREAM);
        const leader = this.#named(cluster?.leader);
        return { leader, followers: this.servers.filter((server) => server !== leader) };
      }),
    );
  }

  /** The server that leads the cluster itself: it places streams and consumers. */
  async metaLeader(): Promise<NatsServer> {
    return this.#as("system", async (connection) => {
      const answer = await connection.request("$SYS.REQ.SERVER.PING");
      return this.#named(answer.json<Statistics>().statsz.jetstream.meta.leader);
    });
  }

  /** The servers on which fronts have their consumers of the bucket. */
  async consumerHolders(): Promise<readonly NatsServer[]> {
    return this.#as("command", async (connection) => {
      const holders: NatsServer[] = [];
      for await (const { cluster } of (await managerOf(connection)).consumers.list(STREAM)) {
        holders.push(this.#named(cluster?.leader));
      }
      return holders;
    });
  }

  /** Has the stream led by a server that is wanted. */
  async haveLead(isWanted: (server: NatsServer) => boolean): Promise<void> {
    await soon(async () => {
      if (isWanted((await this.streamLeader()).leader)) return;
      await this.#as("command", (connection) => connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${STREAM}`));
      throw new Error("another server leads the stream");
    });
  }

  async deleteBucket(): Promise<void> {
    await this.#as("command", async (connection) => (await managerOf(connection)).streams.delete(STREAM));
  }

  async #as<Result>(who: OwnCredentials, work: (connection: NatsConnection) => Promise<Result>): Promise<Result> {
    const credentials = new FleetFolder(this.#operator.folder).credentials(who);
    const connection = await connectOnce({ servers: this.urls, credentials });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  #named(name: string | undefined): NatsServer {
    const server = this.servers[HOSTS.indexOf(name ?? "")];
    if (!server) throw new Error(`no server is called ${name}`);
    return server;
  }
}

interface Statistics {
  readonly statsz: { readonly jetstream: { readonly meta: { readonly leader: string } } };
}

/** While leaders are elected, nobody answers. */
const soon = <Result>(work: () => Promise<Result>): Promise<Result> =>
  vi.waitFor(work, { timeout: 60_000, interval: 100 });

const managerOf = (connection: NatsConnection) => jetstreamManager(connection, { checkAPI: false });
