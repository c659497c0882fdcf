import type { Command } from "commander";
import { checkCommand } from "./check-command.ts";
import { deviceCommand } from "./device-command.ts";
import { devicesCommand } from "./devices-command.ts";
import { discoverCommand } from "./discover-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { exportCommand } from "./export-command.ts";
import { getCommand } from "./get-command.ts";
import { importCommand } from "./import-command.ts";
import { joinCommand } from "./join-command.ts";
import { keysCommand } from "./keys-command.ts";
import { pairCommand } from "./pair-command.ts";
import { pressCommand } from "./press-command.ts";
import { recordCommand } from "./record-command.ts";
import { resetCommand } from "./reset-command.ts";
import { roomCommand } from "./room-command.ts";
import { roomsCommand } from "./rooms-command.ts";
import { sceneCommand } from "./scene-command.ts";
import { scenesCommand } from "./scenes-command.ts";
import { setCommand } from "./set-command.ts";
import { simCommand } from "./sim-command.ts";
import { statusCommand } from "./status-command.ts";
import { watchCommand } from "./watch-command.ts";

/** Gives the program all its commands, in the order of its help. */
export const addEveryCommand = (program: Command, serving: Command): Command =>
  program
    .addCommand(serving)
    .addCommand(discoverCommand())
    .addCommand(getCommand())
    .addCommand(watchCommand())
    .addCommand(pairCommand())
    .addCommand(checkCommand())
    .addCommand(doctorCommand())
    .addCommand(recordCommand())
    .commandsGroup("Commands for the gateway that runs on this machine:")
    .addCommand(statusCommand())
    .addCommand(pressCommand())
    .addCommand(keysCommand())
    .addCommand(setCommand())
    .addCommand(devicesCommand())
    .addCommand(deviceCommand())
    .addCommand(joinCommand())
    .addCommand(roomsCommand())
    .addCommand(roomCommand())
    .addCommand(scenesCommand())
    .addCommand(sceneCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(resetCommand())
    .addCommand(simCommand());
