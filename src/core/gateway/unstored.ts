import type { Change } from "../home/changes/change.ts";
import { idOf, type Replacement } from "../home/changes/replacement.ts";
import type { Device } from "../home/model/device.ts";
import type { DeviceId } from "../home/model/ids.ts";
import type { TrailEntry } from "../home/trail-entry.ts";
import type { ResourceWrite } from "./store.ts";

/** What became of a command; in a conflict somebody else was first, and the store is well. */
export type StoreOutcome = "stored" | "not-stored" | "conflict";

/** A change that is applied to the home and not durable yet. */
export interface PendingChange {
  readonly change: Change;
  /** What a command does, in a line for a person. */
  readonly description: string | undefined;
  readonly replacements: readonly Replacement[];
  readonly undo: () => void;
  /** Called once the change is stored or refused; only commands have somebody who waits for that. */
  readonly settle: ((outcome: StoreOutcome) => void) | undefined;
  /** What the audit trail tells of a command once it is stored. */
  readonly entries?: readonly TrailEntry[] | undefined;
}

export const isCommand = ({ settle }: PendingChange): boolean => settle !== undefined;

/** The link quality of a device changes with every message of the device, and is no reason to write to the disk. */
export const isDeferrable = (pending: PendingChange): boolean =>
  pending.change.kind === "deviceLinkQualityReported" && !isCommand(pending);

/**
 * Pending changes in the order in which they were applied; counts commands, as every report asks for them. A disk may
 * hang for minutes while lamps report: so what one lamp reports between two commands is one change.
 */
export class PendingChanges {
  readonly #changes: PendingChange[] = [];
  #commands = 0;
  /** Where the report of a resource is that was applied after the last command. */
  readonly #reports = new Map<string, number>();

  get all(): readonly PendingChange[] {
    return this.#changes;
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  get commands(): number {
    return this.#commands;
  }

  get hasCommand(): boolean {
    return this.#commands > 0;
  }

  add(pending: PendingChange): void {
    const key = isCommand(pending) ? undefined : foldingKey(pending);
    const at = key === undefined ? undefined : this.#reports.get(key);
    const earlier = at === undefined ? undefined : this.#changes[at];
    if (at !== undefined && earlier) {
      this.#changes[at] = folded(earlier, pending);
      return;
    }
    this.#changes.push(pending);
    // What is not a report of one resource may concern what others reported.
    if (key === undefined) this.#reports.clear();
    else this.#reports.set(key, this.#changes.length - 1);
    if (isCommand(pending)) this.#commands += 1;
  }

  /** A line for each command, and one for all reports. */
  descriptions(writeCount: number): readonly string[] {
    const commands = this.#changes.filter(isCommand).flatMap(({ description }) => description ?? []);
    const hasReport = this.#changes.some(
      (each) => !isCommand(each) && !isDeferrable(each) && each.replacements.length > 0,
    );
    return hasReport || commands.length === 0 ? [...commands, `reports of devices (${writeCount})`] : commands;
  }
}

/** The resource that a report is about, where it concerns no other. */
function foldingKey({ change, replacements: [first, ...others] }: PendingChange): string | undefined {
  if (others.length > 0) return undefined;
  const id =
    change.kind === "lightChanged"
      ? change.lightId
      : change.kind === "deviceLinkQualityReported"
        ? change.deviceId
        : undefined;
  return id === undefined || (first && idOf(first) !== id) ? undefined : `${change.kind} ${id}`;
}

/** Two reports of one resource as one; between them only other resources changed. */
function folded(earlier: PendingChange, later: PendingChange): PendingChange {
  const [before] = earlier.replacements;
  const [after] = later.replacements;
  const replacement = before && after ? { ...after, before: before.before } : (after ?? before);
  return {
    ...later,
    change: foldedChange(earlier.change, later.change),
    replacements: replacement ? [replacement as Replacement] : [],
    undo: before ? earlier.undo : later.undo,
  };
}

