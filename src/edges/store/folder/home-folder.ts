import { existsSync, rmSync } from "node:fs";
import { StoreFault } from "../../../core/gateway/store.ts";
import { faultWords, isDamage, isUnwritable } from "../faults.ts";
import { openHome } from "../recovery/open-home.ts";
import { quarantine } from "../recovery/quarantine.ts";
import { readUnwritable } from "../recovery/read-unwritable.ts";
import { removeDatabase } from "../recovery/snapshots.ts";
import type { Facts, HomeDatabase } from "../sqlite/database.ts";
import type { Entry } from "../sqlite/entries.ts";
import type { Write } from "../sqlite/ledger.ts";
import type { MatterRows } from "../sqlite/matter-rows.ts";
import { createDatabase, openDatabase } from "../sqlite/open-database.ts";
import type { TrailFiles } from "../trail/trail-files.ts";
import { putInPlace } from "./durable-file.ts";
import { FolderLock } from "./folder-lock.ts";
import { claimMatter, matterFiles, readMatter, writeMatter } from "./matter-file.ts";
import { readSessions, writeSessions } from "./session-file.ts";
import { type StateFolder, timeNow } from "./state-folder.ts";
import { takeFolder } from "./take-folder.ts";

/** What was found in a data folder. */
export interface FoundEntries {
  /** Undefined when there is no home, or no part of it can be read. */
  readonly entries: readonly Entry[] | undefined;
  readonly madeFrom: string;
  /** What was damaged, what is served instead and what is lost; a line each. */
  readonly report: readonly string[];
  /** Why the home cannot be written to for now. */
  readonly problem: string | undefined;
}

/** A locked data folder, and the home that is open in it. */
export class HomeFolder {
  readonly #folder: StateFolder;
  #lock: FolderLock | undefined;
  /** Lines for the report: the folder was closed to other users. */
  #closedToOthers: readonly string[] = [];
  #database: HomeDatabase | undefined;
  #readOnly: string | undefined;
  #madeFrom = "";
  #sequence = 0;
  #snapshotSequence: number | undefined;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** Whether something was committed since the last snapshot. */
  get isAheadOfSnapshots(): boolean {
    return this.#database !== undefined && this.#readOnly === undefined && this.#snapshotSequence !== this.#sequence;
  }

  get hasSnapshots(): boolean {
    return this.#snapshotSequence !== undefined;
  }

