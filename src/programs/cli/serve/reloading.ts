import { CommanderError } from "commander";
import { EDITING_COMMANDS } from "../../../edges/control/editing-commands.ts";
import type { Reloaded } from "../../../edges/control/views/status-view.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { CommandFault } from "../command-fault.ts";
import { settingsOf } from "../config/settings.ts";
import { reloadedLines } from "../operator/reloaded-lines.ts";
import { log, logWarning, setUpLog } from "./log.ts";
import { type ServeOptions, serveCommand } from "./serve-command.ts";
import { logAnswered } from "./start-serving.ts";

/** What can change while the gateway runs. */
const CHANGEABLE = [
  "allowEditing",
  "logFormat",
  "logLevel",
  "logRequests",
] as const satisfies readonly (keyof ServeOptions)[];

/** Lets clients with a key edit rooms and scenes, or does not let them any more. */
export const letKeysEdit = ({ door }: Pick<RunningGateway["http"], "door">, isAllowed: boolean): void =>
  door?.letKeysGive(isAllowed ? EDITING_COMMANDS : new Set());

/** What came of reading the settings again, or a line for each problem in them: then nothing has changed. */
export type ReloadOutcome = Reloaded | { readonly problems: readonly string[] };

/** The settings that arguments, variables and file give now. */
export async function readOptionsAgain(args: readonly string[]): Promise<ServeOptions> {
  const command = serveCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(() => undefined);
  await command.parseAsync([...args], { from: "user" });
  return command.opts<ServeOptions>();
}

/** Reads the settings again whenever it is called, takes over what can change, and logs what came of it. */
export function reloading(
  options: ServeOptions,
  read: () => Promise<ServeOptions>,
  { http }: Pick<RunningGateway, "http">,
): () => Promise<ReloadOutcome> {
  let current = options;
  return async () => {
    const next = await read().catch(problemsOf);
    if ("problems" in next) {
      logWarning("The settings were not reloaded, and nothing has changed. Problems:", ...next.problems);
      return next;
    }
    const reloaded = differencesOf(current, next);
    if (next.logRequests !== current.logRequests)
      http.requestObserver.switchTo(next.logRequests ? logAnswered : undefined);
    const { allowEditing, logFormat, logLevel, logRequests } = next;
    letKeysEdit(http, allowEditing);
    current = { ...current, allowEditing, logFormat, logLevel, logRequests };
    setUpLog(current);
    log(...reloadedLines(reloaded));
    return reloaded;
  };
}

function problemsOf(error: unknown): { readonly problems: readonly string[] } {
  if (error instanceof CommandFault) return { problems: error.lines };
  if (error instanceof CommanderError) return { problems: [error.message] };
  throw error;
}

function differencesOf(before: ServeOptions, now: ServeOptions): Reloaded {
  const changed = settingsOf(serveCommand()).filter(
    ({ key }) => JSON.stringify(Object(before)[key]) !== JSON.stringify(Object(now)[key]),
  );
  const isTaken = ({ key }: { readonly key: string }) => CHANGEABLE.some((one) => one === key);
  return {
    taken: changed.filter(isTaken).map(({ name }) => name),
    needRestart: changed.filter((setting) => !isTaken(setting)).map(({ name }) => name),
  };
}
