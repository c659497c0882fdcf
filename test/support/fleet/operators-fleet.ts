import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { NatsConnection } from "@nats-io/transport-node";
import type { FleetFolder } from "../../../src/edges/fleet/authority/fleet-folder.ts";
import { connectOnce } from "../../../src/edges/fleet/connect-once.ts";
import { memberToRemove } from "../../../src/programs/cli/fleet/find-member.ts";
import { type AddedMember, addMember, removeMember, renewMember } from "../../../src/programs/cli/fleet/members.ts";
import { type OperatedFleet, withFleet } from "../../../src/programs/cli/fleet/operated-fleet.ts";
import { setUpFleet } from "../../../src/programs/cli/fleet/set-up-fleet.ts";
import { ConfiguredServers } from "../nats/configured-servers.ts";
import { newFleetFolder } from "./fleet-folder.ts";

/** A fleet that was made and set up by the operator's commands: the folder with its keys, and one server. */
export class OperatorsFleet {
  readonly folder: FleetFolder;
  readonly servers: ConfiguredServers;
  readonly #open: NatsConnection[] = [];

  private constructor(folder: FleetFolder, servers: ConfiguredServers) {
    this.folder = folder;
    this.servers = servers;
  }

  static async start(): Promise<OperatorsFleet> {
    const folder = await newFleetFolder();
    const servers = await ConfiguredServers.start([join(folder.path, "servers/one-node/nats-server.conf")]);
    const fleet = new OperatorsFleet(folder, servers);
    await fleet.on(setUpFleet);
    return fleet;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#open.map((connection) => connection.close()));
    await this.servers.stop();
    rmSync(join(this.folder.path, ".."), { recursive: true, force: true });
  }

  /** Runs one of the operator's commands. */
  on<Result>(work: (fleet: OperatedFleet) => Promise<Result>): Promise<Result> {
    return withFleet({ folder: this.folder.path, nats: this.servers.urls, json: false }, work);
  }

  add(name: string): Promise<CredentialsOf> {
    return this.#read(this.on((fleet) => addMember(fleet, "gateway", { name })));
  }

  renew(name: string): Promise<CredentialsOf> {
    return this.#read(this.on((fleet) => renewMember(fleet, "gateway", { name })));
  }

  remove(words: string, role: "gateway" | "front" = "gateway"): Promise<{ readonly entries: number }> {
    return this.on(async (fleet) => removeMember(fleet, role, await memberToRemove(fleet, role, words)));
  }

  /** Connects with the text of credentials. */
  async connectWith(credentials: string): Promise<NatsConnection> {
    const connection = await connectOnce({ servers: this.servers.urls, credentials });
    this.#open.push(connection);
    return connection;
  }

  /** Whether servers take credentials; a fault other than a refusal is one of the test. */
  async takes(credentials: string): Promise<boolean> {
    try {
      await this.connectWith(credentials);
      return true;
    } catch (fault) {
      if (fault instanceof Error && /refused/.test(fault.message)) return false;
      throw fault;
    }
  }

  /** Does something while a file of the folder is elsewhere. */
  async without(file: string, work: () => Promise<void>): Promise<void> {
    const path = join(this.folder.path, file);
    renameSync(path, `${path}.away`);
    await work().finally(() => renameSync(`${path}.away`, path));
  }

  async #read(made: Promise<AddedMember>): Promise<CredentialsOf> {
    const { id, credentials: file } = await made;
    return { id, file, text: readFileSync(file, "utf8") };
  }
}

interface CredentialsOf {
  readonly id: string;
  readonly file: string;
  readonly text: string;
}
