/**
 * Who caused something. A key is called by its name: keys themselves, and their digests, are in no entry. An operator has
 * a name in a browser that asked to be let in. An ecosystem controls lamps by Matter.
 */
export type Author =
  | { readonly kind: "operator" | "button" | "backend" | "gateway" }
  | { readonly kind: "operator" | "key" | "ecosystem" | "device" | "address"; readonly name: string };

export const OPERATOR: Author = { kind: "operator" };

/** The operator in a browser; in most of them without a name. */
export const operatorIn = ({ name }: { readonly name?: string | undefined }): Author =>
  name === undefined ? OPERATOR : { kind: "operator", name };

/** What became of a command, or of what else the trail tells of. */
type TrailOutcome = "done" | "refused" | "rolled-back" | "put-back";

/** One thing that was done, or refused, as the audit trail tells of it. */
export interface TrailEntry {
  readonly by: Author;
  /** In a few words for a person. */
  readonly did: string;
  /** The ids of the devices that it concerns; a scene or a room may concern many. */
  readonly devices: readonly string[];
  readonly outcome: TrailOutcome;
  /** Why it was not done; in words for a person. */
  readonly why?: string;
  /** How many like it, of the same author, came before it and have no entry, as there were too many. */
  readonly unwritten?: number;
}

/**
 * The parts of the trail. Each has a size of its own: what is refused to a stranger, or reported by a lamp with a loose
 * contact, must not push out what was done.
 */
export const TRAIL_PARTS = ["commands", "reports", "refusals"] as const;
export type TrailPart = (typeof TRAIL_PARTS)[number];

/** Who cannot be made to fill the trail by strangers, devices or a schedule. */
const COMMANDING: readonly Author["kind"][] = ["operator", "key", "ecosystem", "address"];

/** The part that an entry belongs to. */
export function partOf({ by, outcome }: Pick<TrailEntry, "by" | "outcome">): TrailPart {
  if (outcome === "refused" || outcome === "rolled-back") return "refusals";
  return COMMANDING.includes(by.kind) ? "commands" : "reports";
}

/** An entry with its place in the trail, and its time by the wall clock. */
export interface RecordedEntry extends TrailEntry {
  readonly sequence: number;
  /** In ISO 8601, as `toISOString` writes it: such texts are in the order of their times. */
  readonly at: string;
}

/** Which entries of the trail are wanted. */
export interface TrailQuery {
  /** Only entries after the one with this sequence. */
  readonly after?: number;
  /** Only entries before the one with this sequence. */
  readonly before?: number;
  /** Only entries of this time or later, written as `at` is. */
  readonly since?: string;
  /** Only entries that concern this device: its id, or a name that an entry has in quotes. */
  readonly device?: string;
  /** Only entries by this author: what a key or device is called, or a kind. */
  readonly by?: string;
  /** Only entries of this part. */
  readonly part?: TrailPart;
  /** Only entries with all these words, in any case of letters. */
  readonly text?: string;
  /** By the ids of devices, words that entries which concern them have too, such as their names today. */
  readonly deviceWords?: Readonly<Record<string, string>>;
}

/** Entries of one stretch of the audit trail, in their order. */
export interface TrailPiece {
  readonly entries: readonly RecordedEntry[];
  /** The time of the first entry of the stretch, wanted or not; undefined where there is none. */
  readonly oldestAt: string | undefined;
  /** How many lines of the stretch are damaged. */
  readonly unreadable: number;
  /** To be given for the next older piece; undefined when there is none. */
  readonly older: number | undefined;
  /** The sequence of the last entry of the whole trail. */
  readonly last: number;
}

export const isWanted = (entry: RecordedEntry, query: TrailQuery): boolean => {
  const { after = 0, before = Number.POSITIVE_INFINITY, since = "", device, by, part, text, deviceWords } = query;
  return (
    entry.sequence > after &&
    entry.sequence < before &&
    entry.at >= since &&
    (part === undefined || partOf(entry) === part) &&
    (text === undefined || hasWords(entry, text, deviceWords)) &&
    (device === undefined || entry.devices.includes(device) || names(entry, device)) &&
    (by === undefined || isBy(entry.by, by.toLowerCase()))
  );
};

const hasWords = (
  { by, did, outcome, why = "", devices }: RecordedEntry,
  text: string,
  deviceWords: Readonly<Record<string, string>> = {},
): boolean => {
  const ofDevices = devices.map((id) => deviceWords[id] ?? "");
  const words = [by.kind, "name" in by ? by.name : "", did, outcome, why, ...ofDevices].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
};

/** A device that is gone is found by the name that it had. */
const names = ({ did }: RecordedEntry, device: string): boolean =>
  did.toLowerCase().includes(JSON.stringify(device).toLowerCase());

/** Also as a table shows it: "key acme#panel". */
const isBy = (author: Author, wanted: string): boolean =>
  author.kind === wanted ||
  ("name" in author && [author.name, `${author.kind} ${author.name}`].some((name) => name.toLowerCase() === wanted));
