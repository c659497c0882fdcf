import { serveCommand } from "../serve/serve-command.ts";
import { configSchemaText } from "./config-schema.ts";
import { settingsOf } from "./settings.ts";

/** The schema that an editor checks `luxgate.yaml` with, as text. */
export const luxgateSchemaText = (): string => configSchemaText(settingsOf(serveCommand()));
