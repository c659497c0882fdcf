import { Option } from "commander";
import { DISCOVERY_PORT } from "../../../core/contract/ports.ts";
import { askedPort } from "../arguments.ts";

/** Where a command asks for gateways. */
export interface DiscoveryOptions {
  readonly discoveryPort: number;
}

export const discoveryPortOption = (): Option =>
  new Option("--discovery-port <port>", "UDP port on which gateways answer discovery")
    .env("LUXGATE_DISCOVERY_PORT")
    .argParser(askedPort)
    .default(DISCOVERY_PORT);

/** What the same was called first. */
export const formerPortOption = (): Option =>
  new Option("--port <port>", "the same as --discovery-port").argParser(askedPort).hideHelp();
