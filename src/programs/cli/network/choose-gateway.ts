import { type DiscoveredGateway, discover } from "../../../libraries/client/index.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { canAsk, question } from "../terminal/question.ts";
import { table } from "../terminal/table.ts";
import type { DiscoveryOptions } from "./discovery-port.ts";
import { addressOf, gatewayUrl } from "./gateway-url.ts";
import { provenGateway } from "./proven-gateway.ts";

/**
 * The gateway that a person means: by its address, its name or its MAC or, where they say nothing, the only one that
 * answers. Where several do, the person at the terminal is asked.
 */
export async function chosenGateway(
  words: string | undefined,
  { discoveryPort }: DiscoveryOptions,
): Promise<string | DiscoveredGateway> {
  const url = words === undefined || !isAddress(words) ? undefined : gatewayUrl(words);
  if (url) return url.href;
  const found = await discover({ port: discoveryPort });
  if (found.length === 0) throw new CommandFault(["No gateway answered. Give its address, or try: luxgate doctor"]);
  const meant = words === undefined ? found : found.filter((gateway) => isCalled(gateway, words));
  const [first, ...more] = meant;
  if (first && more.length === 0) return provenGateway(first);
  if (first && canAsk()) return provenGateway(await askWhich(meant));
  const title = first ? "Several gateways answered. Choose one:" : `No gateway is called "${words}". Found:`;
  throw new CommandFault([printable(title), ...listed(first ? meant : found)]);
}

/** With a scheme, a port or a dot; what has none of these is a name, and a MAC has more colons than an address. */
const isAddress = (words: string): boolean =>
  /:\/\//.test(words) || /^(localhost|\[[0-9a-f:]+\]|[^\s:/]+\.[^\s:/]+|[^\s:/]+(?=:\d))(:\d+)?(\/\S*)?$/i.test(words);

const isCalled = ({ name, mac, reset_id }: DiscoveredGateway, words: string): boolean =>
  [name, mac, reset_id].some((word) => word.toLowerCase() === words.trim().toLowerCase());

const listed = (gateways: readonly DiscoveredGateway[]): readonly string[] =>
  table(
    ["NAME", "ADDRESS", "MAC"],
    gateways.map((gateway) => [gateway.name, addressOf(gateway), gateway.mac]),
    Number.POSITIVE_INFINITY,
  )
    .split("\n")
    .map((line) => `  ${line}`);

async function askWhich(gateways: readonly DiscoveredGateway[]): Promise<DiscoveredGateway> {
  const rows = gateways.map((gateway, index) => [`${index + 1}`, gateway.name, addressOf(gateway), gateway.mac]);
  process.stderr.write(`Several gateways answered:\n${table(["", "NAME", "ADDRESS", "MAC"], rows)}\n`);
  const answer = await question(`Which one? [1-${gateways.length}] `);
  const chosen = /^\d+$/.test(answer) ? gateways[Number(answer) - 1] : undefined;
  if (!chosen) throw new CommandFault(["No gateway was chosen."]);
  return chosen;
}
