import { randomBytes } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "commander";
import { findBaseTopics } from "../../../edges/backends/zigbee2mqtt/bridge/link/base-topics.ts";
import { bridgeAtBroker } from "../../../edges/backends/zigbee2mqtt/bridge/link/broker.ts";
import { type Ending, startRecording } from "../../../edges/backends/zigbee2mqtt/recording/recording-session.ts";
import { type BrokerAddress, nameOfBroker, parseBrokerUrl } from "../../../edges/mqtt/connection/broker-address.ts";
import { brokerProblem, isAnswer } from "../../../edges/mqtt/connection/broker-problem.ts";
import { VERSION } from "../../../runtime/package.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { printable } from "../../../shared/printable.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { certificate } from "../arguments.ts";
import { CommandFault } from "../command-fault.ts";
import { mayWrite } from "../terminal/output.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterrupted } from "../terminal/until-interrupted.ts";
import { summaryLines } from "./record-lines.ts";
import { showProgress } from "./record-progress.ts";

const EXAMPLES = `
Examples:
  luxgate record mqtt://broker.lan                                until Ctrl-C, to recording.jsonl
  luxgate record mqtt://user:password@broker.lan/zigbee2mqtt house.jsonl
  luxgate record mqtt://broker.lan house.jsonl --seconds 60       for 60 s
  luxgate serve --backend replay:house.jsonl                      play it back
  luxgate serve --backend "replay:house.jsonl?speed=max"          as fast as possible

Addresses, names, keys and texts are replaced, so that you can share the file. Within one recording, the same value
always gets the same replacement. Models, manufacturers, versions, states and times are kept.`;

interface Options {
  readonly seconds?: number;
  readonly force: boolean;
  readonly ca?: string;
}

/** `luxgate record` */
export const recordCommand = (): Command =>
  new Command("record")
    .description("Record Zigbee2MQTT messages to an anonymised file.")
    .argument("<url>", "MQTT broker and base topic, such as mqtt://user:password@broker.lan/zigbee2mqtt")
    .argument("[file]", "output file", "recording.jsonl")
    .addOption(new Option("--seconds <seconds>", "how long to record (default: until Ctrl-C)").argParser(duration))
    .option("--force", "overwrite an existing file", false)
    .addOption(new Option("--ca <file>", "CA certificate for the broker, in PEM").argParser(certificate))
    .addHelpText("after", EXAMPLES)
    .action(record);

async function record(url: string, file: string, { seconds, force, ca }: Options): Promise<void> {
  const address = brokerAt(url);
  if (mayWrite(file, force) === "stream")
    throw new CommandFault([`${file} is not a regular file. Choose a file to record to.`]);
  const who = { address, authority: ca, clientId: `luxgate-${randomBytes(7).toString("hex")}` };
  const bridge = bridgeAtBroker({ ...who, clock: SYSTEM_CLOCK, random: Math.random });
  const { session, ending } = await untilInterrupted(async (ended) => {
    const session = startRecording({
      bridge,
      file,
      mayOverwrite: force,
      version: VERSION,
      startedAt: new Date(),
      secret: randomBytes(32),
      clock: SYSTEM_CLOCK,
      millis: seconds === undefined ? undefined : seconds * 1000,
      ended,
    });
    const hideProgress = showProgress(session, bridge.name);
    const ending = await session.ending.finally(hideProgress);
    return { session, ending };
  });
  if (ending.because === "silence") throw new CommandFault(await silenceLines(who, bridge.base));
  if (ending.because !== "enough") throw new CommandFault([reasonFor(ending, address, file)]);
  if (session.tally.messages === 0)
    throw new CommandFault(["No messages that can be recorded were received. No file was written."]);
  for (const line of summaryLines(session, file)) printOut(printable(line));
}

function duration(text: string): number {
  if (/^\d{1,6}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a number of seconds, such as 60 or 0.5.");
}

/** Nothing of it is repeated, as it may hold a password. */
function brokerAt(url: string): BrokerAddress {
  const parsed = parseBrokerUrl(url);
  if ("problem" in parsed) throw new CommandFault([`error: argument 'url' is invalid. ${parsed.problem}`]);
  return parsed;
}

function reasonFor(ending: Exclude<Ending, { because: "enough" | "silence" }>, address: BrokerAddress, file: string) {
  if (ending.because === "fault") return `${file} cannot be written (${codeOf(ending.fault)}).`;
  const what = isAnswer(ending.reason) ? "denied access" : "is unreachable";
  return `The broker at ${nameOfBroker(address)} ${what}: ${brokerProblem(ending.reason)}.`;
}

async function silenceLines(who: Parameters<typeof findBaseTopics>[0], base: string): Promise<readonly string[]> {
  const bases = await findBaseTopics(who, SYSTEM_CLOCK);
  const hint =
    bases.length > 0
      ? `Zigbee2MQTT was found under ${bases.join(", ")}. Append this base topic to the broker's address.`
      : "Look up mqtt.base_topic in Zigbee2MQTT's configuration.yaml, and append it to the broker's address.";
  return [`No messages were received under ${base} within 10 s.`, hint];
}
