import { type Command, InvalidArgumentError, Option } from "commander";
import type { RecordedEntry } from "../../../core/home/trail-entry.ts";
import { printableJson } from "../../../shared/printable.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import { damageLine, historyLines, historyTable } from "./history-table.ts";
import { ask, type OperatorOptions, operatorCommand } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate history                          the last 50 entries, the newest last
  luxgate history --device Ceiling         who changed it, and the outcome
  luxgate history --since 2h --last all    every entry of the last two hours
  luxgate history --since 2026-11-01 --by "acme#panel"
  luxgate history --follow                 also show new entries, until Ctrl-C
  luxgate history --json | jq .            one JSON object per entry

WHO is one of:
  key …         a client, by the name of its key
  the operator  somebody with luxgate commands, or signed in on the web page
  the button    the gateway's button
  device …      a device, such as a lamp that was switched by hand
  the backend   Zigbee2MQTT, a recording of it, or the simulation
  address …     a client without a valid key
  the gateway   the gateway itself`;

interface Options extends OperatorOptions, HistoryFilters {
  readonly follow: boolean;
}

/** What entries are chosen by. */
export interface HistoryFilters {
  readonly device?: string;
  readonly by?: string;
  readonly since?: string;
  readonly last: number;
}

export const withHistoryFilters = (command: Command): Command =>
  command
    .option("--device <device>", "only entries about this device; for a removed device, use its name")
    .addOption(
      new Option(
        "--by <who>",
        'only entries by this client or device, or by "operator", "button", "backend", "gateway" or "address"',
      ).argParser(whoFrom),
    )
    .addOption(
      new Option("--since <time>", "only entries since this time: 30m, 2h, 7d, a date or a time").argParser((text) =>
        sinceTime(text),
      ),
    )
    .addOption(
      new Option("--last <count>", 'maximum number of entries, or "all"')
        .argParser(lastCount)
        .default(DEFAULT_LAST, "50"),
    );

/** The filters that were given, as they were typed. */
export const typedFilters = (filters: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(filters).map(([name, value]) => `--${name} ${JSON.stringify(value)}`);

export const followOption = (): Option => new Option("--follow", "also show new entries, until Ctrl-C").default(false);

/** `luxgate history` */
export const historyCommand = (): Command =>
  withHistoryFilters(operatorCommand("history", "Show who changed what, when, and with what outcome."))
    .addOption(followOption())
    .addHelpText("after", EXAMPLES)
    .action((options: Options) => untilInterruptedOrUnread((ended) => show(options, ended)));

async function show({ device, by, since: from, last, follow, ...options }: Options, ended: AbortSignal): Promise<void> {
  const given = { ...defined({ device, by, since: from }), last, follow };
  const entries: RecordedEntry[] = [];
  const { unreadable } = await ask(options, "history.read", given, {
    ended,
    onNews: (news) => {
      if (options.json) printJson(news);
      // A table cannot wait for its last row.
      else if (follow) for (const line of historyLines(news)) printOut(line);
      else entries.push(...news);
    },
  });
  const filters = defined({ device, by, since: from });
  if (!options.json && !follow) printOut(historyTable(entries, typedFilters(filters)));
  const damage = damageLine(unreadable);
  if (damage !== undefined) printOut(options.json ? JSON.stringify({ unreadable }) : damage);
}

/** Also as the table has it: "the operator", "the backend". */
export function whoFrom(words: string): string {
  const [, kind] = /^the (operator|button|backend|gateway)$/i.exec(words) ?? [];
  return kind?.toLowerCase() ?? words;
}

/** Without what was not given. */
export const defined = (given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const printJson = (entries: readonly RecordedEntry[]): void => {
  for (const entry of entries) printOut(printableJson(entry));
};

const DEFAULT_LAST = 50;
const ALL = 1_000_000;

function lastCount(text: string): number {
  if (text === "all") return ALL;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number, such as 100, or "all".');
}

const UNIT_MILLIS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time in ISO 8601, from words such as "2h" or "2026-11-01"; a date begins at midnight here. */
export function sinceTime(text: string, nowMillis: number = Date.now()): string {
  const [, count, unit] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  if (unit !== undefined) {
    return new Date(nowMillis - Number(count) * UNIT_MILLIS[unit as keyof typeof UNIT_MILLIS]).toISOString();
  }
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text)
    ? new Date(isDate ? `${text}T00:00` : text)
    : undefined;
  if (time && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError('Expected a time such as 30m, 2h, 7d, 2026-11-01 or "2026-11-01 18:30".');
}
