import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { Type } from "typebox";
import { Check } from "typebox/value";
import type { RecordedEntry, TrailPart } from "../../../core/home/trail-entry.ts";
import { readPlain } from "../folder/plain-file.ts";

/** What the files of each part are called. Before there were parts, everything was in files called "trail". */
const NAMES = { commands: "trail", reports: "reports", refusals: "refusals" } as const satisfies Record<
  TrailPart,
  string
>;

/** What a file of the trail is called, of whichever part. */
export const SEGMENT_NAME = new RegExp(`^(${Object.values(NAMES).join("|")})-(\\d{15})\\.log$`);

/** A text in JSON may hold any line end but the line feed. */
const LINE = /^([0-9a-f]{8}) (\{.*\})$/s;

/** As much of an entry as is looked at when it is searched for. */
const Searchable = Type.Object({
  sequence: Type.Integer(),
  at: Type.String(),
  by: Type.Object({ kind: Type.String() }),
  did: Type.String(),
  devices: Type.Array(Type.String()),
});

/** A file of the trail, named by the sequence that its first entry has at the least. */
export interface TrailSegment {
  readonly path: string;
  readonly first: number;
}

/** What can be read of a file. */
interface SegmentContents {
  /** In their order. */
  readonly entries: readonly RecordedEntry[];
  /** For each line that is not as it was written, the sequence of the last entry before it. */
  readonly damagedAfter: readonly number[];
}

export const segmentAt = (folder: string, part: TrailPart, first: number): TrailSegment => ({
  path: join(folder, `${NAMES[part]}-${String(first).padStart(15, "0")}.log`),
  first,
});

/** Oldest first; none where there is no folder yet. */
export function segmentsIn(folder: string, part: TrailPart): readonly TrailSegment[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((found) => {
      const [, called, first] = SEGMENT_NAME.exec(found.name) ?? [];
      const isOfPart = called === NAMES[part] && first !== undefined && found.isFile();
      return isOfPart ? [segmentAt(folder, part, Number(first))] : [];
    })
    .sort((one, other) => one.first - other.first);
}

/** An entry as a line; the digest tells a torn line from a whole one. */
export function lineOf(entry: RecordedEntry): string {
  const json = JSON.stringify(entry);
  return `${digestOf(json)} ${json}\n`;
}

/** What a file holds. */
export function contentsOf(text: string, { first }: Pick<TrailSegment, "first">): SegmentContents {
  const entries: RecordedEntry[] = [];
  const damagedAfter: number[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const entry = entryIn(line);
    if (entry && entry.sequence > (entries.at(-1)?.sequence ?? 0)) entries.push(entry);
    else damagedAfter.push(entries.at(-1)?.sequence ?? first);
  }
  return { entries, damagedAfter };
}

function entryIn(line: string): RecordedEntry | undefined {
  const [, digest, json = ""] = LINE.exec(line) ?? [];
  if (digest === undefined || digest !== digestOf(json)) return undefined;
  try {
    const entry: unknown = JSON.parse(json);
    return isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

const isEntry = (value: unknown): value is RecordedEntry => Check(Searchable, value);

export const textOfSegment = ({ path }: TrailSegment): string =>
  readPlain(path, (handle) => readFileSync(handle, "utf8"));

const digestOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");
