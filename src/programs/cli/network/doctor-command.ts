import { Command, Option } from "commander";
import { printable, printableJson } from "../../../shared/printable.ts";
import { examine } from "../../doctor/examine.ts";
import type { Facts, Finding } from "../../doctor/facts.ts";
import { conclusionOf, findingsIn } from "../../doctor/findings.ts";
import { seconds } from "../arguments.ts";
import { printOut } from "../terminal/standard-output.ts";
import { table } from "../terminal/table.ts";
import { type DiscoveryOptions, discoveryPortOption, formerPortOption } from "./discovery-port.ts";

const EXAMPLES = `
Examples:
  luxgate doctor             why is my gateway not found?
  luxgate doctor --json      for scripts

The exit code is 1 if something prevents discovery, or if a gateway that was found does not answer requests.`;

interface Options extends DiscoveryOptions {
  readonly port?: number;
  readonly wait: number;
  readonly json: boolean;
}

/** `luxgate doctor` */
export const doctorCommand = (): Command =>
  new Command("doctor")
    .description("Diagnose discovery problems.")
    .addOption(discoveryPortOption())
    .addOption(formerPortOption())
    .addOption(new Option("--wait <seconds>", "seconds to wait for answers").argParser(seconds).default(1))
    .option("--json", "print JSON", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const facts = await examine({ port: options.port ?? options.discoveryPort, waitMillis: options.wait * 1000 });
      const findings = findingsIn(facts);
      const problems = findings.filter(({ level }) => level === "problem").length;
      printOut(options.json ? printableJson(jsonOf(facts, findings), 2) : report(facts, findings));
      if (problems > 0) process.exitCode = 1;
    });

/** Scripts know the interfaces as `cards`. */
const jsonOf = ({ port, interfaces, ...others }: Facts, findings: readonly Finding[]) => ({
  port,
  cards: interfaces,
  ...others,
  findings,
});

const report = (facts: Facts, findings: readonly Finding[]): string =>
  [
    table(["INTERFACE", "KIND", "ADDRESS", "ANNOUNCED AS", "BROADCASTS"], facts.interfaces.map(interfaceRow)),
    "",
    ...findings.flatMap(findingLines),
    "",
    conclusionOf(facts, findings),
  ].join("\n");

const interfaceRow = ({ name, kind, address, netmask, echo }: Facts["interfaces"][number]): readonly string[] => [
  name,
  kind,
  `${address}/${prefixOf(netmask)}`,
  kind === "this machine" ? "this machine only" : address,
  broadcastCell(echo),
];

function broadcastCell(echo: Facts["interfaces"][number]["echo"]): string {
  if (echo === undefined) return "none";
  if (typeof echo !== "string") return "cannot be sent";
  return echo === "comes back" ? "received" : "not received";
}

const prefixOf = (netmask: string): number =>
  netmask
    .split(".")
    .map((octet) => Number(octet).toString(2).replaceAll("0", "").length)
    .reduce((sum, bits) => sum + bits, 0);

const MARKS = { good: "✓", note: "·", problem: "✗" } as const satisfies Record<Finding["level"], string>;

const findingLines = ({ level, what, advice }: Finding): readonly string[] => [
  `${MARKS[level]} ${printable(what)}`,
  ...(advice === undefined ? [] : [`  ${advice}`]),
];