  open(): FoundEntries {
    try {
      this.#takeFolder();
      return this.#opened();
    } catch (error) {
      if (isUnwritable(error) && existsSync(this.#folder.homePath)) return this.#openUnwritable(error);
      throw error;
    }
  }

  /** Replaces the home, in one transaction. */
  begin(entries: readonly Entry[], madeFrom: string): void {
    const facts = this.#nextFacts(madeFrom);
    const database = this.#writable();
    if (database) database.replace(entries, facts);
    else this.#create(entries, facts);
    this.#committed(facts, ["new home created"]);
  }

  /** Takes a part of what the next commit makes durable; once this has thrown, the commit must not follow. */
  gather(writes: readonly Write[]): void {
    this.#home().gather(writes);
  }

  /** Durable when this returns; throws when nothing was written. */
  commit(writes: readonly Write[], words: readonly string[]): void {
    const facts = this.#nextFacts(this.#madeFrom);
    this.#home().write(writes, facts);
    this.#committed(facts, words);
  }

  #home(): HomeDatabase {
    const database = this.#writable();
    if (!database) throw new StoreFault("there is no home in the data folder yet");
    return database;
  }

  /** The audit trail beside the home. */
  get trail(): TrailFiles {
    return this.#folder.trail;
  }

  /** Undefined where there are none. */
  readSessions(): string | undefined {
    return readSessions(this.#folder.path);
  }

  /** Durable when this returns. */
  writeSessions(text: string): void {
    if (!this.#lock) throw new StoreFault("the data folder cannot be written to");
    writeSessions(this.#folder.path, text);
  }

  /** Undefined where no Matter bridge has stored anything. A damaged file stays: the bridge may have it open. */
  readMatter(): MatterRows | "damaged" | undefined {
    try {
      return readMatter(this.#folder.path);
    } catch (error) {
      if (isDamage(error)) return "damaged";
      throw error;
    }
  }

  /** Not while the bridge runs; durable when this returns. */
  writeMatter(rows: MatterRows | undefined): void {
    if (!this.#lock) throw new StoreFault("the data folder cannot be written to");
    writeMatter(this.#folder.path, rows);
  }

  /**
   * To be called before the bridge starts. Pairings of another gateway are deleted. A damaged file is quarantined, and what
   * a person should know of it returned, a line each.
   */
  claimMatter(gatewayId: string): readonly string[] {
    if (!this.#lock) throw new StoreFault("the data folder cannot be written to");
    const { path } = this.#folder;
    try {
      claimMatter(path, gatewayId);
      return [];
    } catch (error) {
      if (!isDamage(error)) throw error;
      const kept = quarantine(this.#folder, matterFiles(path));
      claimMatter(path, gatewayId);
      return [
        `The file matter.db was damaged (${faultWords(error)}); its remains are kept in ${kept}.`,
        "All pairings are lost: remove the gateway in each ecosystem, and pair again.",
      ];
    }
  }

  takeSnapshot(): void {
    if (!this.#database || !this.isAheadOfSnapshots || this.#database.isGathering) return;
    this.#folder.snapshots.take(this.#database);
    this.#snapshotSequence = this.#sequence;
  }

  /** Deletes everything of earlier homes beside the present one, and their remains in its file. */
  purgeHistory(): void {
    const { snapshots, recent, trail, damagedPath } = this.#folder;
    const database = this.#writable();
    snapshots.removeAll();
    rmSync(damagedPath, { recursive: true, force: true });
    trail.removeAll();
    this.#snapshotSequence = undefined;
    recent.restart(this.#sequence, timeNow(), ["all earlier entries deleted"]);
    database?.compact();
  }

  close(): void {
    // Before the database removes its log: a home without a log counts as closed cleanly, and so must its list of
    // changes.
    if (this.#database && this.#readOnly === undefined) this.#folder.recent.sync();
    this.#folder.trail.sync();
    this.#database?.close();
    this.#database = undefined;
    this.#lock?.release();
    this.#lock = undefined;
  }

  #takeFolder(): void {
    this.#closedToOthers = takeFolder(this.#folder.path);
    this.#lock ??= new FolderLock(this.#folder.path);
  }

  #opened(): FoundEntries {
    const opened = openHome(this.#folder);
    const { sequence } = opened;
    const report = [...this.#closedToOthers, ...opened.report];
    this.#sequence = sequence;
    this.#snapshotSequence = this.#folder.snapshots.all()[0]?.sequence;
    if (!opened.database) return { entries: undefined, madeFrom: "", report, problem: undefined };
    this.#database = opened.database;
    this.#readOnly = opened.readOnly;
    this.#madeFrom = opened.database.about.madeFrom;
    const problem = opened.readOnly ?? opened.problem;
    return { entries: opened.entries, madeFrom: this.#madeFrom, report, problem };
  }

  #nextFacts(madeFrom: string): Facts {
    return { sequence: this.#sequence + 1, at: timeNow(), version: this.#folder.version, madeFrom };
  }

  #committed({ sequence, at, madeFrom }: Facts, words: readonly string[]): void {
    this.#sequence = sequence;
    this.#madeFrom = madeFrom;
    this.#folder.recent.add(sequence, at, words);
  }

  /** Creates the first home of a folder. */
  #create(entries: readonly Entry[], facts: Facts): void {
    const { homePath, draftPath, migrations } = this.#folder;
    removeDatabase(draftPath);
    createDatabase(draftPath, entries, facts);
    putInPlace(draftPath, homePath);
    this.#database = openDatabase(homePath, { migrations }).database;
  }

  /** The home to write to, if there is one. */
  #writable(): HomeDatabase | undefined {
    if (this.#readOnly !== undefined) throw new StoreFault(this.#readOnly);
    this.#database ??= this.#reopened();
    return this.#database;
  }

  #openUnwritable(error: unknown): FoundEntries {
    const { about, entries, report } = readUnwritable(this.#folder);
    this.#madeFrom = about.madeFrom;
    this.#sequence = about.sequence;
    return {
      entries,
      madeFrom: about.madeFrom,
      report: [...this.#closedToOthers, ...report],
      problem: faultWords(error),
    };
  }

  /** The folder could not be written to at the start; tries again. */
  #reopened(): HomeDatabase | undefined {
    this.#takeFolder();
    const { homePath, migrations } = this.#folder;
    if (!existsSync(homePath)) return undefined;
    const { database, readOnly } = openDatabase(homePath, { migrations });
    if (readOnly === undefined && database.about.sequence === this.#sequence) return database;
    database.close();
    throw new StoreFault(readOnly ?? "another process changed the data: restart the gateway");
  }
}
