import { setTimeout as wait } from "node:timers/promises";
import { Command, Option } from "commander";
import { type CheckOptions, check } from "../../conformance/check.ts";
import { junitOf } from "../../conformance/report/junit.ts";
import { exitCodeOf, type Report } from "../../conformance/report/report.ts";
import type { Extra } from "../../conformance/rules.ts";
import { MQTT_PORT } from "../../contract/ports.ts";
import { port, seconds } from "../arguments.ts";
import { printable } from "../terminal/printable.ts";
import { outputTaken, printOut } from "../terminal/standard-output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { checkLines } from "./check-lines.ts";
import { type DiscoveryOptions, discoveryPortOption } from "./discovery-port.ts";
import { gatewayUrl } from "./gateway-url.ts";

const EXAMPLES = `
Examples:
  luxgate check 192.168.1.20                              reads only, over HTTP
  luxgate check 192.168.1.20 --discovery                  and discovery over UDP
  luxgate check 192.168.1.20 --discovery --pair           and pairing: you press the button, twice
  luxgate check 192.168.1.20 --key <key> --write --events changes a lamp and a sync box, and puts them back
  luxgate check http://127.0.0.1:8080 --junit report.xml  for CI; --json for scripts

A rule of level "must" is the interface document to the letter: a gateway that breaks one fails the document. One that
breaks another ("should", "may") differs from what gateways of this family usually do. One request is made at a time.

Exit code 0 when every "must" holds, 1 when one does not (with --strict: when any rule does not), 2 when the gateway, or
what was asked for, could not be checked.`;

interface Options extends DiscoveryOptions {
  readonly key?: string;
  readonly discovery: boolean;
  readonly pair: boolean;
  readonly wait: number;
  readonly write: boolean;
  readonly events: boolean;
  readonly mqttPort: number;
  readonly strict: boolean;
  readonly json: boolean;
  readonly junit?: string;
}

const COULD_NOT_BE_CHECKED = 2;

/** What a home network, and a small gateway, do not notice. */
const PAUSE_MILLIS = 25;

/** `luxgate check` */
export const checkCommand = (): Command =>
  new Command("check")
    .description("Check any gateway of this interface against its rules.")
    .argument("<url>", "the gateway, such as 192.168.1.20 or http://192.168.1.20:8080")
    .addOption(new Option("--key <key>", "a key of the gateway, sent with every request").env("LUXGATE_KEY"))
    .option("--discovery", "check discovery as well", false)
    .addOption(discoveryPortOption())
    .option("--pair", "check pairing as well, with you at the button", false)
    .addOption(new Option("--wait <seconds>", "how long to wait for each press").argParser(seconds).default(60))
    .option("--write", "change a lamp and a sync box, and put them back; needs --key or --pair", false)
    .option("--events", "check events as well; with --write, what is told of the changes", false)
    .addOption(new Option("--mqtt-port <port>", "MQTT port").argParser(port).default(MQTT_PORT))
    .option("--strict", "count what differs from what is usual as a failure", false)
    .option("--json", "print JSON", false)
    .option("--junit <file>", "write JUnit XML to a file as well")
    .addHelpText("after", EXAMPLES)
    .action(run);

async function run(address: string, options: Options): Promise<void> {
  process.exitCode = COULD_NOT_BE_CHECKED;
  const url = gatewayUrl(address);
  if (url?.protocol !== "http:")
    return say(`${printable(address)} is no address: expected one such as 192.168.1.20 or http://192.168.1.20:8080.`);
  if (options.write && options.key === undefined && !options.pair)
    return say("--write needs a key: give one with --key, or get one with --pair.");
  const report = await check(checkOptions(url, options));
  if (options.json) printOut(JSON.stringify(report, null, 2));
  else print(report, options.strict);
  if (options.junit !== undefined) {
    await writeWholeFile(options.junit, junitOf(report, options.strict), { mayOverwrite: true, mode: 0o644 });
  }
  await outputTaken();
  process.exitCode = exitCodeOf(report, options.strict);
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function print(report: Report, isStrict: boolean): void {
  const isColourful = process.stdout.isTTY && process.stdout.hasColors();
  printOut(checkLines(report, { isStrict, isColourful }).join("\n"));
}

const checkOptions = (url: URL, options: Options): CheckOptions => ({
  url,
  key: options.key,
  extras: new Set((["discovery", "pair", "write", "events"] satisfies Extra[]).filter((extra) => options[extra])),
  discoveryPort: options.discoveryPort,
  mqttPort: options.mqttPort,
  pauseMillis: PAUSE_MILLIS,
  timeoutMillis: 30_000,
  replyTimeouts: { resendMillis: 1_000, patienceMillis: 10_000, furtherMillis: 300 },
  pressMillis: options.wait * 1000,
  time: { now: () => performance.now(), wait },
  today: () => new Date(),
  onProgress: say,
});
