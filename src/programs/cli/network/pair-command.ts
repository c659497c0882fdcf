import { hostname } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { connect, type DiscoveredGateway, type LuxgateClient, LuxgateError } from "../../../libraries/client/index.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { outputTaken, printOut } from "../terminal/standard-output.ts";
import { untilInterrupted } from "../terminal/until-interrupted.ts";
import { chosenGateway } from "./choose-gateway.ts";
import { type DiscoveryOptions, discoveryPortOption } from "./discovery-port.ts";
import { isMac, saveKey } from "./saved-keys.ts";

const EXAMPLES = `
Examples:
  luxgate pair                            the only gateway on the network; asks if there are several
  luxgate pair 192.168.1.20               by address, URL, name or MAC address
  KEY=$(luxgate pair --wait 2m)           prints only the key to standard output, the rest to standard error
  luxgate pair --name acme#panel          the name in the gateway's list of keys
  luxgate pair --keep                     saves the key; "luxgate set --url" uses it

Pairing works only while it is open: press the gateway's button, or run "luxgate press" on the gateway's machine.
For a fleet, its operator runs "luxgate fleet press".
Anyone with the key can control your lamps, so keep it secret. To revoke it: luxgate keys revoke`;

interface Options extends DiscoveryOptions {
  readonly gateway?: string;
  readonly name: string;
  readonly wait: number;
  readonly keep: boolean;
}

/** `luxgate pair` */
export const pairCommand = (): Command =>
  new Command("pair")
    .description("Pair with a gateway and get a key.")
    .argument("[gateway]", "address, name or MAC address (default: the gateway that discovery finds)")
    .addOption(new Option("--gateway <gateway>", "the same as the argument").env("LUXGATE_URL"))
    .addOption(
      new Option("--name <name>", "name of the client, as <vendor>#<application>; the default has this machine's name")
        .argParser(vendorAndApplication)
        .default(ownName()),
    )
    .addOption(
      new Option("--wait <time>", "how long to wait for the button, such as 60s or 2m")
        .argParser(waitSeconds)
        .default(60, "60s"),
    )
    .option("--keep", 'save the key in your config folder; "luxgate set --url" uses it', false)
    .addOption(discoveryPortOption())
    .addHelpText("after", EXAMPLES)
    .action(async (words: string | undefined, options: Options) => {
      const where = await chosenGateway(words ?? options.gateway, options);
      const gateway = connect(where, { discoveryPort: options.discoveryPort });
      const key = await pairedKey(gateway, options);
      printOut(key);
      await outputTaken();
      say(`Paired with ${gateway.address} as ${options.name}.`);
      if (options.keep) say(`The key is saved in ${await kept(gateway, where, key)}`);
    });

const say = (line: string): void => void process.stderr.write(`${printable(line)}\n`);

async function pairedKey(gateway: LuxgateClient, { name, wait }: Options): Promise<string> {
  let shown = "";
  const onProgress = ({ state }: { readonly state: "press-the-button" | "unreachable" }) => {
    if (state !== shown) say(state === "unreachable" ? AWAY : pressLine(gateway, wait));
    shown = state;
  };
  try {
    return await untilInterrupted((signal) =>
      gateway.pair({ deviceType: name, timeoutMillis: wait * 1000, onProgress, signal }),
    );
  } catch (error) {
    throw notPaired(error, wait);
  }
}

const AWAY = "The gateway is not answering. Still waiting.";

const pressLine = ({ address }: LuxgateClient, wait: number): string =>
  `Press the button of the gateway at ${address}, or run "luxgate press" on its machine ("luxgate fleet press" for a fleet). Waiting ${wait} s.`;

function notPaired(error: unknown, wait: number): unknown {
  if (error instanceof DOMException && error.name === "AbortError") return new CommandFault(["Not paired."], error);
  if (!(error instanceof LuxgateError)) return error;
  if (error.code === "pairing-shut")
    return new CommandFault([`Not paired: the button was not pressed within ${wait} s.`], error);
  return new CommandFault([`Not paired: ${error.message}.`], error);
}

/** Where the key is kept now. A gateway is known again by its MAC, whatever its address is then. */
async function kept(gateway: LuxgateClient, where: string | DiscoveredGateway, key: string): Promise<string> {
  const mac = typeof where === "string" ? await macOf(gateway) : where.mac;
  if (!isMac(mac)) throw new CommandFault(["The key could not be saved: the gateway does not report its MAC address."]);
  return saveKey({ mac, url: gateway.address, key });
}

async function macOf(gateway: LuxgateClient): Promise<string> {
  try {
    const [bridge] = await gateway.listBridges();
    return String(bridge?.mac);
  } catch (error) {
    if (!(error instanceof LuxgateError)) throw error;
    return "";
  }
}

/** As the interface has it: `<vendor>#<application>`. */
function vendorAndApplication(text: string): string {
  if (/^[^#]+#[^#]+$/.test(text) && text.length <= 128) return text;
  throw new InvalidArgumentError("Expected <vendor>#<application>, such as acme#panel, of at most 128 characters.");
}

const ownName = (): string => `luxgate#${hostname().replaceAll("#", "-").slice(0, 64) || "shell"}`;

function waitSeconds(text: string): number {
  const [, number = "", unit = "s"] = /^(\d{1,4}(?:\.\d+)?)(s|m)?$/.exec(text) ?? [];
  const seconds = Number(number) * (unit === "m" ? 60 : 1);
  if (number !== "" && seconds > 0 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError("Expected a time of at most an hour, such as 60s, 2m or 90.");
}
