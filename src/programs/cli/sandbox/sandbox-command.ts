import { Command, InvalidArgumentError, Option } from "commander";
import { isKey } from "../../../libraries/testing/key.ts";
import { address, origins, port } from "../arguments.ts";
import type { SandboxFlags } from "./run-sandbox.ts";

const EXAMPLES = `
Examples:
  luxgate sandbox                            the demo home on free ports
  luxgate sandbox --home my-home.yaml        a home that you describe
  luxgate sandbox --clock driven             time passes only when the test says so
  luxgate sandbox --record client.json       record requests, or compare them with the recording
  luxgate sandbox --end-with-stdin           end when the program that started it closes its standard input

When it is ready, it prints one line of JSON: url (the gateway), control (where the test controls it), token, ports and
identity. Send the token with every request to the control address: Authorization: Bearer <token>. To choose the token,
set LUXGATE_SANDBOX_TOKEN to 16 or more characters. The JSON line then has no token.
GET /openapi.json of the control address lists all control requests. docs/testing.md has examples in several languages.`;

/** `luxgate sandbox` */
export const sandboxCommand = (): Command =>
  new Command("sandbox")
    .description("Run a gateway for tests, controlled over HTTP.")
    .addOption(new Option("--home <file>", "home file to start from (default: the built-in demo home)"))
    .addOption(new Option("--clock <clock>", "real, or driven by the test").choices(["real", "driven"]).default("real"))
    .addOption(
      new Option("--profile <profile>", "who may read without a key: everyone (home) or nobody (shared)")
        .choices(["home", "shared"])
        .default("home"),
    )
    .addOption(
      new Option("--key <key>", "key that is valid from the start; may be repeated")
        .argParser(keys)
        .default([], "none"),
    )
    .addOption(
      new Option("--allow-origin <origin>", "allow web pages from this origin to use the gateway; may be repeated")
        .argParser(origins)
        .default([], "none"),
    )
    .addOption(new Option("--host <address>", "address for HTTP and MQTT").argParser(address).default("127.0.0.1"))
    .addOption(portOption("--http-port <port>", "HTTP port"))
    .addOption(portOption("--discovery-port <port>", "UDP discovery port"))
    .addOption(portOption("--mqtt-port <port>", "MQTT port"))
    .addOption(
      new Option("--control-host <address>", "address to listen on for control; use 0.0.0.0 in a container")
        .argParser(address)
        .default("127.0.0.1"),
    )
    .addOption(portOption("--control-port <port>", "port of the control address"))
    .addOption(
      new Option("--control-origin <origin>", "allow web pages from this origin to control it; may be repeated")
        .argParser(origins)
        .default([], "none"),
    )
    .addOption(
      new Option("--record <file>", "new file: record the requests in it; existing file: compare the requests with it"),
    )
    .addOption(new Option("--update", "with --record: overwrite the file").default(false))
    .addOption(new Option("--any-order", "with --record: compare requests in any order").default(false))
    .addOption(new Option("--end-with-stdin", "end when standard input is closed").default(false))
    .addHelpText("after", EXAMPLES)
    .action(async (flags: SandboxFlags) => (await import("./run-sandbox.ts")).runSandbox(flags));

const portOption = (flags: string, what: string): Option =>
  new Option(flags, what).argParser(port).default(0, "a free one");

function keys(text: string, previous: readonly string[]): readonly string[] {
  if (isKey(text)) return [...previous, text];
  throw new InvalidArgumentError("Expected visible ASCII characters, with spaces only inside.");
}
