import { type TSchema, Type } from "typebox";
import type { Setting } from "./settings.ts";

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
export const configSchema = (settings: readonly Setting[]) =>
  Type.Object(
    Object.fromEntries(settings.map((setting) => [setting.name, Type.Optional(KINDS[setting.kind](setting))])),
    {
      additionalProperties: false,
      description: "settings, such as http-port: 8080",
    },
  );

/** The schema that an editor checks configuration files with, as text: it shows what the help shows. */
export function configSchemaText(settings: readonly Setting[]): string {
  const { properties, ...whole } = configSchema(settings);
  const described = settings.map(({ name, option }) => [name, { ...properties[name], description: describe(option) }]);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of Luxgate",
    ...whole,
    properties: Object.fromEntries(described),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** A flag that says no stands in a file as what it says no to. */
const describe = ({ negate, description }: Setting["option"]): string =>
  negate ? `false: ${description}` : description;
