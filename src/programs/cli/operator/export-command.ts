import type { Command } from "commander";
import { mayWrite } from "../terminal/output.ts";
import { printOut } from "../terminal/standard-output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate export my-home.json             the whole home, with the pictures of scenes
  luxgate export my-home.json --json      also print the file's name and size, as JSON
  luxgate export > my-home.json           the same, through standard output
  luxgate export my-home.json --force     overwrite an existing file
  luxgate import my-home.json             import it again, here or on another machine`;

interface Options extends OperatorOptions {
  readonly force: boolean;
}

/** `luxgate export` */
export const exportCommand = (): Command =>
  operatorCommand(
    "export",
    "Export the whole home to a file or to standard output.",
    "print the file's name and size as JSON; the file is JSON with or without this flag",
  )
    .argument("[file]", 'output file, or "-" for standard output', "-")
    .option("--force", "overwrite an existing file", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      if (file !== "-") mayWrite(file, options.force);
      const { text } = await ask(options, "home.export", {});
      if (file === "-") return printOut(text);
      await writeWholeFile(file, text, { mayOverwrite: options.force, mode: 0o600 });
      say(options, { file, bytes: Buffer.byteLength(text) }, () => `The home was exported to ${file}.`);
    });
