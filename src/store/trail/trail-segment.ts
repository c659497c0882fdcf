import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { RecordedEntry } from "../../home/trail-entry.ts";
import { readPlain } from "../folder/plain-file.ts";

const NAME = /^trail-(\d{15})\.log$/;
const LINE = /^([0-9a-f]{8}) (\{.*\})$/;

/** A file of the trail, named by the sequence of its first entry. */
export interface TrailSegment {
  readonly path: string;
  readonly first: number;
}

export const segmentAt = (folder: string, first: number): TrailSegment => ({
  path: join(folder, `trail-${String(first).padStart(15, "0")}.log`),
  first,
});

/** Oldest first; none where there is no folder yet. */
export function segmentsIn(folder: string): readonly TrailSegment[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map((first) => segmentAt(folder, Number(first)))
    .sort((one, other) => one.first - other.first);
}

/** An entry as a line; the digest tells a torn line from a whole one. */
export function lineOf(entry: RecordedEntry): string {
  const json = JSON.stringify(entry);
  return `${digestOf(json)} ${json}\n`;
}

/** The entries of a file in their order; lines that are not as they were written are skipped. */
export function entriesIn(text: string): readonly RecordedEntry[] {
  let last = 0;
  return text.split("\n").flatMap((line) => {
    const [, digest, json = ""] = LINE.exec(line) ?? [];
    if (digest === undefined || digest !== digestOf(json)) return [];
    const entry: RecordedEntry = JSON.parse(json);
    if (entry.sequence <= last) return [];
    last = entry.sequence;
    return [entry];
  });
}

export const textOfSegment = ({ path }: TrailSegment): string =>
  readPlain(path, (handle) => readFileSync(handle, "utf8"));

const digestOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");
