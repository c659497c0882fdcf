import { randomUUID } from "node:crypto";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { vi } from "vitest";
import { idFrom } from "../../../src/core/home/model/ids.ts";
import { putKeysEntry, removeKeysEntry } from "../../../src/edges/fleet/bucket-entries.ts";
import { makeBuckets } from "../../../src/edges/fleet/buckets.ts";
import type { FleetAddress } from "../../../src/edges/fleet/fleet-address.ts";
import { hashOfSecret, newSecret } from "../../../src/edges/http/secrets.ts";
import { SERVED_HERE } from "../../../src/libraries/testing/forgetful-gateway.ts";
import type { OperatedFleet } from "../../../src/programs/cli/fleet/operated-fleet.ts";
import { type FrontStartOptions, type RunningFront, startFront } from "../../../src/runtime/start-front.ts";
import { SYSTEM_CLOCK } from "../../../src/shared/system-clock.ts";
import { HttpClient } from "../http/http-client.ts";
import { accountsFor } from "../nats/accounts.ts";
import { type NatsServer, startNats } from "../nats/nats-servers.ts";

export const FLEET_IDENTITY = {
  mac: "02:F1:EE:00:00:01",
  resetId: "F1EE7000-0000-4000-8000-000000000001",
  name: "Hotel",
} as const;

/** A cluster with an empty fleet: its buckets are there, and gateways can be added. */
export class TestFleet {
  readonly servers: readonly NatsServer[];
  readonly operator: NatsConnection;
  readonly #opened: NatsConnection[] = [];
  readonly #stopServers: () => Promise<void>;
  readonly #fronts: RunningFront[] = [];

  private constructor(servers: readonly NatsServer[], operator: NatsConnection, stopServers: () => Promise<void>) {
    this.servers = servers;
    this.operator = operator;
    this.#stopServers = stopServers;
  }

  static async start(gatewayIds: readonly string[], count: 1 | 3 = 1): Promise<TestFleet> {
    const { servers, stop } = await startNats(accountsFor(gatewayIds), count);
    const operator = await connect({
      ...login("operator", servers),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
    const fleet = new TestFleet(servers, operator, stop);
    await fleet.makeBuckets();
    await fleet.putKey("identity", FLEET_IDENTITY);
    for (const id of gatewayIds) await fleet.enrol(id);
    return fleet;
  }

  /** Another connection, to any server that runs. */
  async connectAs(user: "operator" | "sys"): Promise<NatsConnection> {
    const connection = await connect(this.login(user));
    this.#opened.push(connection);
    return connection;
  }

  /** What the operator's commands have of a fleet. */
  get operated(): Pick<OperatedFleet, "connect"> {
    return { connect: async (as) => (as === "system" ? this.connectAs("sys") : this.operator) };
  }

  makeBuckets(): Promise<unknown> {
    return makeBuckets(this.operator);
  }

  /** As the operator does who adds a gateway. */
  enrol(id: string): Promise<void> {
    const addedAt = new Date().toISOString();
    return this.putKey(`gateway.${id}`, { name: `Floor ${id}`, publicKey: "", addedAt });
  }

  putKey(key: string, value: object): Promise<void> {
    return putKeysEntry(this.operator, key, { value });
  }

  deleteKey(key: string): Promise<void> {
    return removeKeysEntry(this.operator, key);
  }

  /** Makes a key for a client, as the operator would. */
  async newKey(): Promise<string> {
    const secret = newSecret();
    const id = randomUUID().toUpperCase();
    const madeAt = new Date().toISOString();
    await this.putKey(`key.${id}`, { id, name: "acme#panel", hash: hashOfSecret(secret), madeAt, lastUsedAt: null });
    await vi.waitFor(
      () => {
        for (const { gateway } of this.#fronts)
          if (!gateway.home.keys.get(idFrom(id))) throw new Error("not heard of yet");
      },
      { timeout: 60_000 },
    );
    return secret;
  }

  async press(): Promise<void> {
    await this.putKey("press", { endsAt: new Date(Date.now() + 10_000).toISOString() });
  }

  /** Revokes every key that a front knows. */
  async revokeAll(): Promise<void> {
    const ids = this.#fronts.flatMap(({ gateway }) => gateway.home.keys.all().map(({ id }) => id));
    for (const id of new Set(ids)) await this.deleteKey(`key.${id}`);
  }

  /** How a library connects as somebody. */
  login(user: string): { readonly servers: string[]; readonly user: string; readonly pass: string } {
    return login(user, this.servers);
  }

  /** How somebody reaches the cluster. */
  address(user: string): FleetAddress {
    const servers = this.servers.map(({ port }) => `127.0.0.1:${port}`);
    return {
      servers,
      login: { user, password: user },
      isEncrypted: false,
      credentials: undefined,
      authority: undefined,
    };
  }

  /** A front on free ports. */
  async front(more: Partial<FrontStartOptions> = {}): Promise<RunningFront & { readonly client: HttpClient }> {
    const front = await startFront({
      ...SERVED_HERE,
      clock: SYSTEM_CLOCK,
      fleet: { ...this.address("front"), name: "front" },
      onFleetState: () => undefined,
      ...more,
    });
    this.#fronts.push(front);
    return Object.assign(front, { client: new HttpClient(front.http.port) });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#fronts.map((front) => front.stop()));
    await Promise.all([this.operator, ...this.#opened].map((connection) => connection.close()));
    await this.#stopServers();
  }
}

const login = (user: string, servers: readonly NatsServer[]) => ({
  servers: servers.map(({ port }) => `127.0.0.1:${port}`),
  user,
  pass: user,
});
