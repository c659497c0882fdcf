import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { someOf } from "../test/support/depth.ts";
import { aBulb, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { type Around, exampleCommands, TESTED_ELSEWHERE } from "./support/example-commands.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { temporaryFolder } from "./support/program.ts";
import { type LineEnded, ShellLine } from "./support/shell-line.ts";

const COMMANDS = someOf(exampleCommands());
const LONG = { timeout: 600_000 };

type Run = (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<LineEnded>;

/** What comes of every command, each in a home that is as on its first day. */
async function outcomes(run: Run): Promise<Record<string, LineEnded>> {
  const folder = temporaryFolder();
  const { folder: state, program } = await ControlledHome.start();
  const mosquitto = await Mosquitto.start();
  const bridge = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices: [aBulb({ ieee: ieeeAddress(1) })] });
  const operator = await OperatorLine.open(state);
  const around: Around = {
    ...(await program.ready()),
    broker: mosquitto.url,
    home: join(folder, "home.json"),
    backup: join(folder, "gateway.json"),
    script: join(folder, "day.yaml"),
    folder,
    operator,
  };
  writeFileSync(around.home, (await operator.done({ command: "home.export", with: {} })).text);
  writeFileSync(around.backup, (await operator.done({ command: "home.backup", with: { withKeys: true } })).text);
  writeFileSync(around.script, '- { at: "06:30", switch: Porch, to: "off" }\n');
  const came: Record<string, LineEnded> = {};
  for (const { name, args } of COMMANDS) {
    await operator.done({ command: "home.reset", with: {} });
    came[name] = await run(await args(around), { LUXGATE_DATA_DIR: state });
  }
  await bridge.stop();
  return came;
}

const eachOf = <Seen>(came: Record<string, LineEnded>, see: (ended: LineEnded) => Seen): Record<string, Seen> =>
  Object.fromEntries(Object.entries(came).map(([name, ended]) => [name, see(ended)]));

const everyCommand = <Seen>(seen: Seen): Record<string, Seen> =>
  Object.fromEntries(COMMANDS.map(({ name }) => [name, seen]));

test("every command has an example here, or a test elsewhere that runs it", () => {
  expect(exampleCommands().length).toBeGreaterThan(0);
  for (const [name, file] of Object.entries(TESTED_ELSEWHERE)) {
    const words = name.split(" ").map((word) => JSON.stringify(word));
    const text = readFileSync(file, "utf8");
    expect(text.includes(words.join(", ")) || text.includes(name), `${file} runs luxgate ${name}`).toBe(true);
  }
});

describe(`every command (${COMMANDS.length})`, () => {
  test("prints all that it has to say before it ends, however late its reader is", LONG, async () => {
    const came = await outcomes((args, environment) => ShellLine.runBlocked(args, { environment }));
    const isWhole = ({ code, output }: LineEnded) => ({ code, isWhole: output.length > 1 && output.endsWith("\n") });
    expect(eachOf(came, isWhole)).toEqual(everyCommand({ code: 0, isWhole: true }));
  });

  test("is done when its reader has left, also where errors cannot be told", LONG, async () => {
    const line = "ERRORS=/dev/full; luxgate | true";
    const came = await outcomes((args, environment) => ShellLine.run(line, args, { environment }));
    expect(eachOf(came, ({ code }) => code)).toEqual(everyCommand(0));
  });

  test("fails with a line on standard error where its output cannot be written", LONG, async () => {
    const came = await outcomes((args, environment) => ShellLine.run("luxgate > /dev/full", args, { environment }));
    const told = ({ code, errors }: LineEnded) => ({ hasFailed: code > 0, last: errors.trimEnd().split("\n").at(-1) });
    const last = "Standard output could not be written (ENOSPC): the output is incomplete.";
    expect(eachOf(came, told)).toEqual(everyCommand({ hasFailed: true, last }));
  });
});
