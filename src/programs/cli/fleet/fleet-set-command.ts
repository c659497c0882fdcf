import type { Command } from "commander";
import { say } from "../operator/operator-command.ts";
import { isInTheDark } from "../operator/set-command.ts";
import { type FleetOptions, fleetSubcommand, gatewayOption } from "./fleet-options.ts";

/** Some gateways did it, and others did not. */
const PARTLY_CODE = 2;

const EXAMPLES = `
Examples:
  luxgate fleet set "Lamp 3.1" on 40% "#ff8800"
  luxgate fleet set "Hall 3" off                          every lamp of a room
  luxgate fleet set Kitchen off --gateway "Floor 3"       if several gateways have a Kitchen
  luxgate fleet set all off --gateway "Floor 3"           every lamp of a gateway
  luxgate fleet set all off                               every lamp of the fleet

"luxgate help set" lists all states. To choose the room that a sync box controls (its area), run "luxgate set" on its gateway's machine.
The command sends the state and does not wait for lamps to confirm, unlike "luxgate set". In a large fleet, --gateway makes it
faster, because Luxgate then searches only that gateway.

If some gateways cannot be reached, the state and the numbers of lamps are those of the others. With --json, "outcomes" has for
each gateway what it did (done, unable, refused, not reached or unknown) and which of its lamps the command did not reach.

Exit code ${PARTLY_CODE}: the command failed at some gateways; the message names them.`;

interface Options extends FleetOptions {
  readonly gateway?: string;
}

/** `luxgate fleet set` */
export const fleetSetCommand = (): Command =>
  fleetSubcommand("set", "Control a lamp, the lamps of a room, or a sync box of the fleet.")
    .argument("<device>", 'a device by name, Room/Name, serial number or id; a room; or "all"')
    .argument("[state...]", 'on, off, toggle, 40%, red, 2700K, "#ff8800"; for a sync box: hdmi1, video, high, …')
    .addOption(gatewayOption())
    .addHelpText("after", EXAMPLES)
    .action(async (device: string, words: string[], options: Options) => {
      const [{ withFleet }, { setInFleet }, { fleetSetLine }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./set-in-fleet.ts"),
        import("./set-result.ts"),
      ]);
      const { gateway } = options;
      const { now, exceptions } = await withFleet(options, (fleet) => setInFleet(fleet, { device, words, gateway }));
      say(options, now, fleetSetLine);
      if (exceptions !== undefined) {
        process.stderr.write(`${exceptions}\n`);
        process.exitCode = PARTLY_CODE;
      }
      if (!options.json && isInTheDark(now, words)) process.stderr.write('Still off: add "on" to see the change.\n');
    });
