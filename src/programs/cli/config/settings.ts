import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command, Option } from "commander";

/** The flag that names the file; it is no setting of the file itself. */
const OWN_FLAG = "config";

/** A setting of `serve`: what its flag, its variable and its line in a file have in common. */
export interface Setting {
  /** In a file: the flag without its dashes, and without its `no-`. */
  readonly name: string;
  /** Among the options of the command. */
  readonly key: string;
  readonly option: Option;
  /** What a file gives: yes or no, a number, one text, or one or several texts. */
  readonly kind: "switch" | "number" | "text" | "texts";
}

/**
 * The settings of a command that takes those of `serve`. Its flags are the one table of them: variables, file, schema and
 * the page of `luxgate config` are made from it.
 */
export const settingsOf = (command: Command): readonly Setting[] =>
  command.options
    .filter((option) => option.attributeName() !== OWN_FLAG && option.envVar !== undefined)
    .map((option) => ({
      name: (option.long ?? "").replace(option.negate ? /^--no-/ : /^--/, ""),
      key: option.attributeName(),
      option,
      kind: kindOf(option),
    }));

/** A number whose default is shown in other words (`1d`) is given in such words. */
function kindOf({ required, optional, defaultValue, defaultValueDescription }: Option): Setting["kind"] {
  if (!required && !optional) return "switch";
  if (typeof defaultValue === "number" && defaultValueDescription === undefined) return "number";
  return Array.isArray(defaultValue) ? "texts" : "text";
}

/** The file that is used by default. */
const SYSTEM_FILE = "/etc/luxgate/luxgate.yaml";

/** The file that a command uses: the one that is named, or the system's, if it exists. */
export function configPathOf(named: string | undefined): string | undefined {
  if (named !== undefined) return resolve(named);
  return existsSync(SYSTEM_FILE) ? SYSTEM_FILE : undefined;
}
