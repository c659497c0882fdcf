import { Command, InvalidArgumentError, Option } from "commander";
import { namesOf, parseServers } from "../../../edges/fleet/fleet-address.ts";
import { folder } from "../arguments.ts";

/** What every command takes that works on a fleet as its operator. */
export interface FleetOptions {
  readonly folder?: string;
  readonly nats?: readonly string[];
  /** The path of a certificate. */
  readonly ca?: string;
  readonly json: boolean;
}

/** A command that works on a fleet as its operator. */
export const fleetSubcommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .addOption(folderOption())
    .addOption(
      new Option(
        "--nats <urls>",
        "addresses of the NATS servers, with commas between them (default: as given to fleet init)",
      )
        .env("LUXGATE_NATS")
        .argParser(natsUrls),
    )
    .addOption(new Option("--ca <file>", "CA certificate of the servers, in PEM").env("LUXGATE_NATS_CA"))
    .option("--json", "print JSON", false);

/** One gateway instead of all. */
export const gatewayOption = (): Option => new Option("--gateway <gateway>", "only this gateway, by name or id");

export const folderOption = (): Option =>
  new Option(
    "--folder <folder>",
    "the fleet's folder, with its signing keys (default: luxgate/fleet in the user's config folder)",
  )
    .env("LUXGATE_FLEET_FOLDER")
    .argParser(folder);

/** Addresses of servers, with commas between them; may be repeated. */
export function natsUrls(text: string, previous: readonly string[] = []): readonly string[] {
  const parsed = parseServers(text);
  if ("problem" in parsed) throw new InvalidArgumentError(parsed.problem);
  return [...previous, ...namesOf(parsed)];
}
