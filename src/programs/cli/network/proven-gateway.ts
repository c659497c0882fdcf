import { HTTP_PORT } from "../../../core/contract/ports.ts";
import type { DiscoveredGateway } from "../../../libraries/client/index.ts";
import { answererAt } from "../../doctor/http-reach.ts";
import { CommandFault } from "../command-fault.ts";

/**
 * The gateway that discovery found, unless it is another one that answers HTTP at its address: two on one machine have
 * one address, and the one whose port nobody tells would be taken for the one on the usual port.
 */
export async function provenGateway(found: DiscoveredGateway): Promise<DiscoveredGateway> {
  const { ip, httpPort: port = HTTP_PORT, reset_id, mac } = found;
  if ((await answererAt({ ip, port }, reset_id)) !== "another") return found;
  throw new CommandFault([
    `The gateway that answers HTTP at ${ip}:${port} is not the one that discovery found (${mac}, ${reset_id}).`,
    "The gateway that discovery found uses another port, shown in its ready line. Give its address, such as 192.168.1.20:8081.",
  ]);
}
