import type { Command } from "commander";
import type { SessionView } from "../../control/views/access-view.ts";
import { CommandFault } from "../command-fault.ts";
import { ask, type OperatorOptions, operatorCommand, print, say } from "./operator-command.ts";
import { sessionTable } from "./session-table.ts";

const EXAMPLES = `
Examples:
  luxgate sessions                  every browser that is the operator's at the moment
  luxgate sessions end 3F2A91B0     the first characters of the id are enough
  luxgate sessions --json           for scripts

A session ends after 12 hours, and when the gateway is started anew. "luxgate open" gives a link to one.`;

/** `luxgate sessions …` */
export const sessionsCommand = (): Command =>
  operatorCommand("sessions", "List the browsers in which the operator uses the page, and end that.")
    .alias("session")
    .addCommand(endCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: OperatorOptions, { args }: Command) => {
      const [unknown] = args;
      if (unknown !== undefined) throw new CommandFault([`There is no "sessions ${unknown}"; it takes end.`]);
      const { sessions } = await ask(options, "sessions", {});
      print(options, sessions, sessionTable);
    });

const endCommand = (): Command =>
  operatorCommand("end", "End a session: its browser is a visitor from now on.")
    .argument("<session>", "its id, or how that begins")
    .action(async (session: string, options: OperatorOptions) => {
      say(options, await ask(options, "session.end", { session }), endedLine);
    });

const endedLine = ({ browser, address }: SessionView): string =>
  `The session of ${browser} at ${address} has ended: that browser is a visitor now.`;
