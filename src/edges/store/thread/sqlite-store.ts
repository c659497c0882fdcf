import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { type ResourceWrite, type Store, StoreFault, type WriteBatch } from "../../../core/gateway/store.ts";
import type { HomeContents } from "../../../core/home/model/contents.ts";
import type { Picture, Scene } from "../../../core/home/model/scene.ts";
import type { TrailEntry, TrailPiece, TrailQuery } from "../../../core/home/trail-entry.ts";
import { faultOf } from "../faults.ts";
import type { FoundEntries } from "../folder/home-folder.ts";
import { contentsFrom, entriesOf, entryOf, pictureEntry } from "../sqlite/entries.ts";
import type { Write } from "../sqlite/ledger.ts";
import type { MatterRows } from "../sqlite/matter-rows.ts";
import { startThread } from "./start-thread.ts";
import type { FolderOptions, WorkerAnswer, WorkerTask } from "./worker-messages.ts";

/** What a data folder was found to hold. */
export interface FoundHome extends Omit<FoundEntries, "entries"> {
  /** Undefined when there is no home: never was, or nothing of it can be read. */
  readonly contents: HomeContents | undefined;
}

export interface OpenedStore {
  readonly store: SqliteStore;
  readonly found: FoundHome;
}

/** The thread has a small heap: by default its uncollected garbage would be a quarter of the process. */
const LITTLE_GARBAGE = { maxYoungGenerationSizeMb: 2 };

/**
 * How long changes gather while several wait for a commit: a thousand changes a second make 250 commits at the most.
 */
const RUSH_MILLIS = 4;

/** How many writes are serialized and posted to the thread in one turn of the event loop. */
const WRITES_AT_ONCE = 100;

/** Opens the store of a data folder, in a thread of its own whose program is at `workerPath`. */
export async function openSqliteStore(options: FolderOptions & { readonly workerPath: string }): Promise<OpenedStore> {
  const store = SqliteStore.start(options.workerPath);
  return { store, found: await store.open(options) };
}