const foldedChange = (earlier: Change, later: Change): Change =>
  earlier.kind === "lightChanged" && later.kind === "lightChanged"
    ? { ...later, state: { ...earlier.state, ...later.state } }
    : later;

type WritesById = Map<string, ResourceWrite>;

/** What the store does not have yet: one write for each resource, however often the resource changed. */
export class DirtySet {
  /** By kind, then by id: the order matters among resources of one kind only. */
  #writes = new Map<Replacement["in"], WritesById>();

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  add(replacements: readonly Replacement[]): void {
    for (const replacement of replacements) {
      const { before, after } = replacement;
      const id = idOf(replacement);
      const writes = this.#writesIn(replacement.in);
      const isNew = before === undefined || (writes.get(id)?.isNew ?? false);
      if (before === undefined) writes.delete(id);
      writes.set(id, { in: replacement.in, id, after, isNew: isNew && after !== undefined } as ResourceWrite);
    }
  }

  /** Empties the set; gives its writes, of each kind in the order in which new resources were added. */
  take(): readonly ResourceWrite[] {
    const writes: ResourceWrite[] = [];
    for (const ofKind of this.#writes.values()) for (const write of ofKind.values()) writes.push(write);
    this.#writes = new Map();
    return writes;
  }

  /** Puts writes that the store refused before what was added since. */
  restore(refused: readonly ResourceWrite[]): void {
    const newer = this.#writes;
    this.#writes = new Map();
    for (const write of refused) {
      const since = newer.get(write.in)?.get(write.id);
      if (since?.isNew) continue;
      newer.get(write.in)?.delete(write.id);
      const isNew = write.isNew && since?.after !== undefined;
      this.#writesIn(write.in).set(write.id, since ? ({ ...since, isNew } as ResourceWrite) : write);
    }
    for (const [kind, writes] of newer) for (const [id, write] of writes) this.#writesIn(kind).set(id, write);
  }

  #writesIn(kind: Replacement["in"]): WritesById {
    const known = this.#writes.get(kind);
    if (known) return known;
    const writes: WritesById = new Map();
    this.#writes.set(kind, writes);
    return writes;
  }
}

/** Devices that the store has in an older version, with nothing newer that is worth a write of its own. */
export class DeferredWrites {
  readonly #currentDevice: (id: DeviceId) => Device | undefined;
  readonly #ids = new Set<DeviceId>();
  /** The devices that went along with the last batch. */
  #piggybacked: readonly DeviceId[] = [];

  constructor(currentDevice: (id: DeviceId) => Device | undefined) {
    this.#currentDevice = currentDevice;
  }

  add(replacements: readonly Replacement[]): void {
    for (const { in: name, after } of replacements) if (name === "devices" && after) this.#ids.add(after.id);
  }

  /** Brings the devices of a batch to their current version; their deferred writes are done with that batch. */
  piggybackOn(writes: readonly ResourceWrite[]): readonly ResourceWrite[] {
    this.#piggybacked = [];
    if (this.#ids.size === 0) return writes;
    const current = writes.map((write) => {
      const isDeferred = write.in === "devices" && write.after && this.#ids.has(write.after.id);
      const device = isDeferred && this.#currentDevice(write.after.id);
      return device ? { ...write, in: "devices" as const, after: device } : write;
    });
    const ids = writes.flatMap(({ in: name, after }) => (name === "devices" && after ? [after.id] : []));
    this.#piggybacked = ids.filter((id) => this.#ids.delete(id));
    return current;
  }

  /** Each device in its current version, for the last batch before the gateway stops. */
  takeAll(): readonly Replacement[] {
    const devices = [...this.#ids].flatMap((id) => this.#currentDevice(id) ?? []);
    this.#ids.clear();
    return devices.map((device) => ({ in: "devices", before: device, after: device }));
  }

  /** Defers again what went along with a batch that the store refused. */
  restore(): void {
    for (const id of this.#piggybacked) this.#ids.add(id);
  }
}
