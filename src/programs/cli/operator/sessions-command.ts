import type { Command } from "commander";
import type { SessionView } from "../../../edges/control/views/access-view.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { ask, type OperatorOptions, operatorCommand, print, say } from "./operator-command.ts";
import { sessionTable } from "./session-table.ts";

const EXAMPLES = `
Examples:
  luxgate sessions                  every browser that is signed in as operator
  luxgate sessions end 3F2A91B0     the first characters of the id are enough
  luxgate sessions --json           for scripts

A session ends after 12 hours, or after 90 days if it was started over HTTPS. It survives a restart of the gateway.
"luxgate open" prints a link that starts a session. "luxgate operators" lists browsers that ask for one.`;

/** `luxgate sessions …` */
export const sessionsCommand = (): Command =>
  operatorCommand("sessions", "List operator sessions in browsers, or end one.")
    .alias("session")
    .addCommand(endCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: OperatorOptions, command: Command) => {
      refuseUnknownSubcommand(command);
      const { sessions } = await ask(options, "sessions", {});
      print(options, sessions, (all) => sessionTable(all));
    });

const endCommand = (): Command =>
  operatorCommand("end", "End a session, which signs the operator out in that browser.")
    .argument("<session>", "its id, or the first characters of its id")
    .action(async (session: string, options: OperatorOptions) => {
      say(options, await ask(options, "session.end", { session }), endedLine);
    });

const endedLine = ({ name, browser, address }: SessionView): string =>
  `The session of ${name ?? browser} at ${address} was ended. That browser is signed out.`;
