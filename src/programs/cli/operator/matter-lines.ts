import type { MatterView, MatterWindowView } from "../../../edges/control/views/matter-view.ts";
import { duration } from "../../../shared/duration.ts";
import { MATTER_ECOSYSTEMS } from "../../../shared/matter-ecosystems.ts";
import { leftOutWords } from "../../../shared/matter-left-out.ts";
import { table } from "../terminal/table.ts";
import { lampWords, stateWords } from "./matter-words.ts";
import { about } from "./status-lines.ts";

const HEADINGS = ["NUMBER", "ECOSYSTEM", "ITS NAME", "FABRIC", "NODE"];

const UNKNOWN_FABRICS =
  "The Matter bridge has not read yet which ecosystems are paired. Its state is shown by: luxgate matter";

const NO_FABRICS = "No ecosystem is paired. To pair one: luxgate matter pair";

/** The ecosystems as a person reads them. */
export function fabricTable(fabrics: MatterView["fabrics"]): string {
  if (!fabrics) return UNKNOWN_FABRICS;
  return fabrics.length === 0
    ? NO_FABRICS
    : table(
        HEADINGS,
        fabrics.map(({ index, vendor, label, fabricId, nodeId }) => [
          `${index}`,
          vendor,
          label === "" ? "-" : label,
          fabricId,
          nodeId,
        ]),
      );
}

/** How the bridge is, a line for each thing. */
export const matterLines = (view: MatterView): readonly string[] => [
  "Matter bridge",
  ...about("state", stateWords(view)),
  ...about("lamps", lampWords(view)),
  ...about("left out", ...view.leftOutLamps.map(leftOutWords)),
  ...about("ecosystems", ecosystemWords(view.fabrics)),
  ...about("pairing", pairingWords(view)),
];

function pairingWords({ window, openedBy }: Pick<MatterView, "window" | "openedBy">): string {
  if (window) return `open for another ${duration(window.millisLeft)}`;
  if (openedBy !== null) return `opened by ${openedBy}, with a code that it shows; to close it: luxgate matter close`;
  return "closed; to open it: luxgate matter pair";
}

function ecosystemWords(fabrics: MatterView["fabrics"]): string {
  if (!fabrics) return "not known yet";
  return fabrics.length === 0
    ? "none paired"
    : `${fabrics.length} paired: ${fabrics.map(({ vendor }) => vendor).join(", ")}`;
}

/** What an app needs to pair, and where its person finds that. */
export const pairingLines = (
  { manualCode, millisLeft }: MatterWindowView,
  code: string | undefined,
): readonly string[] => [
  ...(code === undefined ? [] : [code, ""]),
  `Manual code  ${manualCode}`,
  `Pairing is open for ${duration(millisLeft)}. To close it: luxgate matter close`,
  "",
  `${code === undefined ? "Enter the manual code" : "Scan the QR code, or enter the manual code,"} in one of these apps:`,
  ...MATTER_ECOSYSTEMS.map(({ name, where }) => `  ${name.padEnd(NAME_WIDTH)}${where}`),
  "",
  "No maker of these apps has certified Luxgate. What each app does then: docs/matter.md",
];

const NAME_WIDTH = 2 + Math.max(...MATTER_ECOSYSTEMS.map(({ name }) => name.length));
