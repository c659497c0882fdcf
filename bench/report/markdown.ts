import type { Aim, Table } from "../support/measurement.ts";
import type { Stored } from "./stored.ts";

/** All results as one document; a measurement that was not made is named. */
export function markdown(results: ReadonlyMap<string, Stored | undefined>, chartFile: string): string {
  const made = [...results].flatMap(([name, stored]) => (stored ? [{ name, stored }] : []));
  const missing = [...results].flatMap(([name, stored]) => (stored ? [] : [name]));
  const [first] = made;
  const aims = made.flatMap(({ stored }) => stored.aims);
  const reached = aims.filter(({ isReached }) => isReached).length;
  return [
    "# Results",
    "Written by `npm run bench`, out of the figures in [results](results); how to read it: [docs/performance.md](../docs/performance.md).",
    ...(first ? [where(first.stored)] : []),
    ...(missing.length === 0 ? [] : [`Not measured: ${missing.join(", ")}.`]),
    `## Aims: ${reached} of ${aims.length} reached`,
    tableText({ title: "", columns: ["", "Aim", "Figure", ""], rows: aims.map(aimRow) }),
    ...made.flatMap(({ name, stored }) => section(name, stored, { first: first?.stored, chartFile })),
    "",
  ].join("\n\n");
}

const where = ({ surroundings: { machine, system, versions } }: Stored): string =>
  [`- Machine: ${machine}`, `- System: ${system}`, `- Versions: ${versions}`].join("\n");

const aimRow = ({ what, aim, figure, isReached }: Aim): readonly string[] => [
  what,
  aim,
  figure,
  isReached ? "reached" : "**not reached**",
];

/** Says where it was measured when that was elsewhere, or with something else, than the first. */
function section(
  name: string,
  stored: Stored,
  { first, chartFile }: { readonly first: Stored | undefined; readonly chartFile: string },
): readonly string[] {
  const isElsewhere = JSON.stringify(first?.surroundings) !== JSON.stringify(stored.surroundings);
  return [
    `## ${stored.title}`,
    `${stored.how} Measured on ${stored.measuredAt} by \`npm run bench -- ${name}\`.`,
    ...(isElsewhere ? [where(stored)] : []),
    ...(stored.chart ? [`![${stored.chart.title}](${chartFile})`] : []),
    ...stored.tables.map(tableText),
  ];
}

function tableText({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${columns.map((_, place) => (place === 0 ? "---|" : "---:|")).join("")}`;
  return [...(title === "" ? [] : [`**${title}**`, ""]), line(columns), rule, ...rows.map(line)].join("\n");
}
