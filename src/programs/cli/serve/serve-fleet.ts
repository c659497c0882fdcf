import type { FleetAddress } from "../../../edges/fleet/fleet-address.ts";
import { gatewayIdOf } from "../../../edges/fleet/fleet-address.ts";
import type { FleetCondition } from "../../../edges/fleet/member/condition.ts";
import type { FleetMember } from "../../../edges/fleet/member/fleet-member.ts";
import type { ReadTrail } from "../../../edges/fleet/member/trail-answerer.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { log, logWarning } from "./log.ts";
import { outwardAddresses } from "./reachable-at.ts";
import type { ServeOptions } from "./serve-command.ts";
import { onFault } from "./start-serving.ts";

type FleetFlags = Pick<ServeOptions, "fleet" | "fleetCredentials" | "fleetCa" | "advertiseIp" | "host">;

/** Where the fleet is, and who this gateway is there; undefined where none is wanted. */
export interface FleetPlace {
  readonly address: FleetAddress;
  readonly gatewayId: string;
}

/** Flags that do not go together are a fault before anything is served. */
export function fleetFor({ fleet, fleetCredentials, fleetCa }: FleetFlags): FleetPlace | undefined {
  if (!fleet) {
    const given = fleetCredentials === undefined ? fleetCa && "--fleet-ca" : "--fleet-credentials";
    if (given === undefined) return undefined;
    throw new CommandFault([`${given} needs the servers of the fleet: give them with --fleet.`]);
  }
  const address = { ...fleet, credentials: fleetCredentials, authority: fleetCa };
  const gatewayId = gatewayIdOf(address);
  if (gatewayId !== undefined) return { address, gatewayId };
  throw new CommandFault(["--fleet needs credentials: luxgate fleet add makes a file for --fleet-credentials."]);
}

/** Where clients of the gateway reach it: the address it listens on, or the first of the machine where it listens on all. */
const ownAddress = (host: string): string | undefined =>
  ["0.0.0.0", "::"].includes(host) ? outwardAddresses()[0] : host;

interface JoiningGateway {
  readonly running: RunningGateway;
  readonly folder: string;
  readonly readTrail: ReadTrail;
  readonly options: FleetFlags;
}

/** Joins the fleet, if one is wanted. What that takes is loaded only then. */
export async function joinFleet(
  place: FleetPlace | undefined,
  { running, folder, readTrail, options }: JoiningGateway,
): Promise<FleetMember | undefined> {
  if (!place) return undefined;
  const { startFleet } = await import("../../../runtime/start-fleet.ts");
  return startFleet(running, {
    ...place,
    folder,
    readTrail,
    clock: SYSTEM_CLOCK,
    today: () => new Date(),
    ip: () => options.advertiseIp ?? ownAddress(options.host),
    onCondition: logFleet(),
    onFault,
  });
}

/** Logs when the gateway has joined the fleet, what keeps it from that, and when that is over. */
function logFleet(): (condition: FleetCondition) => void {
  let logged: string | undefined;
  return ({ gatewayId, server, isMember, problem }) => {
    if (problem === undefined && !isMember) return;
    const line = problem ?? `Joined the fleet at ${server} as ${gatewayId}.`;
    if (line === logged) return;
    logged = line;
    if (problem === undefined) log(line);
    else logWarning(`Fleet: ${problem}. The gateway keeps serving its home; retrying.`);
  };
}
