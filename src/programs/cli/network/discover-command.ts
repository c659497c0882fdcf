import { Command, Option } from "commander";
import { discover } from "../../../libraries/client/discover.ts";
import type { DiscoveredGateway } from "../../../libraries/client/discovered-gateway.ts";
import { printableJson } from "../../../shared/printable.ts";
import { seconds } from "../arguments.ts";
import { CommandFault } from "../command-fault.ts";
import { printOut } from "../terminal/standard-output.ts";
import { table } from "../terminal/table.ts";
import { type DiscoveryOptions, discoveryPortOption, formerPortOption } from "./discovery-port.ts";
import { addressOf } from "./gateway-url.ts";

const EXAMPLES = `
Examples:
  luxgate discover              every gateway on this machine's networks
  luxgate discover --wait 5     listen for 5 s
  luxgate discover --json       for scripts
  luxgate discover --discovery-port 9002     gateways that use this port

The column ADDRESS also shows the HTTP port, if it is not 8080 and the gateway announces it by mDNS.

The exit code is 1 if no gateway answers.`;

interface Options extends DiscoveryOptions {
  readonly port?: number;
  readonly wait: number;
  readonly json: boolean;
}

/** `luxgate discover` */
export function discoverCommand(): Command {
  return new Command("discover")
    .description("Find gateways by UDP broadcast.")
    .addOption(discoveryPortOption())
    .addOption(formerPortOption())
    .addOption(new Option("--wait <seconds>", "seconds to wait for answers").argParser(seconds).default(1))
    .option("--json", "print JSON", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const port = options.port ?? options.discoveryPort;
      const gateways = await discover({ port, timeoutMillis: options.wait * 1000 });
      if (options.json) printOut(printableJson(gateways, 2));
      else if (gateways.length > 0) printOut(table(HEADINGS, gateways.map(row)));
      if (gateways.length === 0) throw new CommandFault([`No gateway answered on UDP port ${port}.`]);
    });
}

const HEADINGS = ["NAME", "ADDRESS", "MODEL", "VERSION", "MAC", "PAIRING"];

const row = (gateway: DiscoveredGateway): readonly string[] => [
  gateway.name,
  addressOf(gateway),
  gateway.model,
  gateway.version,
  gateway.mac,
  gateway.link_enabled ? `open for ${(gateway.link_remian_ms / 1000).toFixed(1)} s` : "closed",
];
