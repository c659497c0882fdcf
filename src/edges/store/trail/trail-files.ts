import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  isWanted,
  partOf,
  type RecordedEntry,
  TRAIL_PARTS,
  type TrailEntry,
  type TrailPart,
  type TrailPiece,
  type TrailQuery,
} from "../../../core/home/trail-entry.ts";
import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { DAY_MILLIS, TrailPartFiles } from "./trail-part-files.ts";
import { contentsOf, textOfSegment } from "./trail-segment.ts";

export interface TrailLimits {
  readonly segmentBytes: number;
  /** How many files each part may have. */
  readonly segments: Readonly<Record<TrailPart, number>>;
  readonly days: number;
}

/**
 * Sixteen megabytes of commands, some hundred thousand, and four of each other part. A file is read in a few
 * milliseconds, between two commits.
 */
const LIMITS: TrailLimits = {
  segmentBytes: 256 * 1024,
  segments: { commands: 64, reports: 16, refusals: 16 },
  days: 90,
};

/** While the disk takes nothing, so many of the latest entries of each part wait in memory. */
const MOST_WAITING = 1_000;

/** Longer texts come of a back end's answer, or a strange name. */
const MOST_CHARACTERS = 1_000;

/** An entry that has no place yet. */
type WaitingEntry = TrailEntry & { readonly at: string };

interface OpenTrail {
  readonly parts: Readonly<Record<TrailPart, TrailPartFiles>>;
  /** All parts share one count. */
  last: number;
}

/** The audit trail on the disk: files of several parts, which share one folder and one count of entries. */
export class TrailFiles {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #limits: TrailLimits;
  #open: OpenTrail | undefined;
  #waiting: WaitingEntry[] = [];
  #lost = 0;

  constructor(stateFolder: string, { now = Date.now, limits = LIMITS } = {}) {
    this.#folder = join(stateFolder, "history");
    this.#now = now;
    this.#limits = limits;
  }

  /** Whether everything that was appended would survive a loss of power. */
  get isSynced(): boolean {
    const open = this.#open;
    return open === undefined || TRAIL_PARTS.every((part) => open.parts[part].isSynced);
  }

  /** What cannot be written, as on a full disk, waits; a trail that cannot be written keeps no command from being done. */
  append(entries: readonly TrailEntry[]): void {
    const at = new Date(this.#now()).toISOString();
    for (const entry of entries) this.#waiting.push({ at, ...tidied(entry) });
    try {
      this.#write();
    } catch {
      this.#open = undefined;
      const latest = latestOfEachPart(this.#waiting);
      this.#lost += this.#waiting.length - latest.length;
      this.#waiting = latest;
    }
  }

  /**
   * The wanted entries of the newest stretch, or of the stretch before `older`. A stretch begins where a file does, so
   * that no more than one file of each part is read for it.
   */
  read(query: TrailQuery, older = Number.POSITIVE_INFINITY): TrailPiece {
    const { parts, last } = this.#opened();
    const before = (sequence: number) => TRAIL_PARTS.flatMap((part) => parts[part].segmentBefore(sequence) ?? []);
    const segments = before(older);
    if (segments.length === 0 || last <= (query.after ?? 0)) {
      return { entries: [], oldestAt: undefined, unreadable: 0, older: undefined, last };
    }
    const from = Math.max(...segments.map(({ first }) => first));
    const isHere = (sequence: number) => sequence >= from && sequence < older;
    const read = segments.map((segment) => contentsOf(textOfSegment(segment), segment));
    const all = inOrder(read.flatMap(({ entries }) => entries.filter(({ sequence }) => isHere(sequence))));
    const oldest = new Date(this.#now() - this.#limits.days * DAY_MILLIS).toISOString();
    const isLast = from <= (query.after ?? 0) + 1 || before(from).length === 0;
    return {
      entries: all.filter((entry) => entry.at >= oldest && isWanted(entry, query)),
      oldestAt: all[0]?.at,
      unreadable: read.flatMap(({ damagedAfter }) => damagedAfter.filter(isHere)).length,
      older: isLast ? undefined : from,
      last,
    };
  }

  sync(): void {
    for (const files of Object.values(this.#open?.parts ?? {})) {
      try {
        if (!files.isSynced) files.sync();
      } catch {
        // The next entry shows whether the disk takes anything.
      }
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
      const { part, entries } = firstOfOnePart(left);
      const sequenced = entries.map((entry, index): RecordedEntry => ({ sequence: open.last + index + 1, ...entry }));
      const count = open.parts[part].append(sequenced);
      open.last += count;
      left = left.slice(count);
      this.#waiting = [...left];
      this.#lost = 0;
    }
  }

  /** Stands for the entries that were lost while the disk took nothing. */
  #loss(): WaitingEntry {
    const at = this.#waiting[0]?.at ?? new Date(this.#now()).toISOString();
    const did = `history not written: ${counted(this.#lost, "entry")} lost`;
    return { at, by: { kind: "gateway" }, did, devices: [], outcome: "done", unwritten: this.#lost };
  }

  #opened(): OpenTrail {
    this.#open ??= this.#found();
    return this.#open;
  }

  #found(): OpenTrail {
    const { segments, ...limits } = this.#limits;
    const common = { folder: this.#folder, now: this.#now, ...limits };
    const filesOf = (part: TrailPart) => new TrailPartFiles({ ...common, part, segments: segments[part] });
    const parts = { commands: filesOf("commands"), reports: filesOf("reports"), refusals: filesOf("refusals") };
    return { parts, last: Math.max(...TRAIL_PARTS.map((part) => parts[part].lastFound)) };
  }
}

const inOrder = (entries: readonly RecordedEntry[]): readonly RecordedEntry[] =>
  entries.toSorted((one, other) => one.sequence - other.sequence);

/** The entries at the beginning that belong to one part. */
function firstOfOnePart(entries: readonly WaitingEntry[]): {
  readonly part: TrailPart;
  readonly entries: readonly WaitingEntry[];
} {
  const [first] = entries;
  const part = first ? partOf(first) : "commands";
  const end = entries.findIndex((entry) => partOf(entry) !== part);
  return { part, entries: end < 0 ? entries : entries.slice(0, end) };
}

function latestOfEachPart(entries: readonly WaitingEntry[]): WaitingEntry[] {
  const room = { commands: MOST_WAITING, reports: MOST_WAITING, refusals: MOST_WAITING };
  const latest: WaitingEntry[] = [];
  for (const entry of entries.toReversed()) {
    const part = partOf(entry);
    if (room[part] > 0) latest.push(entry);
    room[part] -= 1;
  }
  return latest.reverse();
}

/** An entry whose texts are short, and one line each wherever they are shown. */
const tidied = ({ by, did, why, ...entry }: TrailEntry): TrailEntry => ({
  by: "name" in by ? { ...by, name: textOf(by.name) } : by,
  did: textOf(did),
  ...entry,
  ...(why === undefined ? {} : { why: textOf(why) }),
});

const textOf = (text: string): string => printable(text.slice(0, MOST_CHARACTERS));
