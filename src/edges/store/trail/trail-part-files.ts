import { lstatSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { RecordedEntry, TrailPart } from "../../../core/home/trail-entry.ts";
import { makeInnerFolder, sync } from "../folder/durable-file.ts";
import { appendPlain } from "../folder/plain-file.ts";
import { contentsOf, lineOf, segmentAt, segmentsIn, type TrailSegment, textOfSegment } from "./trail-segment.ts";

export const DAY_MILLIS = 24 * 60 * 60 * 1000;

/** A file is closed after so long, so that its entries leave when their time is over. */
const SEGMENT_DAYS = 7;

interface PartOptions {
  readonly folder: string;
  readonly part: TrailPart;
  /** The wall clock. */
  readonly now: () => number;
  readonly segmentBytes: number;
  /** How many files are kept. */
  readonly segments: number;
  readonly days: number;
}

/** The files of one part of the trail: appended to and never rewritten, the oldest deleted. */
export class TrailPartFiles {
  readonly #options: PartOptions;
  readonly #segments: TrailSegment[];
  /** The sequence of the last entry that was found here; 0 where there was none. */
  readonly lastFound: number;
  /** Of the newest file. */
  #bytes: number;
  #beganMillis: number;
  #isAtLineStart: boolean;
  #isSynced = true;

  /** Reads the newest file, to go on where it ends. */
  constructor(options: PartOptions) {
    this.#options = options;
    this.#segments = [...segmentsIn(options.folder, options.part)];
    const newest = this.#segments.at(-1);
    const text = newest ? textOfSegment(newest) : "";
    const { entries } = contentsOf(text, { first: newest?.first ?? 0 });
    this.lastFound = entries.at(-1)?.sequence ?? (newest ? newest.first - 1 : 0);
    this.#bytes = Buffer.byteLength(text);
    this.#beganMillis = Date.parse(entries[0]?.at ?? "") || options.now();
    this.#isAtLineStart = text === "" || text.endsWith("\n");
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** The newest file with entries from before a sequence. */
  segmentBefore(sequence: number): TrailSegment | undefined {
    return this.#segments.findLast(({ first }) => first < sequence);
  }

  /** Writes as many of the entries as fit into a file, and one at least; gives how many. */
  append(entries: readonly RecordedEntry[]): number {
    const [first] = entries;
    if (!first) return 0;
    const { segment, room } = this.#segmentFor(first.sequence);
    const { text, bytes, count } = nextLines(entries, room);
    appendPlain(segment.path, this.#isAtLineStart ? text : `\n${text}`);
    this.#isSynced = false;
    this.#isAtLineStart = true;
    this.#bytes += bytes;
    return count;
  }

  sync(): void {
    this.#isSynced = true;
    const newest = this.#segments.at(-1);
    if (newest) for (const path of [newest.path, dirname(newest.path)]) sync(path);
  }

  /** The newest file, unless it is full or old: then a new one, and the oldest make room. */
  #segmentFor(sequence: number): { readonly segment: TrailSegment; readonly room: number } {
    const { folder, part, segmentBytes, now } = this.#options;
    const newest = this.#segments.at(-1);
    const isOld = Math.abs(now() - this.#beganMillis) > SEGMENT_DAYS * DAY_MILLIS;
    // A new file would have the same name.
    const isEmpty = newest?.first === sequence;
    if (newest && (isEmpty || (this.#bytes < segmentBytes && !isOld))) {
      return { segment: newest, room: segmentBytes - this.#bytes };
    }
    if (newest) sync(newest.path);
    else makeInnerFolder(folder);
    const segment = segmentAt(folder, part, sequence);
    this.#segments.push(segment);
    this.#bytes = 0;
    this.#beganMillis = now();
    this.#isAtLineStart = true;
    this.#removeOldest();
    return { segment, room: segmentBytes };
  }

  #removeOldest(): void {
    const { segments: most, days, now } = this.#options;
    const oldestMillis = now() - days * DAY_MILLIS;
    const isOver = ({ path }: TrailSegment) =>
      (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < oldestMillis;
    for (let oldest = this.#segments[0]; oldest; oldest = this.#segments[0]) {
      if (this.#segments.length <= most && !isOver(oldest)) return;
      rmSync(oldest.path, { force: true });
      this.#segments.shift();
    }
  }
}

function nextLines(
  entries: readonly RecordedEntry[],
  room: number,
): { readonly text: string; readonly bytes: number; readonly count: number } {
  let text = "";
  let bytes = 0;
  let count = 0;
  for (const entry of entries) {
    const line = lineOf(entry);
    const lineBytes = Buffer.byteLength(line);
    if (count > 0 && bytes + lineBytes > room) break;
    text += line;
    bytes += lineBytes;
    count += 1;
  }
  return { text, bytes, count };
}
