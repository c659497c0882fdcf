import type { Command } from "commander";
import { configCommand } from "./config/config-command.ts";
import { fleetCommand } from "./fleet/fleet-command.ts";
import { checkCommand } from "./network/check-command.ts";
import { discoverCommand } from "./network/discover-command.ts";
import { doctorCommand } from "./network/doctor-command.ts";
import { getCommand } from "./network/get-command.ts";
import { pairCommand } from "./network/pair-command.ts";
import { recordCommand } from "./network/record-command.ts";
import { watchCommand } from "./network/watch-command.ts";
import { backupCommand } from "./operator/backup-command.ts";
import { deviceCommand } from "./operator/device-command.ts";
import { devicesCommand } from "./operator/devices-command.ts";
import { exportCommand } from "./operator/export-command.ts";
import { historyCommand } from "./operator/history-command.ts";
import { importCommand } from "./operator/import-command.ts";
import { joinCommand } from "./operator/join-command.ts";
import { keysCommand } from "./operator/keys-command.ts";
import { matterCommand } from "./operator/matter-command.ts";
import { openCommand } from "./operator/open-command.ts";
import { operatorsCommand } from "./operator/operators-command.ts";
import { pressCommand } from "./operator/press-command.ts";
import { reloadCommand } from "./operator/reload-command.ts";
import { resetCommand } from "./operator/reset-command.ts";
import { restoreCommand } from "./operator/restore-command.ts";
import { roomCommand } from "./operator/room-command.ts";
import { roomsCommand } from "./operator/rooms-command.ts";
import { sceneCommand } from "./operator/scene-command.ts";
import { scenesCommand } from "./operator/scenes-command.ts";
import { sessionsCommand } from "./operator/sessions-command.ts";
import { setCommand } from "./operator/set-command.ts";
import { simCommand } from "./operator/sim-command.ts";
import { statusCommand } from "./operator/status-command.ts";
import { trafficCommand } from "./operator/traffic-command.ts";
import { sandboxCommand } from "./sandbox/sandbox-command.ts";

/** Gives the program all its commands, in the order of its help. */
export const addEveryCommand = (program: Command, serving: Command): Command =>
  program
    .addCommand(serving)
    .addCommand(configCommand())
    .addCommand(discoverCommand())
    .addCommand(getCommand())
    .addCommand(watchCommand())
    .addCommand(pairCommand())
    .addCommand(checkCommand())
    .addCommand(doctorCommand())
    .addCommand(recordCommand())
    .addCommand(sandboxCommand())
    .addCommand(fleetCommand())
    .commandsGroup("Commands for the gateway that runs on this machine:")
    .addCommand(statusCommand())
    .addCommand(reloadCommand())
    .addCommand(pressCommand())
    .addCommand(keysCommand())
    .addCommand(openCommand())
    .addCommand(operatorsCommand())
    .addCommand(sessionsCommand())
    .addCommand(matterCommand())
    .addCommand(setCommand())
    .addCommand(devicesCommand())
    .addCommand(deviceCommand())
    .addCommand(joinCommand())
    .addCommand(roomsCommand())
    .addCommand(roomCommand())
    .addCommand(scenesCommand())
    .addCommand(sceneCommand())
    .addCommand(historyCommand())
    .addCommand(trafficCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(resetCommand())
    .addCommand(simCommand());
