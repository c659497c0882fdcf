import { Command } from "commander";
import { VERSION } from "./package.ts";
import { serveCommand } from "./serve-command.ts";
import { StartFault } from "./start-fault.ts";

const program = new Command("luxgate")
  .description("A local gateway for smart lighting.")
  .version(VERSION)
  .addCommand(serveCommand())
  .showHelpAfterError("Try: luxgate help <command>")
  .showSuggestionAfterError();

try {
  await program.parseAsync();
  process.exit();
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  for (const line of error.lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
