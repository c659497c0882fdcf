import { inspect } from "node:util";
import { Command, CommanderError } from "commander";
import { SqliteStore } from "../../edges/store/thread/sqlite-store.ts";
import { STORE_WORKER, VERSION } from "../../runtime/package.ts";
import { printable } from "../../shared/printable.ts";
import { CommandFault } from "./command-fault.ts";
import { settingsOf } from "./config/settings.ts";
import { serveCommand } from "./serve/serve-command.ts";
import { errorsTaken, outputTaken, printOut } from "./terminal/standard-output.ts";

/** An empty variable is the same as none, and so is a switch that is off. */
function forgetEmptyVariables(serving: Command): void {
  const switches = settingsOf(serving).flatMap(({ kind, option }) => (kind === "switch" ? option.envVar : []));
  const isNone = (name: string, value = ""): boolean =>
    value === "" || (switches.includes(name) && ["0", "false", "no"].includes(value.toLowerCase()));
  for (const [name, value] of Object.entries(process.env)) if (isNone(name, value)) delete process.env[name];
}

/** Runs the command that was typed. To serve, it is given the store that was started for it. */
export async function runProgram(store?: SqliteStore): Promise<void> {
  const program = new Command("luxgate")
    .description("A local gateway for smart lighting.")
    .version(VERSION)
    .enablePositionalOptions()
    .showHelpAfterError("Try: luxgate help <command>")
    .showSuggestionAfterError();
  const serving = serveCommand().action(async (options) => {
    const { serve } = await import("./serve/serve.ts");
    const { readOptionsAgain } = await import("./serve/reloading.ts");
    const readOptions = () => readOptionsAgain(process.argv.slice(3));
    await serve(options, store ?? SqliteStore.start(STORE_WORKER), readOptions);
  });
  forgetEmptyVariables(serving);
  if (store) program.addCommand(serving);
  else (await import("./every-command.ts")).addEveryCommand(program, serving);
  leaveExitToUs(program);
  await program.parseAsync().catch(tell);
  await outputTaken().catch(tell);
  await errorsTaken();
  process.exit();
}

/** Commander ends the program as soon as it has shown help or a problem, whether or not that has been read. */
function leaveExitToUs(command: Command): void {
  command.exitOverride().configureOutput({ writeOut: printOut });
  for (const below of command.commands) leaveExitToUs(below);
}

/** Prints why a command failed. A command that has set its own exit code keeps it. */
function tell(error: unknown): void {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.exitCode ||= 1;
    const lines = error instanceof CommandFault ? error.lines.map(printable) : [inspect(error)];
    for (const line of lines) process.stderr.write(`${line}\n`);
  }
}
