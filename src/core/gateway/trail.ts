import type { MonotonicClock } from "../../shared/clock.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { type Rate, TokenBucket } from "../../shared/token-bucket.ts";
import type { Change } from "../home/changes/change.ts";
import { describe } from "../home/changes/describe.ts";
import type { Effect, Replacement } from "../home/changes/replacement.ts";
import type { Home } from "../home/home.ts";
import { type Author, partOf, type TrailEntry } from "../home/trail-entry.ts";
import type { Store } from "./store.ts";

/** One device, client or address may have so many entries that no acknowledged command needs: a lamp with a loose contact must not fill the trail. */
const SPARING: Rate = { perSecond: 1 / 60, burst: 20 };

/** The longest forgotten makes room; it begins anew with a full burst. */
const MOST_BUDGETS = 2_000;

/** Whom sparing entries are about. */
type Crowd = "strangers" | "clients" | "devices";

/**
 * All of them together may have so many: a stranger has as many addresses as the network, and each entry is work for the
 * store's thread. All lamps of the largest home may be lost at once, and are told.
 */
const IN_ALL: Readonly<Record<Crowd, Rate>> = {
  strangers: { perSecond: 1 / 10, burst: 200 },
  clients: { perSecond: 1, burst: 1_000 },
  devices: { perSecond: 10, burst: 20_000 },
};

const LEFT_OUT: Readonly<Record<Crowd, string>> = {
  strangers: "refused requests from unknown clients",
  clients: "refused commands",
  devices: "reports",
};

/** A scene of a large room concerns many devices; an entry stays short all the same. */
const MOST_DEVICES = 100;

/** How many entries may still be written, and how many were not. */
interface Budget {
  readonly bucket: TokenBucket;
  unwritten: number;
}

interface OwnBudget extends Budget {
  readonly crowd: Crowd;
}

/** The audit trail as the gateway sees it: entries go to the store, and nothing waits for them. */
export class Trail {
  readonly #store: Pick<Store, "note">;
  readonly #now: MonotonicClock;
  readonly #budgets: RecentMap<OwnBudget>;
  readonly #inAll: Readonly<Record<Crowd, Budget>>;
  #gathered: TrailEntry[] = [];

  constructor(store: Pick<Store, "note">, now: MonotonicClock) {
    this.#store = store;
    this.#now = now;
    const budget = (crowd: Crowd): Budget => ({ bucket: new TokenBucket(IN_ALL[crowd], now()), unwritten: 0 });
    // What was left out of a budget that makes room counts on in all.
    this.#budgets = new RecentMap(MOST_BUDGETS, ({ crowd, unwritten }) => {
      this.#inAll[crowd].unwritten += unwritten;
    });
    this.#inAll = { strangers: budget("strangers"), clients: budget("clients"), devices: budget("devices") };
  }

  /** Adds an entry of its own; an entry of a command that is stored goes with the commit instead. */
  note(entry: TrailEntry): void {
    // A thousand devices may be lost in one turn: their entries are one message to the store's thread.
    if (this.#gathered.length === 0) queueMicrotask(() => this.#pass());
    this.#gathered.push(entry);
  }

  /** Adds an entry unless there were too many lately, of `about` or in all; the next one that is added says how many were left out. */
  noteSparingly(about: string, entry: TrailEntry): void {
    const nowMillis = this.#now();
    const fresh = () => ({ crowd: crowdOf(entry), bucket: new TokenBucket(SPARING, nowMillis), unwritten: 0 });
    const own = this.#budgets.of(about, fresh);
    const inAll = this.#inAll[own.crowd];
    const full = [own, inAll].find(({ bucket }) => bucket.levelAt(nowMillis) < 1);
    if (full) {
      full.unwritten += 1;
      return;
    }
    for (const { bucket } of [own, inAll]) bucket.take(nowMillis);
    if (inAll.unwritten > 0) this.note(leftOut(own.crowd, inAll.unwritten));
    this.note(own.unwritten === 0 ? entry : { ...entry, unwritten: own.unwritten });
    own.unwritten = 0;
    inAll.unwritten = 0;
  }

  #pass(): void {
    const entries = this.#gathered;
    this.#gathered = [];
    this.#store.note?.(entries);
  }
}

/** Whoever has no key is known by an address alone. */
function crowdOf(entry: TrailEntry): Crowd {
  if (entry.by.kind === "address") return "strangers";
  return partOf(entry) === "refusals" ? "clients" : "devices";
}

/** Stands for entries of many authors that were left out. */
const leftOut = (crowd: Crowd, unwritten: number): TrailEntry => ({
  by: { kind: "gateway" },
  did: `${unwritten} ${LEFT_OUT[crowd]} left out: too many to list`,
  devices: [],
  outcome: crowd === "devices" ? "done" : "refused",
  unwritten,
});

/** The entry of a command that is done; to be made before the home changes. */
export const commandEntry = (home: Home, change: Change, by: Author, effect: Effect): TrailEntry => ({
  by,
  did: describe(change, home),
  devices: devicesOf(home, change, typeof effect === "string" ? [] : effect),
  outcome: "done",
});

/** The same for the trail: of many edits each has an entry of its own. */
export function* commandEntries(home: Home, change: Change, entry: TrailEntry): Iterable<TrailEntry> {
  if (change.kind !== "devicesEdited" || change.edits.length === 0) yield entry;
  else for (const edit of change.edits) yield commandEntry(home, edit, entry.by, []);
}

/** What is refused of one author is told sparingly. */
export const budgetOf = (by: Author): string => `${by.kind} ${"name" in by ? by.name : ""}`;

/** The ids of the devices that a change names or changes. */
function devicesOf(home: Home, change: Change, effect: readonly Replacement[]): readonly string[] {
  if (change.kind === "homeReplaced" || change.kind === "homeImported") return [];
  const ids = new Set(namedDevices(home, change));
  for (const replacement of effect) {
    if (ids.size >= MOST_DEVICES) break;
    for (const id of changedDevices(replacement)) ids.add(id);
  }
  return [...ids];
}

function namedDevices(home: Home, change: Change): readonly string[] {
  if ("deviceId" in change) return [change.deviceId];
  if ("device" in change) return [change.device.id];
  if (change.kind === "lightChanged") return idsOf(home.lights.get(change.lightId));
  if (change.kind === "syncBoxChanged") return idsOf(home.syncBoxes.get(change.syncBoxId));
  return [];
}

function changedDevices(replacement: Replacement): readonly string[] {
  if (replacement.in === "devices") return [(replacement.after ?? replacement.before)?.id ?? []].flat();
  if (replacement.in === "lights" || replacement.in === "syncBoxes") {
    return idsOf(replacement.after ?? replacement.before);
  }
  return [];
}

const idsOf = (part: { readonly deviceId: string } | undefined): readonly string[] => (part ? [part.deviceId] : []);
