import { Command } from "commander";
import { CommandFault } from "./command-fault.ts";
import { deviceCommand } from "./device-command.ts";
import { devicesCommand } from "./devices-command.ts";
import { discoverCommand } from "./discover-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { exportCommand } from "./export-command.ts";
import { importCommand } from "./import-command.ts";
import { joinCommand } from "./join-command.ts";
import { keysCommand } from "./keys-command.ts";
import { VERSION } from "./package.ts";
import { pressCommand } from "./press-command.ts";
import { recordCommand } from "./record-command.ts";
import { resetCommand } from "./reset-command.ts";
import { roomCommand } from "./room-command.ts";
import { roomsCommand } from "./rooms-command.ts";
import { sceneCommand } from "./scene-command.ts";
import { scenesCommand } from "./scenes-command.ts";
import { serveCommand } from "./serve-command.ts";
import { setCommand } from "./set-command.ts";
import { simCommand } from "./sim-command.ts";
import { statusCommand } from "./status-command.ts";

/** An empty variable is the same as none, and so is a "no" that is switched off. */
const isNone = (name: string, value = ""): boolean =>
  value === "" || (name.startsWith("LUXGATE_NO_") && ["0", "false", "no"].includes(value.toLowerCase()));
for (const [name, value] of Object.entries(process.env)) if (isNone(name, value)) delete process.env[name];

const program = new Command("luxgate")
  .description("A local gateway for smart lighting.")
  .version(VERSION)
  .enablePositionalOptions()
  .addCommand(serveCommand())
  .addCommand(discoverCommand())
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
  .addCommand(simCommand())
  .showHelpAfterError("Try: luxgate help <command>")
  .showSuggestionAfterError();

try {
  await program.parseAsync();
  process.exit();
} catch (error) {
  if (!(error instanceof CommandFault)) throw error;
  for (const line of error.lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
