import type { Command } from "commander";
import type { MemberRole } from "../../../edges/fleet/authority/issued-keys.ts";
import { counted } from "../../../shared/counted.ts";
import { confirm } from "../operator/confirm.ts";
import { say } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

interface Options extends FleetOptions {
  readonly yes: boolean;
}

const EXAMPLES = `
Examples:
  luxgate fleet remove "Floor 3"          asks for confirmation
  luxgate fleet remove "Floor 3" --yes    without confirmation

The servers cut the gateway off within a second and refuse its credentials from then on. Its lights leave the fleet.
The gateway itself keeps its home and serves it.`;

/** `luxgate fleet remove` */
export const removeCommand = (): Command =>
  fleetSubcommand("remove", "Remove a gateway from the fleet and revoke its credentials.")
    .argument("<gateway>", "its name or id")
    .option("--yes", "skip the confirmation", false)
    .addHelpText("after", EXAMPLES)
    .action((words: string, options: Options) => remove("gateway", words, options));

const FRONT_EXAMPLES = `
Examples:
  luxgate fleet remove-front "Front 1" --yes    revoke its credentials

Its clients must use another front. A stolen front may have made keys for clients: list them with "luxgate fleet keys",
and revoke unknown ones with "luxgate fleet keys revoke".`;

/** `luxgate fleet remove-front` */
export const removeFrontCommand = (): Command =>
  fleetSubcommand("remove-front", "Revoke the credentials of a front.")
    .argument("<front>", "its name or id")
    .option("--yes", "skip the confirmation", false)
    .addHelpText("after", FRONT_EXAMPLES)
    .action((words: string, options: Options) => remove("front", words, options));

async function remove(role: MemberRole, words: string, options: Options): Promise<void> {
  const [{ withFleet }, { memberToRemove }, { removeMember }] = await Promise.all([
    import("./operated-fleet.ts"),
    import("./find-member.ts"),
    import("./members.ts"),
  ]);
  const removed = await withFleet(options, async (fleet) => {
    const member = await memberToRemove(fleet, role, words);
    await confirm(`The ${role} "${member.name}" (${member.id}) will be cut off for good.`, options);
    const { entries } = await removeMember(fleet, role, member);
    return { id: member.id, name: member.name, entries };
  });
  say(options, removed, ({ name, entries }) => {
    const left = role === "gateway" ? ` Removed from the fleet: ${counted(entries, "entry")}.` : "";
    return `The ${role} "${name}" is no longer in the fleet.${left}`;
  });
}
