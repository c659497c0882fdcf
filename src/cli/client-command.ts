import { Command, Option } from "commander";
import { connect, type DiscoveredGateway, discover, type LuxgateClient, LuxgateError } from "../client/index.ts";
import { CommandFault } from "./command-fault.ts";
import { gatewayUrl } from "./gateway-url.ts";

export interface ClientOptions {
  readonly url?: string;
  readonly key?: string;
  readonly json: boolean;
}

/** A command that speaks with any gateway on the network, as other clients do. */
export const clientCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .addOption(new Option("--url <url>", "the gateway; looked for when it is not given").env("LUXGATE_URL"))
    .addOption(new Option("--key <key>", "a key, for gateways that want one for reads").env("LUXGATE_KEY"))
    .option("--json", "print JSON", false);

/** Does something with the gateway that is meant; what goes wrong is told in a line. */
export async function withGateway(
  { url, key }: ClientOptions,
  work: (gateway: LuxgateClient) => Promise<void>,
): Promise<void> {
  const where = url === undefined ? await onlyGateway() : addressIn(url);
  try {
    await work(connect(where, key === undefined ? {} : { key }));
  } catch (error) {
    if (!(error instanceof LuxgateError)) throw error;
    throw new CommandFault([error.message], error);
  }
}

export function addressIn(url: string): string {
  const address = gatewayUrl(url);
  if (address) return address.href;
  throw new CommandFault([`${url} is no address: expected one such as http://192.168.1.20:8080.`]);
}

async function onlyGateway(): Promise<DiscoveredGateway> {
  const [first, ...more] = await discover();
  if (!first) {
    throw new CommandFault(["No gateway answered. Give its address with --url, or try: luxgate doctor"]);
  }
  if (more.length === 0) return first;
  const choices = [first, ...more].map(({ name, ip }) => `  --url http://${ip}:8080    ${name}`);
  throw new CommandFault(["Several gateways answered. Say which one:", ...choices]);
}
