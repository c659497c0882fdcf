import { Command } from "commander";
import { namesOf } from "../../../edges/fleet/fleet-address.ts";
import { nameOfBroker } from "../../../edges/mqtt/connection/broker-address.ts";
import { printableJson } from "../../../shared/printable.ts";
import { type ServeOptions, withSettings } from "../serve/serve-command.ts";
import { printOut } from "../terminal/standard-output.ts";
import { table } from "../terminal/table.ts";
import { configPathOf, type Setting, settingsOf } from "./settings.ts";

const EXAMPLES = `
Examples:
  luxgate config                         the settings that "luxgate serve" would use, and their sources
  luxgate config --config luxgate.yaml   the same with another file, to test it
  luxgate config --json                  for scripts

The first of these that is set counts: flag, environment variable (such as LUXGATE_HTTP_PORT), configuration file, default.
Passwords are not shown.`;

/** `luxgate config` */
export const configCommand = (): Command => {
  const command = withSettings(new Command("config").description("Show the effective settings and their sources."));
  return command
    .option("--json", "print JSON", false)
    .addHelpText("after", EXAMPLES)
    .action(({ json }: { readonly json: boolean }) => {
      const shown = shownSettings(command);
      printOut(json ? printableJson(shown, 2) : table(["SETTING", "VALUE", "SOURCE"], shown.map(rowOf)));
    });
};

const rowOf = ({ name, value, from, where }: ShownSetting): readonly string[] => [
  name,
  [value].flat().join(", "),
  where ?? from,
];

/** A setting as it counts. */
export interface ShownSetting {
  readonly name: string;
  /** Without passwords; what is read from a file is a few words. */
  readonly value: string | number | boolean | readonly string[] | null;
  readonly from: "flag" | "environment" | "file" | "default";
  /** The flag, the variable or the file; null for a default. */
  readonly where: string | null;
}

/** All settings of a command whose flags were parsed and whose file was read. */
export function shownSettings(command: Command): readonly ShownSetting[] {
  const options = command.opts<ServeOptions>();
  const file = configPathOf(options.config) ?? null;
  return settingsOf(command).map((setting) => ({
    name: setting.name,
    value: shownValue(setting, options),
    ...originOf(setting, command.getOptionValueSource(setting.key), file),
  }));
}

function originOf(
  { option }: Setting,
  source: string | undefined,
  file: string | null,
): Pick<ShownSetting, "from" | "where"> {
  switch (source) {
    case "cli":
      return { from: "flag", where: option.long ?? null };
    case "env":
      return { from: "environment", where: option.envVar ?? null };
    case "config":
      return { from: "file", where: file };
    default:
      return { from: "default", where: null };
  }
}

/** Addresses without their passwords, certificates by a few words. */
function shownValue({ key, option }: Setting, options: ServeOptions): ShownSetting["value"] {
  const { mqttUrl, backend, fleet, fleetCredentials } = options;
  const value: unknown = Object(options)[key];
  if (value === option.defaultValue && option.defaultValueDescription) return option.defaultValueDescription;
  if (key === "backend") return backend.map(({ address }) => address.name);
  if (key === "mqttUrl" && mqttUrl) return nameOfBroker(mqttUrl);
  if (key === "fleet" && fleet) return [...namesOf(fleet)];
  if (key === "fleetCredentials" && fleetCredentials !== undefined) return "credentials";
  return plainValue(value);
}

function plainValue(value: unknown): ShownSetting["value"] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "string") return value.includes("-----BEGIN") ? "a certificate" : value;
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}
