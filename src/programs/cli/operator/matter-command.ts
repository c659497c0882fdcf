import { type Command, InvalidArgumentError } from "commander";
import type { FabricView, MatterWindowView } from "../../../edges/control/views/matter-view.ts";
import { qrCode } from "../terminal/qr-code.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { confirm } from "./confirm.ts";
import { fabricTable, matterLines, pairingLines } from "./matter-lines.ts";
import { ask, type OperatorOptions, operatorCommand, print, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate matter                 the state of the Matter bridge
  luxgate matter pair            open pairing for 15 minutes; shows a QR code and the manual code
  luxgate matter pair | cat      in a pipe, prints only the manual code; --json adds the text of the QR code
  luxgate matter close           close pairing before the 15 minutes are over
  luxgate matter fabrics         the ecosystems that are paired, such as Apple Home
  luxgate matter remove 2        unpair this ecosystem, which then loses all lamps; asks for confirmation

The gateway must run with --matter. Pairing by Matter does not use the gateway's button.`;

interface RemoveOptions extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate matter …` */
export const matterCommand = (): Command =>
  operatorCommand("matter", "Pair the lamps with Apple Home, Google Home and others by Matter.")
    .addCommand(pairCommand())
    .addCommand(closeCommand())
    .addCommand(fabricsCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: OperatorOptions, command: Command) => {
      refuseUnknownSubcommand(command);
      print(options, await ask(options, "matter.state", {}), (state) => matterLines(state).join("\n"));
    });

const pairCommand = (): Command =>
  operatorCommand("pair", "Open pairing for 15 minutes, and show the QR code and the manual code.").action(
    async (options: OperatorOptions) => {
      const window = await ask(options, "matter.pair", {});
      const code = options.json ? undefined : await qrCode(window.qrText);
      print(options, window, (opened) => shownWindow(opened, code));
    },
  );

/** For another program, the code alone. */
const shownWindow = (window: MatterWindowView, code: string | undefined): string =>
  process.stdout.isTTY ? pairingLines(window, code).join("\n") : window.manualCode;

const closeCommand = (): Command =>
  operatorCommand("close", "Close pairing before the 15 minutes are over.").action(async (options: OperatorOptions) => {
    say(options, await ask(options, "matter.close", {}), ({ wasOpen }) =>
      wasOpen ? "Matter pairing is closed." : "Matter pairing was not open.",
    );
  });

const fabricsCommand = (): Command =>
  operatorCommand("fabrics", "List the ecosystems (Apple Home, …) that are paired. Matter calls them fabrics.").action(
    async (options: OperatorOptions) => {
      print(options, (await ask(options, "matter.state", {})).fabrics, fabricTable);
    },
  );

const removeCommand = (): Command =>
  operatorCommand("remove", "Unpair an ecosystem, which then loses all lamps.")
    .argument("<number>", 'its number in "luxgate matter fabrics"', fabricNumber)
    .option("--yes", "skip the confirmation", false)
    .action(async (fabric: number, options: RemoveOptions) => {
      const { fabrics } = await ask(options, "matter.state", {});
      const found = fabrics?.find(({ index }) => index === fabric);
      if (found)
        await confirm(`${described(found)} will lose all lamps. To get them back, it must pair again.`, options);
      say(options, await ask(options, "matter.remove", { fabric }), (removed) => {
        return `${described(removed)} was removed. It can no longer control the lamps.`;
      });
    });

const described = ({ index, vendor, label }: FabricView): string =>
  `Ecosystem ${index} (${label === "" ? vendor : `${vendor}, "${label}"`})`;

function fabricNumber(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 254) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 to 254, as "luxgate matter fabrics" shows it.');
}
