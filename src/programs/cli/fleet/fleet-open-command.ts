import { type Command, InvalidArgumentError, Option } from "commander";
import { print } from "../operator/operator-command.ts";
import { qrCode } from "../terminal/qr-code.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet open --url https://lights.lan     a link for a browser, and a QR code for a phone
  luxgate fleet open                              only the end of a link: put the address of a front before it
  luxgate fleet open --json                       for scripts

The link works once, within a minute, at any front. The browser that opens it is signed in as operator at
all fronts for 12 hours. "luxgate fleet sessions" lists and ends these sessions.`;

interface Options extends FleetOptions {
  readonly url?: string;
}

/** `luxgate fleet open` */
export const fleetOpenCommand = (): Command =>
  fleetSubcommand("open", "Print a link that opens the web page of the fleet as operator.")
    .addOption(
      new Option("--url <url>", "address of a front or of the load balancer, such as https://lights.lan")
        .env("LUXGATE_FLEET_URL")
        .argParser(frontUrl),
    )
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const [{ withFleet }, { makeLink }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./operator-sessions.ts"),
      ]);
      const { url } = options;
      const made = await withFleet(options, (fleet) => makeLink(fleet, url === undefined ? [] : [url]));
      const [address] = made.urls;
      const code = options.json || address === undefined ? undefined : await qrCode(address);
      print(options, made, ({ path, seconds }) =>
        [
          address ?? `http://<front>${path}`,
          ...(code === undefined ? [] : ["", code, ""]),
          ...(address === undefined ? ["Replace <front> with the address of any front, or use --url."] : []),
          `The link works once, within ${seconds} s.`,
        ].join("\n"),
      );
    });

/** With http:// where nothing else is given; without what stands behind the host and port. */
function frontUrl(text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url && ["http:", "https:"].includes(url.protocol) && url.pathname === "/" && url.username === "")
    return url.origin;
  throw new InvalidArgumentError("Expected the address of a front, such as https://lights.lan or 192.168.1.20:8080.");
}
