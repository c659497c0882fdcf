import { setTimeout as wait } from "node:timers/promises";
import { Command, Option } from "commander";
import { MQTT_PORT } from "../../../core/contract/ports.ts";
import { printable, printableJson } from "../../../shared/printable.ts";
import { type CheckOptions, check } from "../../checker/check.ts";
import { junitOf } from "../../checker/report/junit.ts";
import { exitCodeOf, type Report } from "../../checker/report/report.ts";
import type { Extra } from "../../checker/rules.ts";
import { port, seconds } from "../arguments.ts";
import { outputTaken, printOut } from "../terminal/standard-output.ts";
import { untilInterrupted } from "../terminal/until-interrupted.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { checkLines } from "./check-lines.ts";
import { type DiscoveryOptions, discoveryPortOption } from "./discovery-port.ts";
import { gatewayUrl } from "./gateway-url.ts";

const EXAMPLES = `
Examples:
  luxgate check 192.168.1.20                              check the reads over HTTP
  luxgate check 192.168.1.20 --discovery                  check discovery over UDP too
  luxgate check 192.168.1.20 --discovery --pair           check pairing too
  luxgate check 192.168.1.20 --key <key> --write --events change a lamp and a sync box, and restore them
  luxgate check http://127.0.0.1:8080 --junit report.xml  write a report for CI

A "must" rule comes from the specification of the interface. A gateway that breaks a "must" rule does not conform.
The other rules ("should", "may") describe what gateways usually do. The checker sends one request at a time.
Ctrl-C during --write restores the lamp and the sync box first; a second Ctrl-C ends the check at once.

Exit codes:
  0  the gateway keeps every "must" rule; with --strict, every rule
  1  the gateway breaks a "must" rule; with --strict, any rule
  2  the gateway did not answer, or a check that an option asks for (such as --discovery) could not run`;

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
    .description("Check whether a gateway follows the specification of the HTTP interface.")
    .argument("<url>", "address of the gateway, such as 192.168.1.20 or http://192.168.1.20:8080")
    .addOption(new Option("--key <key>", "key for the gateway, sent with every request").env("LUXGATE_KEY"))
    .option("--discovery", "also check discovery", false)
    .addOption(discoveryPortOption())
    .option("--pair", "also check pairing; you press the button twice", false)
    .addOption(new Option("--wait <seconds>", "seconds to wait for each press").argParser(seconds).default(60))
    .option("--write", "change a lamp and a sync box, and restore them; needs --key or --pair", false)
    .option("--events", "also check events, including those that --write causes", false)
    .addOption(new Option("--mqtt-port <port>", "MQTT port of the gateway").argParser(port).default(MQTT_PORT))
    .option("--strict", 'fail if any rule is broken, not only a "must" rule', false)
    .option("--json", "print JSON", false)
    .option("--junit <file>", "also write a JUnit XML report to a file")
    .addHelpText("after", EXAMPLES)
    .action(run);

async function run(address: string, options: Options): Promise<void> {
  process.exitCode = COULD_NOT_BE_CHECKED;
  const url = gatewayUrl(address);
  if (url?.protocol !== "http:")
    return say(
      `${printable(address)} is not a valid address. Use one such as 192.168.1.20 or http://192.168.1.20:8080.`,
    );
  if (options.write && options.key === undefined && !options.pair)
    return say("--write needs a key: give one with --key, or get one with --pair.");
  const report = await check(checkOptions(url, options));
  if (options.json) printOut(printableJson(report, 2));
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
  whileChanging: untilInterrupted,
});
