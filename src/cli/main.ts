import { Command } from "commander";
import { CommandFault } from "./command-fault.ts";
import { discoverCommand } from "./discover-command.ts";
import { VERSION } from "./package.ts";
import { serveCommand } from "./serve-command.ts";

/** An empty variable is the same as none. */
for (const [name, value] of Object.entries(process.env)) if (value === "") delete process.env[name];

const program = new Command("luxgate")
  .description("A local gateway for smart lighting.")
  .version(VERSION)
  .addCommand(serveCommand())
  .addCommand(discoverCommand())
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