/** A home on the disk, behind a thread. */
export class SqliteStore implements Store {
  readonly #worker: Worker;
  readonly #waiting: ((answer: WorkerAnswer) => void)[] = [];
  /** The pictures that are stored already. */
  #pictures = new WeakSet<Picture>();
  #ended: string | undefined;
  #closing: Promise<void> | undefined;
  /** Settles with the commit that is under way. */
  #committing: Promise<void> | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (answer: WorkerAnswer) => this.#waiting.shift()?.(answer));
    worker.on("error", (error) => this.#end(error.message));
    worker.on("exit", () => this.#end("it was closed"));
  }

  /**
   * Starts the thread, which touches no file yet. Until the store is opened, the
   * thread does not keep the process alive.
   */
  static start(workerPath: string): SqliteStore {
    const worker = startThread(workerPath, { resourceLimits: LITTLE_GARBAGE });
    const store = new SqliteStore(worker);
    worker.unref();
    return store;
  }

  async open(folder: FolderOptions): Promise<FoundHome> {
    this.#worker.ref();
    try {
      const { entries, ...found } = await this.#found(folder);
      const contents = entries && contentsFrom(entries);
      this.#pictures = picturesOf(contents?.scenes ?? []);
      return { ...found, contents };
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  /** Called should the thread fail: then nothing can be stored until the process is started again. */
  onThreadFault(listener: (fault: Error) => void): void {
    this.#worker.on("error", listener);
  }

  async begin(contents: HomeContents, madeFrom: string): Promise<void> {
    await this.#request({ do: "begin", entries: entriesOf(contents), madeFrom });
    this.#pictures = picturesOf(contents.scenes);
  }

  commit(batch: WriteBatch): Promise<void> {
    const commit = this.#commit(batch);
    const over = () => {
      if (this.#committing === settled) this.#committing = undefined;
    };
    const settled = commit.then(over, over);
    this.#committing = settled;
    return commit;
  }

  async #commit({ writes: resources, descriptions, trail = [] }: WriteBatch): Promise<void> {
    const scenes = resources.flatMap((write) => (write.in === "scenes" ? (write.after ?? []) : []));
    const pictures = scenes.flatMap(({ picture }) => (picture && !this.#pictures.has(picture) ? [picture] : []));
    let writes: readonly Write[] = [
      ...new Map(pictures.map((picture) => [picture.id, { ...pictureEntry(picture), isNew: false }])).values(),
    ];
    let at = 0;
    for (; resources.length - at > WRITES_AT_ONCE; at += WRITES_AT_ONCE) {
      const some = resources.slice(at, at + WRITES_AT_ONCE).map(writeOf);
      await this.#request({ do: "gather", writes: [...writes, ...some] });
      writes = [];
    }
    const lastWrites = [...writes, ...resources.slice(at).map(writeOf)];
    await this.#request({ do: "commit", writes: lastWrites, words: descriptions, trail });
    for (const picture of pictures) this.#pictures.add(picture);
  }

  rested(): Promise<void> {
    return pause(RUSH_MILLIS);
  }

  /** After the store is closed there is nothing to write entries to. */
  note(trail: readonly TrailEntry[]): void {
    if (this.#closing === undefined) void this.#request({ do: "note", trail }).catch(() => undefined);
  }

  /** A piece of the audit trail: its newest part, or the part before `older`. */
  async readTrail(query: TrailQuery, older?: number): Promise<TrailPiece> {
    const answer = await this.#request({ do: "read-trail", query, older });
    if ("piece" in answer) return answer.piece;
    throw new Error("the storage thread did not read the history");
  }

  /** Operators' sessions, as they were written last; undefined where there are none. */
  async readSessions(): Promise<string | undefined> {
    const answer = await this.#request({ do: "read-sessions" });
    if ("sessions" in answer) return answer.sessions;
    throw new Error("the storage thread did not read the sessions");
  }

  /** Resolves once they would survive a loss of power. */
  async writeSessions(text: string): Promise<void> {
    await this.#request({ do: "write-sessions", text });
  }

  /** What the Matter bridge has stored; undefined where there is none. */
  async readMatter(): Promise<MatterRows | "damaged" | undefined> {
    const answer = await this.#request({ do: "read-matter" });
    if ("matter" in answer) return answer.matter;
    throw new Error("the storage thread did not read what the Matter bridge has stored");
  }

  /** Replaces what the Matter bridge has stored, or deletes it; not while the bridge runs. */
  async writeMatter(rows: MatterRows | undefined): Promise<void> {
    await this.#request({ do: "write-matter", rows });
  }

  /**
   * To be called before the bridge starts: deletes the pairings of another gateway, and quarantines a damaged file. Returns
   * what a person should know of it, a line each.
   */
  async claimMatter(gatewayId: string): Promise<readonly string[]> {
    const answer = await this.#request({ do: "claim-matter", gatewayId });
    if ("report" in answer) return answer.report;
    throw new Error("the storage thread did not claim what the Matter bridge has stored");
  }

  /** Deletes snapshots, damaged files and records of earlier homes; not in the middle of a commit. */
  async purgeHistory(): Promise<void> {
    while (this.#committing !== undefined) await this.#committing;
    await this.#request({ do: "purge-history" });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #found({ folder, version, snapshotMillis }: FolderOptions): Promise<FoundEntries> {
    const answer = await this.#request({ do: "open", folder, version, snapshotMillis });
    if ("found" in answer) return answer.found;
    throw new Error("the storage thread did not report what it found");
  }

  async #close(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#worker.ref();
    const exited = once(this.#worker, "exit");
    await this.#request({ do: "close" });
    await exited;
  }

  async #request(task: WorkerTask): Promise<WorkerAnswer> {
    if (this.#ended !== undefined) throw new StoreFault(`the storage thread has ended: ${this.#ended}`);
    const answer = await new Promise<WorkerAnswer>((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.postMessage(task);
    });
    if (!("fault" in answer)) return answer;
    throw faultOf(answer.fault, answer.kind);
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    const fault = `the storage thread has ended: ${this.#ended}`;
    for (const resolve of this.#waiting.splice(0)) resolve({ fault, kind: undefined });
  }
}

const writeOf = (write: ResourceWrite): Write => ({
  in: write.in,
  id: write.id,
  body: entryOf(write)?.body,
  isNew: write.isNew,
});

const picturesOf = (scenes: readonly Scene[]): WeakSet<Picture> =>
  new WeakSet(scenes.flatMap(({ picture }) => picture ?? []));
