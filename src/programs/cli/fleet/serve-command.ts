import { Command, Option } from "commander";
import { certificate } from "../arguments.ts";
import { serveCommand } from "../serve/serve-command.ts";
import { credentialsFor, natsServers } from "./fleet-arguments.ts";
import { type FrontOptions, SETTINGS } from "./front-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet serve --nats nats://10.0.0.5 --credentials front.creds
  luxgate fleet serve --nats tls://a.example,tls://b.example --credentials front.creds --ca ca.pem
  luxgate fleet serve --nats nats://10.0.0.5 --credentials front.creds --no-discovery --http-port 8081

A front stores no data. You can start several fronts, behind any load balancer.
To make its credentials: luxgate fleet add-front`;

/** `luxgate fleet serve` */
export function frontCommand(): Command {
  const command = new Command("serve")
    .description("Run a front: one address for all gateways of the fleet.")
    .addOption(
      new Option("--nats <urls>", "addresses of the NATS servers, with commas between them")
        .env("LUXGATE_NATS")
        .argParser(natsServers)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--credentials <file>", "credentials of this front, made by luxgate fleet add-front")
        .env("LUXGATE_NATS_CREDENTIALS")
        .argParser(credentialsFor("front")),
    )
    .addOption(
      new Option("--ca <file>", "CA certificate of the NATS servers, in PEM")
        .env("LUXGATE_NATS_CA")
        .argParser(certificate),
    )
    .addOption(new Option("--no-discovery", "do not answer discovery").env("LUXGATE_NO_DISCOVERY"));
  for (const option of serveCommand().options) if (SETTINGS.includes(option.long ?? "")) command.addOption(option);
  return command.addHelpText("after", EXAMPLES).action(async (options: FrontOptions) => {
    const { serveFront } = await import("./serve-front.ts");
    await serveFront(options);
  });
}
