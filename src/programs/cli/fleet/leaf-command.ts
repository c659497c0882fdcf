import { type Command, Option } from "commander";
import { printOut } from "../terminal/standard-output.ts";
import { type FleetOptions, fleetSubcommand, natsUrls } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet add "Hut 1" --leaf                       first, make credentials for each gateway of the site
  luxgate fleet leaf hut-1.creds hut-2.creds > nats-server.conf

The gateways of a site connect to its leaf node, and only the leaf node connects to the fleet.
Copy the configuration and the credentials files to the leaf node. Each gateway also uses its own credentials file.
Keep the files. When you add a gateway to the site, run the command again with the files of all its gateways.`;

interface Options extends FleetOptions {
  readonly hub?: readonly string[];
  readonly credentialsFolder: string;
}

/** `luxgate fleet leaf` */
export const leafCommand = (): Command =>
  fleetSubcommand("leaf", "Print the configuration of a leaf node (a NATS server at a site).")
    .argument("<credentials...>", "credentials files of the gateways")
    .addOption(
      new Option(
        "--hub <urls>",
        "addresses that the leaf node connects to (default: the fleet's servers, port 7422)",
      ).argParser(natsUrls),
    )
    .option("--credentials-folder <folder>", "folder on the leaf node for the credentials files", "/etc/nats")
    .addHelpText("after", EXAMPLES)
    .action(async (files: readonly string[], { hub, credentialsFolder, ...options }: Options) => {
      const [{ withFleet }, { leafNode }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./leaf-gateway.ts"),
      ]);
      const text = await withFleet(options, async (fleet) =>
        leafNode(fleet, { files, hub, folder: credentialsFolder }),
      );
      printOut(text);
    });
