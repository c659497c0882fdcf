import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import {
  type DiscoveredGateway,
  discover,
  type HomeChange,
  type LuxgateClient,
  type WatchState,
} from "../../../libraries/client/index.ts";
import { printable, printableJson } from "../../../shared/printable.ts";
import { outputTaken, printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import { type ClientOptions, clientCommand, onlyOne, withGateway } from "./client-command.ts";
import { changeLine, homeTable } from "./watch-lines.ts";

const EXAMPLES = `
Examples:
  luxgate watch                      every light, then every change
  luxgate watch --json | jq .        one JSON object per change
  luxgate watch --url 192.168.1.20:8080

The command runs until Ctrl-C. It waits for a gateway if there is none yet, and follows it when it restarts or gets
another address.`;

const LOOK_AGAIN_MILLIS = 2_000;

/** `luxgate watch` */
export const watchCommand = (): Command =>
  clientCommand("watch", "Show changes in a gateway's home as they happen.")
    .addHelpText("after", EXAMPLES)
    .action((options: ClientOptions) =>
      untilInterruptedOrUnread(async (signal) => {
        const follow = (gateway: LuxgateClient) => show(gateway, options, signal);
        const look = ({ discoveryPort }: ClientOptions) => awaitedGateway(discoveryPort, signal);
        await withGateway(options, follow, look).catch((error) => {
          if (!signal.aborted) throw error;
        });
      }),
    );

/** Searches for the gateway until it answers; prints once that none answers yet. */
async function awaitedGateway(discoveryPort: number, signal: AbortSignal): Promise<DiscoveredGateway> {
  for (let looks = 0; ; looks += 1) {
    const found = onlyOne(await discover({ port: discoveryPort, signal }));
    if (found) return found;
    if (looks === 0) {
      tell(
        `No gateway answers on UDP port ${discoveryPort} yet. Searching until Ctrl-C. To find out why: luxgate doctor`,
      );
    }
    await pause(LOOK_AGAIN_MILLIS, undefined, { signal });
  }
}

async function show(gateway: LuxgateClient, { json }: ClientOptions, signal: AbortSignal): Promise<void> {
  const showChange = json ? showJson : showLine;
  for await (const change of gateway.watch({ signal, onState: tellStates() })) {
    showChange(change);
    await outputTaken();
  }
}

/** A gateway that stays away is named once, however often it is tried again. */
function tellStates(): (state: WatchState) => void {
  let isLost = false;
  return (state) => {
    if (!(isLost && state.state === "lost")) tell(stateLine(state));
    isLost = state.state === "lost";
  };
}

const stateLine = (state: WatchState): string =>
  state.state === "lost"
    ? `Lost the connection to the gateway (${state.error.message}). Retrying …`
    : `Following ${state.address} by ${state.state === "events" ? "events" : "polling"}.`;

const tell = (line: string): void => void process.stderr.write(`${printable(line)}\n`);

/** What was known before is left out: a reader of lines keeps that itself. */
function showJson(change: HomeChange): void {
  const { home, ...printed } = change;
  const lists = Object.entries(home).map(([kind, resources]) => [kind, [...resources.values()]]);
  printOut(printableJson(change.kind === "snapshot" ? { ...printed, ...Object.fromEntries(lists) } : printed));
}

function showLine(change: HomeChange): void {
  printOut(change.kind === "snapshot" ? homeTable(change.home) : changeLine(change, new Date()));
}
