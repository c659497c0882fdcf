import type { Command } from "commander";
import type { HomeChange, WatchState } from "../client/index.ts";
import { type ClientOptions, clientCommand, withGateway } from "./client-command.ts";
import { outputTaken, printOut } from "./standard-output.ts";
import { untilUnwanted } from "./until-interrupted.ts";
import { changeLine, homeTable } from "./watch-lines.ts";

const EXAMPLES = `
Examples:
  luxgate watch                      every light, then whatever happens
  luxgate watch --json | jq .        one JSON object for each change
  luxgate watch --url 192.168.1.20:8080

It goes on until Ctrl-C, also when the gateway is started again or gets another address.`;

/** `luxgate watch` */
export const watchCommand = (): Command =>
  clientCommand("watch", "Follow what happens in the home of a gateway on the network.")
    .addHelpText("after", EXAMPLES)
    .action((options: ClientOptions) =>
      withGateway(options, async (gateway) => {
        const onState = (state: WatchState) => process.stderr.write(`${stateLine(state)}\n`);
        const show = options.json ? showJson : showLine;
        await untilUnwanted(async (signal) => {
          for await (const change of gateway.watch({ signal, onState })) {
            show(change);
            await outputTaken();
          }
        });
      }),
    );

const stateLine = (state: WatchState): string =>
  state.state === "lost"
    ? `Lost the gateway (${state.error.message}). Trying again …`
    : `Following ${state.address} by ${state.state === "events" ? "its events" : "reading it again and again"}.`;

/** What was known before is left out: a reader of lines keeps that itself. */
function showJson(change: HomeChange): void {
  const { home, ...said } = change;
  const lists = Object.entries(home).map(([kind, resources]) => [kind, [...resources.values()]]);
  printOut(JSON.stringify(change.kind === "snapshot" ? { ...said, ...Object.fromEntries(lists) } : said));
}

function showLine(change: HomeChange): void {
  printOut(change.kind === "snapshot" ? homeTable(change.home) : changeLine(change, new Date()));
}
