import { HomeFile } from "./schema.ts";

/** The schema that an editor checks home files with, as text. */
export function homeFileSchemaText(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A Luxgate home",
    ...HomeFile,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
