import { Type } from "typebox";
import { normalRoomOf } from "../../../core/home/select.ts";
import { type RecordedEntry, TRAIL_PARTS, type TrailQuery } from "../../../core/home/trail-entry.ts";
import { pause } from "../../../shared/pause.ts";
import { command, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceWords, given, Words } from "../values.ts";
import { findDevice } from "../words/find.ts";

/** An entry of the audit trail: a `RecordedEntry`, as it is sent. */
const HistoryView = Type.Object({
  /** Rises by one with each entry. */
  sequence: Type.Integer(),
  /** By the gateway's wall clock, in ISO 8601. */
  at: Type.String(),
  by: Type.Union([
    Type.Object({ kind: Type.Enum(["operator", "button", "backend", "gateway"]) }),
    Type.Object({ kind: Type.Enum(["operator", "key", "ecosystem", "device", "address"]), name: Type.String() }),
  ]),
  did: Type.String(),
  /** The ids of the devices that it concerns. */
  devices: Type.Immutable(Type.Array(Type.String())),
  outcome: Type.Enum(["done", "refused", "rolled-back", "put-back"]),
  why: Type.Optional(Type.String()),
  unwritten: Type.Optional(Type.Integer()),
});

const ISO_TIME = "a time in ISO 8601, such as 2026-11-01T18:30:00Z";

/** How often somebody who follows is told of new entries. */
const FOLLOW_MILLIS = 500;

const ALL = Number.POSITIVE_INFINITY;

/** Who changed what, when, and what became of it. */
export const HISTORY_COMMANDS = {
  /** Tells of the last entries that are wanted, the oldest first; who follows is told of new ones until they have enough. */
  "history.read": command({
    given: given({
      device: Type.Optional(DeviceWords),
      by: Type.Optional(Words),
      part: Type.Optional(Type.Enum(TRAIL_PARTS, { description: TRAIL_PARTS.join(", ") })),
      text: Type.Optional(Words),
      before: Type.Optional(Type.Integer({ minimum: 1, description: "the sequence of an entry" })),
      since: Type.Optional(Type.String({ maxLength: 32, description: ISO_TIME })),
      last: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "a number from 0 to 1000000" })),
      follow: Type.Optional(Type.Boolean({ description: "true or false" })),
    }),
    news: Type.Array(HistoryView),
    /** How many entries there were, and how many damaged lines were passed on the way to them. */
    result: Type.Object({ entries: Type.Integer(), unreadable: Type.Integer() }),
    run: async ({ device: words, since, last = ALL, follow = false, ...given }, controls, conversation) => {
      const { tell, ended, isBehind } = conversation;
      const time = timeIn(since);
      if ("refused" in time) return time;
      const device = words === undefined ? undefined : deviceIn(controls, words);
      if (device && "refused" in device) return device;
      const deviceWords = given.text === undefined ? {} : wordsOfDevices(controls, given.text);
      const query: TrailQuery = { ...given, ...time, deviceWords, ...(device ? { device: device.wanted } : {}) };
      const first = await controls.turns.makeLarge(conversation, () => told(controls, query, { last, tell }));
      if ("refused" in first) return first;
      let { entries, lastSequence: after } = first;
      for (; follow && !ended.aborted; await pause(controls.clock, FOLLOW_MILLIS, ended)) {
        if (isBehind?.()) continue;
        const news = await told(controls, { ...query, after }, { last: ALL, tell });
        entries += news.entries;
        after = news.lastSequence;
      }
      return { result: { entries, unreadable: first.unreadable } };
    },
  }),
};

/** The time as entries have theirs, which are compared as text. A time without an offset is one of UTC, as theirs are. */
function timeIn(since: string | undefined): Pick<TrailQuery, "since"> | Refused {
  if (since === undefined) return {};
  const [, day, time = "T00:00", offset = "Z"] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(since) ?? [];
  const millis = Date.parse(`${day}${time}${offset}`);
  return Number.isNaN(millis) ? refused(`since: expected ${ISO_TIME}`) : { since: new Date(millis).toISOString() };
}

interface Telling {
  readonly last: number;
  readonly tell: (entries: RecordedEntry[]) => void;
}

/** Tells the last entries that are wanted. */
async function told(controls: Pick<Controls, "readTrail">, query: TrailQuery, { last, tell }: Telling) {
  const { pieces, lastSequence, unreadable } = await newest(controls, query, last);
  for (const piece of pieces) tell(piece);
  return { entries: pieces.flat().length, lastSequence, unreadable };
}

/** A device that is gone is looked for by the name that it had; one of several namesakes must be told apart. */
function deviceIn({ gateway: { home } }: Controls, words: string) {
  const device = findDevice(home, words);
  if ("found" in device) return { wanted: device.found.id };
  const isGone = !home.devices.all().some(({ name }) => name.toLowerCase() === words.toLowerCase());
  return isGone ? { wanted: words } : device;
}

/** The names and rooms of devices in which some word of a text is: whoever looks for a lamp finds its scenes and rooms too. */
function wordsOfDevices({ gateway: { home } }: Controls, text: string): Readonly<Record<string, string>> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = home.devices
    .all()
    .map(({ id, name }) => [id, `${name} ${normalRoomOf(home, id)?.name ?? ""}`.toLowerCase()] as const);
  return Object.fromEntries(named.filter(([, own]) => words.some((word) => own.includes(word))));
}

/** The last entries that are wanted, in pieces, the oldest first: the trail is read from its end, a stretch at a time. */
export async function newest({ readTrail }: Pick<Controls, "readTrail">, query: TrailQuery, most: number) {
  const pieces: RecordedEntry[][] = [];
  const first = await readTrail(query);
  let unreadable = 0;
  let piece = first;
  for (let left = most; ; piece = await readTrail(query, piece.older)) {
    if (left > 0 && piece.entries.length > 0) pieces.unshift(piece.entries.slice(-left));
    left -= piece.entries.length;
    unreadable += piece.unreadable;
    const isBefore = query.since !== undefined && piece.oldestAt !== undefined && piece.oldestAt < query.since;
    if (piece.older === undefined || left <= 0 || isBefore) return { pieces, lastSequence: first.last, unreadable };
  }
}
