import { Command, Option } from "commander";
import { DISCOVERY_PORT } from "../contract/discovery.ts";
import { PROFILES } from "../http/access.ts";
import { address, folder, ipv4, mac, names, port } from "./arguments.ts";
import { DEMO_HOME } from "./package.ts";
import { serve } from "./serve.ts";

const EXAMPLES = `
Examples:
  luxgate serve                              the demo home on port 8080
  luxgate serve --home my-home.yaml          your own home
  luxgate serve --http-port 0                any free port; the ready line says which
  luxgate serve --host 127.0.0.1             for this machine alone

Press Enter, or send the process SIGUSR2, to press the gateway's button: clients may pair for 10 seconds.`;

/** `luxgate serve`: each flag can be given as an environment variable too. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve a home over HTTP and UDP discovery.")
    .addOption(
      flag("--http-port <port>", "HTTP port, 0 for a free one", "LUXGATE_HTTP_PORT").argParser(port).default(8080),
    )
    .addOption(
      flag("--discovery-port <port>", "UDP discovery port, 0 for a free one", "LUXGATE_DISCOVERY_PORT")
        .argParser(port)
        .default(DISCOVERY_PORT),
    )
    .addOption(flag("--host <address>", "address to listen on", "LUXGATE_HOST").argParser(address).default("0.0.0.0"))
    .addOption(
      flag("--data-dir <folder>", "state folder (default: the user's, luxgate/)", "LUXGATE_DATA_DIR").argParser(folder),
    )
    .addOption(
      flag("--home <file>", "home file to begin with", "LUXGATE_HOME").default(DEMO_HOME, "the built-in demo home"),
    )
    .addOption(
      flag(
        "--advertise-ip <address>",
        "address to announce (default: the one that faces the asker)",
        "LUXGATE_ADVERTISE_IP",
      ).argParser(ipv4),
    )
    .addOption(
      flag("--mac <address>", "MAC address to announce (default: the first card's)", "LUXGATE_MAC").argParser(mac),
    )
    .addOption(
      flag("--button <device>", "input device that presses the button, such as /dev/input/event0", "LUXGATE_BUTTON"),
    )
    .addOption(
      flag("--allow-host <name>", "also answer under this host name; may be repeated", "LUXGATE_ALLOW_HOST")
        .argParser(names)
        .default([], "local names and addresses"),
    )
    .addOption(
      flag("--profile <profile>", "who may read without a key: everyone at home, nobody when shared", "LUXGATE_PROFILE")
        .choices(PROFILES)
        .default("home"),
    )
    .addHelpText("after", EXAMPLES)
    .action(serve);
}

const flag = (flags: string, description: string, variable: string): Option =>
  new Option(flags, description).env(variable);
