import { Command, Option } from "commander";
import { HTTP_PORT } from "../../../core/contract/ports.ts";
import {
  connect,
  type DiscoveredGateway,
  discover,
  type LuxgateClient,
  LuxgateError,
} from "../../../libraries/client/index.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { type DiscoveryOptions, discoveryPortOption } from "./discovery-port.ts";
import { gatewayUrl } from "./gateway-url.ts";
import { provenGateway } from "./proven-gateway.ts";

export interface ClientOptions extends DiscoveryOptions {
  readonly url?: string;
  readonly key?: string;
  readonly json: boolean;
}

/** A command that speaks with any gateway on the network, as other clients do. */
export const clientCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .addOption(
      new Option("--url <url>", "address of the gateway (default: the one that discovery finds)").env("LUXGATE_URL"),
    )
    .addOption(discoveryPortOption())
    .addOption(new Option("--key <key>", "key, for gateways that require one for reads").env("LUXGATE_KEY"))
    .option("--json", "print JSON", false);

/** Looks for the one gateway that is meant. */
type Look = (options: ClientOptions) => Promise<DiscoveredGateway>;

/** Runs a task with the gateway that is meant; an error of the client is printed as a line. */
export async function withGateway(
  options: ClientOptions,
  work: (gateway: LuxgateClient) => Promise<void>,
  look: Look = theGateway,
): Promise<void> {
  const { url, key, discoveryPort } = options;
  const where = url === undefined ? await provenGateway(await look(options)) : addressIn(url);
  try {
    await work(connect(where, { discoveryPort, ...(key === undefined ? {} : { key }) }));
  } catch (error) {
    if (!(error instanceof LuxgateError)) throw error;
    const isSilent = error.code === "unreachable" || error.code === "timeout";
    throw new CommandFault([error.message, ...(url === undefined && isSilent ? [NOT_THERE] : [])], error);
  }
}

const NOT_THERE =
  "The gateway answers discovery. If it serves HTTP on another port, give its address with --url, or try: luxgate doctor";

export function addressIn(url: string): string {
  const address = gatewayUrl(url);
  if (address) return address.href;
  throw new CommandFault([`${url} is not a valid address. Use one such as http://192.168.1.20:8080.`]);
}

async function theGateway({ discoveryPort }: ClientOptions): Promise<DiscoveredGateway> {
  const found = onlyOne(await discover({ port: discoveryPort }));
  if (found) return found;
  throw new CommandFault([
    `No gateway answered on UDP port ${discoveryPort}. Give its address with --url, or try: luxgate doctor`,
  ]);
}

/** Undefined if no gateway answered; throws if several did, as only a person can choose. */
export function onlyOne(found: readonly DiscoveredGateway[]): DiscoveredGateway | undefined {
  if (found.length <= 1) return found[0];
  const choices = found.map(({ name, ip, httpPort = HTTP_PORT }) => `  --url http://${ip}:${httpPort}    ${name}`);
  throw new CommandFault(["Several gateways answered. Choose one:", ...choices.map(printable)]);
}
