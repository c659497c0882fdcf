import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { writeDurably } from "../store/durable-file.ts";
import { CommandFault, codeOf } from "./command-fault.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { mayWrite } from "./output.ts";

const EXAMPLES = `
Examples:
  luxgate export my-home.json             the whole home, pictures included
  luxgate export > my-home.json
  luxgate export my-home.json --force     over the file that is there
  luxgate import my-home.json             back again, here or on another machine`;

interface Options extends OperatorOptions {
  readonly force: boolean;
}

/** `luxgate export` */
export const exportCommand = (): Command =>
  operatorCommand("export", "Write the whole home to a file, or to standard output.")
    .argument("[file]", '"-" for standard output, which is the default', "-")
    .option("--force", "write over a file that is there", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      const place = file === "-" ? "stream" : mayWrite(file, options.force);
      const { text } = await ask(options, "home.export", {});
      if (file === "-") {
        process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
        return;
      }
      await write(file, place, text);
      say(options, { file, bytes: Buffer.byteLength(text) }, () => `The home is in ${file} now.`);
    });

/** A pipe or a device is written to; put in its place, a file would make an end of it. */
async function write(file: string, place: "file" | "stream", text: string): Promise<void> {
  try {
    if (place === "stream") await writeFile(file, text);
    else writeDurably(file, text);
  } catch (error) {
    throw new CommandFault([`${file} cannot be written (${codeOf(error)}).`], error);
  }
}
