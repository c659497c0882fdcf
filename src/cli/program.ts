import { Command } from "commander";
import { SqliteStore } from "../store/sqlite-store.ts";
import { CommandFault } from "./command-fault.ts";
import { STORE_WORKER, VERSION } from "./package.ts";
import { serveCommand } from "./serve-command.ts";
import { keepHeapSmall } from "./small-heap.ts";

/** An empty variable is the same as none, and so is a "no" that is switched off. */
const isNone = (name: string, value = ""): boolean =>
  value === "" || (name.startsWith("LUXGATE_NO_") && ["0", "false", "no"].includes(value.toLowerCase()));
for (const [name, value] of Object.entries(process.env)) if (isNone(name, value)) delete process.env[name];

/** Runs the command that was typed. To serve, it is given the store that was started for it. */
export async function runProgram(store?: SqliteStore): Promise<void> {
  const program = new Command("luxgate")
    .description("A local gateway for smart lighting.")
    .version(VERSION)
    .enablePositionalOptions()
    .showHelpAfterError("Try: luxgate help <command>")
    .showSuggestionAfterError();
  const serving = serveCommand().action(async (options) => {
    const { serve } = await import("./serve.ts");
    await serve(options, store ?? SqliteStore.start(STORE_WORKER, keepHeapSmall));
  });
  if (store) program.addCommand(serving);
  else (await import("./every-command.ts")).addEveryCommand(program, serving);
  try {
    await program.parseAsync();
    process.exit();
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    for (const line of error.lines) process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}
