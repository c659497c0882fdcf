import { resolve } from "node:path";
import type { NatsConnection } from "@nats-io/transport-node";
import { type FleetFile, FleetFolder, type OwnCredentials } from "../../../edges/fleet/authority/fleet-folder.ts";
import { connectOnce, FleetFault } from "../../../edges/fleet/connect-once.ts";
import { whyNoQuorum } from "../../../edges/fleet/silent-servers.ts";
import { errorCode, reasonOf } from "../../../shared/error-code.ts";
import { pause } from "../../../shared/pause.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { certificate } from "../arguments.ts";
import { CommandFault } from "../command-fault.ts";
import { fleetFolderPath } from "./fleet-folder-path.ts";
import type { FleetOptions } from "./fleet-options.ts";

/** A fleet in the hands of its operator: the folder with its keys, and its servers. */
export interface OperatedFleet {
  readonly folder: FleetFolder;
  readonly file: FleetFile;
  readonly servers: readonly string[];
  /** A connection with the folder's own credentials, to one of these servers; closed when the command is done. */
  connect(as: OwnCredentials, servers?: readonly string[]): Promise<NatsConnection>;
}

/** A command that takes longer finds out whether enough servers run. */
const PATIENCE_MILLIS = 4_000;

/** Runs a command on the fleet that the options name; what speaks against it is a fault, in words. */
export async function withFleet<Result>(
  options: FleetOptions,
  work: (fleet: OperatedFleet) => Promise<Result>,
): Promise<Result> {
  const open: NatsConnection[] = [];
  const isOver = new AbortController();
  try {
    const folder = new FleetFolder(resolve(options.folder ?? fleetFolderPath()));
    const file = folder.fleet();
    const servers = options.nats ?? file.servers;
    const authority = options.ca === undefined ? undefined : certificate(options.ca);
    const connect = async (as: OwnCredentials, to = servers) => {
      const connection = await connectOnce({ servers: to, credentials: folder.credentials(as), authority });
      open.push(connection);
      return connection;
    };
    return await Promise.race([work({ folder, file, servers, connect }), lackOfServers(servers, isOver.signal)]);
  } catch (error) {
    throw inWords(error);
  } finally {
    isOver.abort();
    await Promise.all(open.map((connection) => connection.close()));
  }
}

/** Rejects when a command takes long and too few servers answer: then it would wait in vain. */
async function lackOfServers(servers: readonly string[], isOver: AbortSignal): Promise<never> {
  await pause(SYSTEM_CLOCK, PATIENCE_MILLIS, isOver);
  const why = isOver.aborted ? undefined : await whyNoQuorum(servers);
  if (why !== undefined && !isOver.aborted) throw new FleetFault(why);
  return new Promise(() => undefined);
}

/** What a person can do about it: most faults of the cluster are that it has no leader, or was not set up. */
function inWords(error: unknown): unknown {
  if (error instanceof CommandFault) return error;
  if (error instanceof FleetFault) return new CommandFault([error.message], error);
  const name = error instanceof Error ? error.name : "";
  if (["StreamNotFoundError", "JetStreamNotEnabled", "NoResponders"].includes(name)) return notSetUp(error);
  if (/^(JetStream|Timeout|Request|PermissionViolation|ClosedConnection)/.test(name)) {
    return new CommandFault(
      [`The servers did not do it (${reasonOf(error)}). Most of them must run: see luxgate fleet servers.`],
      error,
    );
  }
  const code = errorCode(error);
  if (code !== undefined) return new CommandFault([`A file of the fleet cannot be read or written (${code}).`], error);
  return error;
}

const notSetUp = (cause: unknown): CommandFault =>
  new CommandFault(
    ['The servers have no data of this fleet. Run "luxgate fleet setup". If you have, wait until most servers run.'],
    cause,
  );

/** How a set-up reaches the fleet's servers. */
export const serversOf = ({ servers, connect }: OperatedFleet) => ({
  urls: servers,
  system: () => connect("system"),
  command: (url: string) => connect("command", [url]),
});
