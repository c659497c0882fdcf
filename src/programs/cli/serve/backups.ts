import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, sync } from "../../../edges/store/folder/durable-file.ts";
import { writeInSteps } from "../../../edges/store/folder/write-in-steps.ts";
import type { BackupCondition } from "../../../runtime/metrics/family.ts";
import type { Clock } from "../../../shared/clock.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { BACKUPS, examineFolder } from "../../../shared/folder-trust.ts";

/** How often the wall clock is looked at: it may jump, and the machine may sleep. */
const LOOK_MILLIS = 60_000;
/** After a fault the disk gets some time. */
const RETRY_MILLIS = 10 * 60_000;

/** Why backups must not be made in a folder; a disk that is away, or cannot be looked at, is waited for. */
export function backupFolderRefusal(folder: string): string | undefined {
  try {
    const examined = examineFolder(folder, BACKUPS);
    return "refusal" in examined && !examined.isAway ? examined.refusal : undefined;
  } catch {
    return undefined;
  }
}

export interface BackupSchedule {
  readonly folder: string;
  readonly everyMillis: number;
  /** How many of the latest backups are kept. */
  readonly keep: number;
  /** Distinguishes the backups of this gateway from those of other gateways in the same folder. */
  readonly gatewayId: () => string;
  /** The text of a backup, in pieces. */
  readonly pieces: () => Iterable<string> | Promise<Iterable<string>>;
  readonly clock: Clock;
  readonly today: () => Date;
  readonly onMade: (path: string) => void;
  readonly onFault: (reason: string) => void;
}

/** Makes backups on a schedule, which goes on where it was after a restart. */
export class Backups {
  readonly #schedule: BackupSchedule;
  #cancel: () => void = () => undefined;
  #looking: Promise<void>;
  #isStopped = false;
  #retryMillis = 0;
  #fault: string | undefined;
  #newestMillis: number | undefined;

  constructor(schedule: BackupSchedule) {
    this.#schedule = schedule;
    this.#looking = this.#look();
  }

  get condition(): BackupCondition {
    const { everyMillis, today } = this.#schedule;
    const ageMillis =
      this.#newestMillis === undefined ? undefined : Math.max(0, today().getTime() - this.#newestMillis);
    return { everyMillis, ageMillis, hasFailed: this.#fault !== undefined };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { clock, today } = this.#schedule;
    const nowMillis = today().getTime();
    try {
      if (clock.now() >= this.#retryMillis) {
        if (await this.#isDue(nowMillis)) this.#newestMillis = await make(this.#schedule);
        this.#fault = undefined;
      }
    } catch (error) {
      this.#retryMillis = clock.now() + RETRY_MILLIS;
      this.#tell(reasonOf(error));
    }
    if (this.#isStopped) return;
    this.#cancel = clock.after(LOOK_MILLIS, () => {
      this.#looking = this.#look();
    });
  }

  async #isDue(nowMillis: number): Promise<boolean> {
    const newest = (await backupsIn(this.#schedule)).at(-1);
    this.#newestMillis = newest?.atMillis;
    return !newest || newest.atMillis > nowMillis || nowMillis - newest.atMillis >= this.#schedule.everyMillis;
  }

  #tell(fault: string): void {
    if (fault !== this.#fault) this.#schedule.onFault(fault);
    this.#fault = fault;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && !("code" in error) ? error.message : codeOf(error);

interface BackupName {
  readonly name: string;
  readonly atMillis: number;
}

const nameFor = ({ gatewayId }: BackupSchedule, at: Date): string =>
  `luxgate-${gatewayId()}-${at.toISOString().replace(/[:.]/g, "-")}.json`;

/**
 * The backups of this gateway that are there, the oldest first. Those of the future were made while the clock was ahead: they
 * neither keep backups from being made, nor push out those that are made now.
 */
async function backupsIn({ folder, gatewayId, today }: BackupSchedule): Promise<readonly BackupName[]> {
  const nowMillis = today().getTime();
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, id, day, time] = /^luxgate-(.+)-(\d{4}-\d{2}-\d{2})T([\d-]+)Z\.json$/.exec(name) ?? [];
      const [hour, minute, second, millis] = (time ?? "").split("-");
      const atMillis = Date.parse(`${day}T${hour}:${minute}:${second}.${millis}Z`);
      return id === gatewayId() && !Number.isNaN(atMillis) ? [{ name, atMillis }] : [];
    })
    .sort(
      (one, other) =>
        Number(other.atMillis > nowMillis) - Number(one.atMillis > nowMillis) || one.atMillis - other.atMillis,
    );
}

/** Makes a backup, and gives the time of it. */
async function make(schedule: BackupSchedule): Promise<number> {
  const { folder, keep } = schedule;
  // It may have become another since the start.
  const refusal = backupFolderRefusal(folder);
  if (refusal !== undefined) throw new Error(refusal.replace(/\.$/, ""));
  makeFolder(folder);
  const at = schedule.today();
  const path = join(folder, nameFor(schedule, at));
  const draft = `${path}.new`;
  try {
    await rm(draft, { force: true });
    const digest = await writeInSteps(draft, await schedule.pieces());
    const found = createHash("sha256")
      .update(await readFile(draft))
      .digest("hex");
    if (found !== digest) throw new Error("the file differs from what was written to it");
    await rename(draft, path);
    sync(folder);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  schedule.onMade(path);
  for (const { name } of (await backupsIn(schedule)).slice(0, -keep)) await rm(join(folder, name), { force: true });
  return at.getTime();
}
