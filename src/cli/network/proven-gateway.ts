import type { DiscoveredGateway } from "../../client/index.ts";
import { HTTP_PORT } from "../../contract/ports.ts";
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
    `Another gateway answers HTTP at ${ip}:${port} than the one that was found (${mac}, ${reset_id}).`,
    "The one that was found serves on another port, which its ready line tells: give its address, such as 192.168.1.20:8081.",
  ]);
}
