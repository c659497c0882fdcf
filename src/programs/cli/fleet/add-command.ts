import { hostname } from "node:os";
import { type Command, Option } from "commander";
import { cleanName } from "../../../core/home/model/name.ts";
import { CommandFault } from "../command-fault.ts";
import { say } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";
import type { AddedMember } from "./members.ts";

interface GatewayOptions extends FleetOptions {
  readonly leaf: boolean;
}

const leafOption = (): Option => new Option("--leaf", "for a gateway that connects through a leaf node").default(false);

const ADD_EXAMPLES = `
Examples:
  luxgate fleet add "Floor 3"           add a gateway and make its credentials
  luxgate fleet add "Floor 3" --leaf    the same, for a gateway that connects through a leaf node

Copy the credentials to the gateway and start it there, with the command that is printed.`;

/** `luxgate fleet add` */
export const addCommand = (): Command =>
  fleetSubcommand("add", "Add a gateway to the fleet and make its credentials.")
    .argument("<name>", "the gateway's name in the fleet")
    .addOption(leafOption())
    .addHelpText("after", ADD_EXAMPLES)
    .action(async (name: string, options: GatewayOptions) => {
      say(options, await added("gateway", name, options), gatewayLine);
    });

const FRONT_EXAMPLES = `
Examples:
  luxgate fleet add-front              named after this computer
  luxgate fleet add-front "Front 1"    named as you like`;

/** `luxgate fleet add-front` */
export const addFrontCommand = (): Command =>
  fleetSubcommand("add-front", "Make the credentials of a front, which serves the whole fleet.")
    .argument("[name]", "the front's name (default: the name of this computer)")
    .addHelpText("after", FRONT_EXAMPLES)
    .action(async (name: string | undefined, options: FleetOptions) => {
      say(options, await added("front", name ?? hostname(), options), frontLine);
    });

const RENEW_EXAMPLES = `
Examples:
  luxgate fleet renew "Floor 3"    if its credentials were lost or stolen, or after "luxgate fleet rotate"

Luxgate revokes the former credentials at once, so the gateway is disconnected from the fleet. Copy the new file to the
gateway and restart it. Until the restart it still serves its own home. After it, the gateway sends the fleet
what has changed. If the command fails, run it again: until it succeeds, former credentials may still be valid.`;

/** `luxgate fleet renew` */
export const renewCommand = (): Command =>
  fleetSubcommand("renew", "Replace the credentials of a gateway and revoke the former ones.")
    .argument("<gateway>", "its name or id")
    .addOption(leafOption())
    .addHelpText("after", RENEW_EXAMPLES)
    .action(async (name: string, options: GatewayOptions) => {
      const [{ withFleet }, { renewMember }] = await parts();
      const wanted = { name, isBehindLeaf: options.leaf };
      say(options, await withFleet(options, (fleet) => renewMember(fleet, "gateway", wanted)), renewedLine);
    });

async function added(
  role: "gateway" | "front",
  given: string,
  options: FleetOptions & { readonly leaf?: boolean },
): Promise<AddedMember> {
  const name = cleanName(given);
  if (name === "") throw new CommandFault(["A name needs at least one visible character."]);
  const [{ withFleet }, { addMember }] = await parts();
  return withFleet(options, (fleet) => addMember(fleet, role, { name, isBehindLeaf: options.leaf ?? false }));
}

const parts = () => Promise.all([import("./operated-fleet.ts"), import("./members.ts")]);

const gatewayLine = ({ id, name, credentials, servers }: AddedMember): string =>
  `"${name}" is in the fleet as ${id}. Its credentials are in ${credentials}. Move this file to the gateway and start: luxgate serve --fleet ${servers.join(",")} --fleet-credentials <file>`;

const renewedLine = ({ name, credentials }: AddedMember): string =>
  `"${name}" has new credentials in ${credentials}. The former ones are revoked. Move this file to the gateway, in the place of the former one, and restart the gateway.`;

const frontLine = ({ name, credentials, servers }: AddedMember): string =>
  `The credentials of front "${name}" are in ${credentials}. Move this file to its machine and start: luxgate fleet serve --nats ${servers.join(",")} --credentials <file>`;
