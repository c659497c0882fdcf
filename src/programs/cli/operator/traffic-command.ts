import { type Command, Option } from "commander";
import type { NewsOf } from "../../../edges/control/commands.ts";
import { printable, printableJson } from "../../../shared/printable.ts";
import { callerWords } from "../../../shared/traffic-caller.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import { ask, type OperatorOptions, operatorCommand } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate traffic                          everything, until Ctrl-C
  luxgate traffic --kind request --bodies  HTTP requests and answers, with their bodies
  luxgate traffic --kind datagram          discovery requests
  luxgate traffic --json | jq .            one JSON object per entry

Keys are never shown. Luxgate records traffic only while somebody watches it.`;

type Entry = NewsOf<"traffic">[number];

const KINDS: readonly Entry["kind"][] = ["request", "datagram", "mqtt", "event"];

interface Options extends OperatorOptions {
  readonly kind?: Entry["kind"];
  readonly bodies: boolean;
}

/** `luxgate traffic` */
export const trafficCommand = (): Command =>
  operatorCommand("traffic", "Show every request, datagram, MQTT packet and event as it happens.")
    .addOption(new Option("--kind <kind>", "only entries of this kind").choices(KINDS))
    .option("--bodies", "include the data received and sent", false)
    .addHelpText("after", EXAMPLES)
    .action((options: Options) => untilInterruptedOrUnread((ended) => show(options, ended)));

async function show({ kind, bodies, ...options }: Options, ended: AbortSignal): Promise<void> {
  await ask(
    options,
    "traffic",
    {},
    {
      ended,
      onNews: (entries) => {
        for (const entry of entries.filter((one) => kind === undefined || one.kind === kind)) {
          if (options.json) printOut(printableJson(entry));
          else for (const line of trafficLines(entry, bodies)) printOut(printable(line));
        }
      },
    },
  );
}

/** "12:00:01.123  request   127.0.0.1        PUT /…/light/…  200 in 0.4 ms", and below it what came and went. */
export function trafficLines(entry: Entry, withBodies: boolean): readonly string[] {
  const { at, kind, from, by, what, status, code, millis, refusal, body, answer } = entry;
  const time = new Date(at).toTimeString().slice(0, 8);
  const fraction = at.slice(19, 23);
  const who = by && callerWords(by, code);
  const outcome = [
    ...(status === undefined ? [] : [`${status}`]),
    ...(millis === undefined ? [] : [`in ${millis} ms`]),
    ...(who === undefined ? [] : [`by ${who}`]),
    ...(code === undefined ? [] : [`code ${code}:`]),
    ...(refusal === undefined ? [] : [refusal]),
  ].join(" ");
  const head = `${time}${fraction}  ${kind.padEnd(8)}  ${from.padEnd(15)}  ${what}${outcome === "" ? "" : `  ${outcome}`}`;
  if (!withBodies) return [head];
  return [head, ...(body === undefined ? [] : [`    > ${body}`]), ...(answer === undefined ? [] : [`    < ${answer}`])];
}
