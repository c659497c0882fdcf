import { lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWanted, type TrailEntry, type TrailPiece, type TrailQuery } from "../../home/trail-entry.ts";
import { makeInnerFolder, sync } from "../folder/durable-file.ts";
import { appendPlain } from "../folder/plain-file.ts";
import { entriesIn, lineOf, segmentAt, segmentsIn, type TrailSegment, textOfSegment } from "./trail-segment.ts";

const DAY_MILLIS = 24 * 60 * 60 * 1000;

export interface TrailLimits {
  readonly segmentBytes: number;
  readonly segments: number;
  readonly days: number;
}

/** Sixteen megabytes, some hundred thousand entries; a file is read in a few milliseconds, between two commits. */
const LIMITS: TrailLimits = { segmentBytes: 256 * 1024, segments: 64, days: 90 };

/** A file is closed after so long, so that its entries leave when their time is over. */
const SEGMENT_DAYS = 7;

/** While the disk takes nothing, the latest entries wait in memory. */
const MOST_WAITING = 1_000;

/** Longer texts come of a back end's answer, or a strange name. */
const MOST_CHARACTERS = 1_000;

/** An entry that has no place yet. */
type WaitingEntry = TrailEntry & { readonly at: string };

interface OpenTrail {
  readonly segments: TrailSegment[];
  last: number;
  /** Of the newest file. */
  bytes: number;
  beganMillis: number;
  isAtLineStart: boolean;
}

/** The audit trail on the disk: files in a folder, appended to and never rewritten, the oldest deleted. */
export class TrailFiles {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #limits: TrailLimits;
  #open: OpenTrail | undefined;
  #waiting: WaitingEntry[] = [];
  #lost = 0;
  #isSynced = true;

  constructor(stateFolder: string, { now = Date.now, limits = LIMITS } = {}) {
    this.#folder = join(stateFolder, "history");
    this.#now = now;
    this.#limits = limits;
  }

  /** Whether everything that was appended would survive a loss of power. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** What cannot be written, as on a full disk, waits; a trail that cannot be written keeps no command from being done. */
  append(entries: readonly TrailEntry[]): void {
    const at = new Date(this.#now()).toISOString();
    for (const entry of entries) this.#waiting.push({ at, ...shortened(entry) });
    try {
      this.#write();
    } catch {
      this.#open = undefined;
      this.#lost += Math.max(0, this.#waiting.length - MOST_WAITING);
      this.#waiting = this.#waiting.slice(-MOST_WAITING);
    }
  }

  /** The wanted entries of the newest file, or of the file before `older`. */
  read(query: TrailQuery, older?: number): TrailPiece {
    const { segments, last } = this.#opened();
    const index = segments.findLastIndex(({ first }) => older === undefined || first < older);
    const segment = segments[index];
    if (!segment || last <= (query.after ?? 0)) return { entries: [], oldestAt: undefined, older: undefined, last };
    const oldest = new Date(this.#now() - this.#limits.days * DAY_MILLIS).toISOString();
    const all = entriesIn(textOfSegment(segment));
    const entries = all.filter((entry) => entry.at >= oldest && isWanted(entry, query));
    const isLast = index === 0 || segment.first <= (query.after ?? 0) + 1;
    return { entries, oldestAt: all[0]?.at, older: isLast ? undefined : segment.first, last };
  }

  sync(): void {
    const newest = this.#open?.segments.at(-1);
    this.#isSynced = true;
    try {
      if (newest) for (const path of [newest.path, dirname(newest.path)]) sync(path);
    } catch {
      // The next entry shows whether the disk takes anything.
    }
  }

  /** Nothing of the trail is left. */
  removeAll(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    this.#open = undefined;
    this.#waiting = [];
  }

  #write(): void {
    const open = this.#opened();
    let left: readonly WaitingEntry[] = this.#lost === 0 ? this.#waiting : [this.#loss(), ...this.#waiting];
    while (left.length > 0) {
      const { segment, room } = this.#segmentFor(open);
      const { text, count } = nextLines(left, { last: open.last, room });
      appendPlain(segment.path, open.isAtLineStart ? text : `\n${text}`);
      this.#isSynced = false;
      open.isAtLineStart = true;
      open.bytes += Buffer.byteLength(text);
      open.last += count;
      left = left.slice(count);
      this.#waiting = [...left];
      this.#lost = 0;
    }
  }

  /** Stands for the entries that were lost while the disk took nothing. */
  #loss(): WaitingEntry {
    const at = this.#waiting[0]?.at ?? new Date(this.#now()).toISOString();
    const did = "the trail could not be written";
    return { at, by: { kind: "gateway" }, did, devices: [], outcome: "done", unwritten: this.#lost };
  }

  /** The newest file, unless it is full or old: then a new one, and the oldest make room. */
  #segmentFor(open: OpenTrail): { readonly segment: TrailSegment; readonly room: number } {
    const { segmentBytes } = this.#limits;
    const newest = open.segments.at(-1);
    const isOld = Math.abs(this.#now() - open.beganMillis) > SEGMENT_DAYS * DAY_MILLIS;
    const isEmpty = newest?.first === open.last + 1;
    if (newest && (isEmpty || (open.bytes < segmentBytes && !isOld))) {
      return { segment: newest, room: segmentBytes - open.bytes };
    }
    if (newest) sync(newest.path);
    else makeInnerFolder(this.#folder);
    const segment = segmentAt(this.#folder, open.last + 1);
    open.segments.push(segment);
    open.bytes = 0;
    open.beganMillis = this.#now();
    open.isAtLineStart = true;
    this.#removeOldest(open);
    return { segment, room: segmentBytes };
  }

  #removeOldest({ segments }: OpenTrail): void {
    const oldestMillis = this.#now() - this.#limits.days * DAY_MILLIS;
    const isOver = ({ path }: TrailSegment) =>
      (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < oldestMillis;
    for (let oldest = segments[0]; oldest; oldest = segments[0]) {
      if (segments.length <= this.#limits.segments && !isOver(oldest)) return;
      rmSync(oldest.path, { force: true });
      segments.shift();
    }
  }

  #opened(): OpenTrail {
    this.#open ??= this.#found();
    return this.#open;
  }

  #found(): OpenTrail {
    const segments = [...segmentsIn(this.#folder)];
    const newest = segments.at(-1);
    const text = newest ? textOfSegment(newest) : "";
    const entries = entriesIn(text);
    return {
      segments,
      last: entries.at(-1)?.sequence ?? (newest ? newest.first - 1 : 0),
      bytes: Buffer.byteLength(text),
      beganMillis: Date.parse(entries[0]?.at ?? "") || this.#now(),
      isAtLineStart: text === "" || text.endsWith("\n"),
    };
  }
}

/** As many entries as fit into a file, and one at least. */
function nextLines(
  entries: readonly WaitingEntry[],
  { last, room }: { readonly last: number; readonly room: number },
): { readonly text: string; readonly count: number } {
  let text = "";
  let bytes = 0;
  let count = 0;
  for (const entry of entries) {
    const line = lineOf({ sequence: last + count + 1, ...entry });
    bytes += Buffer.byteLength(line);
    if (count > 0 && bytes > room) break;
    text += line;
    count += 1;
  }
  return { text, count };
}

const shortened = (entry: TrailEntry): TrailEntry => ({
  ...entry,
  did: entry.did.slice(0, MOST_CHARACTERS),
  ...(entry.why === undefined ? {} : { why: entry.why.slice(0, MOST_CHARACTERS) }),
});
