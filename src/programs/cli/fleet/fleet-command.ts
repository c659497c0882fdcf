import { Command } from "commander";
import { addCommand, addFrontCommand, renewCommand } from "./add-command.ts";
import { fleetBackupCommand, fleetRestoreCommand } from "./fleet-backup-command.ts";
import { fleetDevicesCommand } from "./fleet-devices-command.ts";
import { fleetHistoryCommand } from "./fleet-history-command.ts";
import { fleetKeysCommand } from "./fleet-keys-command.ts";
import { fleetOpenCommand } from "./fleet-open-command.ts";
import { fleetOperatorsCommand } from "./fleet-operators-command.ts";
import { fleetSessionsCommand } from "./fleet-sessions-command.ts";
import { fleetSetCommand } from "./fleet-set-command.ts";
import { fleetStatusCommand } from "./fleet-status-command.ts";
import { frontsCommand } from "./fronts-command.ts";
import { gatewaysCommand } from "./gateways-command.ts";
import { hostsCommand } from "./hosts-command.ts";
import { initCommand } from "./init-command.ts";
import { leafCommand } from "./leaf-command.ts";
import { fleetPressCommand } from "./press-command.ts";
import { problemsCommand } from "./problems-command.ts";
import { removeCommand, removeFrontCommand } from "./remove-command.ts";
import { rotateCommand } from "./rotate-command.ts";
import { frontCommand } from "./serve-command.ts";
import { serversCommand } from "./servers-command.ts";
import { setupCommand } from "./setup-command.ts";

const EXAMPLES = `
Examples:
  luxgate fleet init                  make the signing keys and the configuration of the NATS servers
  luxgate fleet setup                 prepare the servers, once they run
  luxgate fleet add "Floor 3"         add a gateway
  luxgate fleet status                show gateways, lights and problems at a glance
  luxgate fleet gateways              list the gateways
  luxgate fleet set "Lamp 3.1" off    control a lamp of any gateway
  luxgate fleet open                  sign in to the web page as operator

How to set up a fleet, step by step: docs/fleet.md`;

/** `luxgate fleet …` */
export const fleetCommand = (): Command =>
  new Command("fleet")
    .description("Run many gateways as one home.")
    .enablePositionalOptions()
    .addCommand(initCommand())
    .addCommand(setupCommand())
    .addCommand(frontCommand())
    .addCommand(fleetStatusCommand())
    .addCommand(gatewaysCommand())
    .addCommand(problemsCommand())
    .addCommand(fleetDevicesCommand())
    .addCommand(fleetSetCommand())
    .addCommand(fleetHistoryCommand())
    .addCommand(addCommand())
    .addCommand(renewCommand())
    .addCommand(removeCommand())
    .addCommand(frontsCommand())
    .addCommand(addFrontCommand())
    .addCommand(removeFrontCommand())
    .addCommand(leafCommand())
    .addCommand(serversCommand())
    .addCommand(hostsCommand())
    .addCommand(fleetPressCommand())
    .addCommand(fleetKeysCommand())
    .addCommand(fleetOpenCommand())
    .addCommand(fleetOperatorsCommand())
    .addCommand(fleetSessionsCommand())
    .addCommand(fleetBackupCommand())
    .addCommand(fleetRestoreCommand())
    .addCommand(rotateCommand())
    .addHelpText("after", EXAMPLES);
