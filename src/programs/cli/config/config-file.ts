import { dirname, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { type TSchema, Type } from "typebox";
import { readYaml } from "../../../edges/home-file/read-yaml.ts";
import type { Violation } from "../../../edges/home-file/schema-violations.ts";
import { fileRefusal } from "../../../shared/folder-trust.ts";
import { givenText } from "../../../shared/given-file.ts";
import { isObject } from "../../../shared/is-object.ts";
import { CommandFault } from "../command-fault.ts";
import { type Setting, settingsOf } from "./settings.ts";

const MOST_BYTES = 256 * 1024;

/** A value that a file gives to a setting. */
export interface FileValue {
  readonly setting: Setting;
  /** As a flag would be read. */
  readonly value: unknown;
  /** As it is written, paths from the file's folder made whole. */
  readonly written: unknown;
}

/** Reads a configuration file; its problems are a fault, a line for each, with where it stands. */
export function readConfig(path: string, command: Command): readonly FileValue[] {
  const text = givenText(path, MOST_BYTES);
  if (typeof text !== "string") throw new CommandFault([`${path}: ${text.unreadable}`]);
  const refusal = fileRefusal(path);
  if (refusal !== undefined) throw new CommandFault([`${path}: ${refusal}.`]);
  const settings = settingsOf(command);
  const values: FileValue[] = [];
  // A file in which everything is commented out says nothing, which is fine.
  const read = readYaml(isEmpty(text) ? "{}" : text, configSchema(settings), function* (file) {
    for (const { setting, given } of givenIn(file, settings)) {
      const written = wholePaths(given, setting, dirname(path));
      const value = parsedBy(setting, written);
      if (value instanceof SettingProblem) yield value.at(setting.name);
      else values.push({ setting, value, written });
    }
  });
  if ("value" in read) return values;
  throw new CommandFault(read.problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`));
}

/** The settings that a file gives, and what it gives; what is of another kind is a violation of the schema already. */
const givenIn = (file: unknown, settings: readonly Setting[]) =>
  settings
    .map((setting) => ({ setting, given: isObject(file) ? file[setting.name] : undefined }))
    .filter(({ setting, given }) => given !== undefined && isOfKind(given, setting));

const isEmpty = (text: string): boolean => /^(?:\s*(?:#.*)?(?:\n|$))*$/.test(text);

function isOfKind(given: unknown, { kind, option }: Setting): boolean {
  switch (kind) {
    case "switch":
      return typeof given === "boolean";
    case "number":
      return Number.isInteger(given);
    case "text":
      return option.argChoices?.some((choice) => choice === given) ?? ["string", "number"].includes(typeof given);
    case "texts":
      return [given].flat().every((one) => typeof one === "string");
  }
}

const PATH_PLACEHOLDER = /<(?:file|folder)>/;

/** A file is looked for beside the file that names it. */
const wholePaths = (given: unknown, { option }: Setting, folder: string): unknown =>
  typeof given === "string" && PATH_PLACEHOLDER.test(option.flags) ? resolve(folder, given) : given;

class SettingProblem {
  readonly #message: string;

  constructor(message: string) {
    this.#message = message;
  }

  at(name: string): Violation {
    return { path: [name], atKey: false, message: `${name}: ${this.#message}` };
  }
}

/** Read as the flag reads it. */
function parsedBy({ option }: Setting, given: unknown): unknown {
  if (typeof given === "boolean") return given;
  if (!option.parseArg) return String(given);
  try {
    let value: unknown = Array.isArray(option.defaultValue) ? [] : undefined;
    for (const one of [given].flat()) value = option.parseArg(String(one), value);
    return value;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return new SettingProblem(uncapitalized(error.message));
    if (error instanceof CommandFault) return new SettingProblem(uncapitalized(error.message.replace(REPEATED, "")));
    throw error;
  }
}

/** The beginning of errors about flags whose values may hold a password. */
const REPEATED = /^error: option '[^']*' is invalid\. /;

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");

/** Each description completes the sentence "expected …". */
const KINDS: Readonly<Record<Setting["kind"], (setting: Setting) => TSchema>> = {
  switch: () => Type.Boolean({ description: "true or false" }),
  number: () => Type.Integer({ description: "a whole number, such as 8080" }),
  text: ({ option }) =>
    option.argChoices
      ? Type.Enum([...option.argChoices], { description: `one of ${option.argChoices.join(", ")}` })
      : Type.Union([Type.String({ minLength: 1 }), Type.Number()], { description: "a text or a number" }),
  texts: () =>
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }))], {
      description: "a text, or a list of texts",
    }),
};

/** What a configuration file may hold. */
const configSchema = (settings: readonly Setting[]) =>
  Type.Object(
    Object.fromEntries(settings.map((setting) => [setting.name, Type.Optional(KINDS[setting.kind](setting))])),
    {
      additionalProperties: false,
      description: "settings, such as http-port: 8080",
    },
  );

/** The schema that an editor checks configuration files with, as text: it shows what the help shows. */
export function configSchemaText(command: Command): string {
  const settings = settingsOf(command);
  const { properties, ...whole } = configSchema(settings);
  const described = settings.map(({ name, option }) => [name, { ...properties[name], description: describe(option) }]);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Luxgate settings",
    ...whole,
    properties: Object.fromEntries(described),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** A flag `--no-x` is the setting `x` in a file. */
const describe = ({ negate, description }: Setting["option"]): string =>
  negate ? `false: ${description}` : description;
