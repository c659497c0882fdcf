import { Command } from "commander";
import { printableJson } from "../../shared/printable.ts";
import { withSettings } from "../serve/serve-command.ts";
import { printOut } from "../terminal/standard-output.ts";
import { table } from "../terminal/table.ts";
import { type ShownSetting, shownSettings } from "./shown-settings.ts";

const EXAMPLES = `
Examples:
  luxgate config                         what "luxgate serve" would go by, and where each value comes from
  luxgate config --config luxgate.yaml   the same with another file: a way to try it
  luxgate config --json                  for scripts

Flags beat variables (LUXGATE_HTTP_PORT), variables beat the file, the file beats what is built in. Passwords are not shown.`;

/** `luxgate config` */
export const configCommand = (): Command => {
  const command = withSettings(
    new Command("config").description("Show the settings that count for serve, and where each comes from."),
  );
  return command
    .option("--json", "print JSON", false)
    .addHelpText("after", EXAMPLES)
    .action(({ json }: { readonly json: boolean }) => {
      const shown = shownSettings(command);
      printOut(json ? printableJson(shown, 2) : table(["SETTING", "VALUE", "FROM"], shown.map(rowOf)));
    });
};

const rowOf = ({ name, value, from, where }: ShownSetting): readonly string[] => [
  name,
  [value].flat().join(", "),
  where ?? from,
];
