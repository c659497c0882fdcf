import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../../../shared/clock.ts";
import type { StepQueue } from "../../../shared/step-queue.ts";
import { PRESENCE_KEY } from "../presence.ts";
import { LogFile } from "./log-file.ts";
import { entryLine, headLine, type LogHead, type Published, parseLog } from "./published-log.ts";

interface MemoryOptions {
  readonly folder: string;
  readonly gatewayId: string;
  readonly bootId: string;
  readonly clock: Clock;
  readonly queue: StepQueue;
}

interface Known {
  digest: string;
  revision: number;
  /** The digest that the file has; undefined where it has no line for the entry. */
  recorded: string | undefined;
}

const FILE = "fleet-published.log";

/** What was acknowledged is written within this time: an entry that changes often needs no line for each change. */
const RECORD_MILLIS = 10_000;
/** The file is written anew when it has that many lines more than twice its entries. */
const SPARE_LINES = 10_000;

/**
 * What this gateway has published, durably. An entry is uncertain before each put, and has a digest only after the
 * acknowledgement. So a process that is killed at any moment puts an entry once more at the worst, and never forgets
 * one that the bucket has. After a loss of power the file is trusted only if it had been closed. Else there is a new
 * epoch, and everything is published again: nobody shows entries of an earlier epoch.
 */
export class PublishedMemory {
  readonly #file: LogFile;
  readonly #options: MemoryOptions;
  #epoch: string;
  #highest: number;
  #entries: Map<string, Known>;
  /** Entries whose line in the file is not the last word. */
  readonly #unrecorded = new Set<string>();
  #lines = 0;
  /** Whether the file may end within a line, so that nothing can be appended. */
  #isBroken = true;
  #isClosed = false;
  #tail: Promise<unknown> = Promise.resolve();
  #cancelRecording: (() => void) | undefined;

  private constructor(options: MemoryOptions, file: LogFile, found: Awaited<ReturnType<typeof trusted>>) {
    this.#options = options;
    this.#file = file;
    this.#epoch = found?.head.epoch ?? randomUUID();
    this.#highest = found?.highest ?? 0;
    this.#entries = new Map(
      found ? [...found.entries].map(([key, published]) => [key, { ...published, recorded: undefined }]) : [],
    );
  }

  /** Throws the system's error where the file cannot be read or written. */
  static async open(options: MemoryOptions): Promise<PublishedMemory> {
    const file = new LogFile(join(options.folder, FILE));
    const memory = new PublishedMemory(options, file, await trusted(await file.read(), options));
    await memory.#enqueue(() => memory.#rewrite());
    return memory;
  }

  /** The life of this memory: entries with another epoch are left over from an earlier one. */
  get epoch(): string {
    return this.#epoch;
  }

  /** The highest revision that the bucket ever acknowledged. */
  get highest(): number {
    return this.#highest;
  }

  /** Whether nothing but the presence was published in this epoch. */
  get isEmpty(): boolean {
    return this.keys().next().done === true;
  }

  published(key: string): Published | undefined {
    return this.#entries.get(key);
  }

  /** The entries that the bucket may have, without the presence. */
  *keys(): Generator<string, undefined> {
    for (const key of this.#entries.keys()) if (key !== PRESENCE_KEY) yield key;
  }

  /** Resolves once it is written that these entries are uncertain; only then may they be put. */
  intend(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const known = this.#entries.get(key);
      if (known) known.digest = "";
      else this.#entries.set(key, { digest: "", revision: 0, recorded: undefined });
      this.#unrecorded.add(key);
    }
    return this.#enqueue(() => this.#record(keys));
  }

  /** The bucket has acknowledged a value. */
  settle(key: string, { digest, revision }: Published): void {
    const recorded = this.#entries.get(key)?.recorded;
    this.#entries.set(key, { digest, revision, recorded });
    this.#acknowledged(key, revision);
  }

  /** The bucket has acknowledged a deletion. */
  forget(key: string, revision: number): void {
    this.#entries.delete(key);
    this.#acknowledged(key, revision);
  }

  /** The presence is about to be put under this id, in the place of this revision. Its id takes the place of a digest. */
  intendPresence(messageId: string, revision: number): Promise<void> {
    return this.#recordPresence({ digest: messageId, revision });
  }

  /** A gateway that starts again goes on from this revision. */
  settlePresence(revision: number): Promise<void> {
    this.#highest = Math.max(this.#highest, revision);
    return this.#recordPresence({ digest: "", revision });
  }

  #recordPresence(published: Published): Promise<void> {
    const recorded = this.#entries.get(PRESENCE_KEY)?.recorded;
    this.#entries.set(PRESENCE_KEY, { ...published, recorded });
    this.#unrecorded.add(PRESENCE_KEY);
    return this.#enqueue(() => this.#record([PRESENCE_KEY]));
  }

  /** Begins a new epoch: nothing is known of the bucket. */
  renew(): Promise<void> {
    this.#epoch = randomUUID();
    this.#highest = 0;
    this.#entries = new Map();
    this.#unrecorded.clear();
    return this.#enqueue(() => this.#rewrite());
  }

  /** Writes and syncs everything, so that the memory is good even if the machine is switched off. */
  async close(): Promise<void> {
    this.#cancelRecording?.();
    await this.#enqueue(async () => {
      this.#isClosed = true;
      await this.#rewrite();
      await this.#file.close();
    });
  }

  #acknowledged(key: string, revision: number): void {
    this.#highest = Math.max(this.#highest, revision);
    this.#unrecorded.add(key);
    this.#cancelRecording ??= this.#options.clock.after(RECORD_MILLIS, () => {
      this.#cancelRecording = undefined;
      // What cannot be written now is written with what comes next.
      this.#enqueue(() => this.#record([...this.#unrecorded])).catch(() => undefined);
    });
  }

  /** One after the other. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #record(keys: readonly string[]): Promise<void> {
    if (this.#isClosed) throw new Error("the memory of the fleet is closed");
    if (this.#isBroken || this.#lines > 2 * this.#entries.size + SPARE_LINES) {
      await this.#rewrite();
      return;
    }
    let text = "";
    for (const key of keys) text += this.#lineFor(key);
    if (text === "") return;
    // Whatever fails in between, the file is written anew the next time.
    this.#isBroken = true;
    await this.#file.append(text);
    this.#isBroken = false;
  }

  /** Empty where the file has it already. */
  #lineFor(key: string): string {
    this.#unrecorded.delete(key);
    const known = this.#entries.get(key);
    if (known && known.recorded === known.digest) return "";
    this.#lines += 1;
    if (!known) return entryLine(key, undefined, this.#highest);
    known.recorded = known.digest;
    return entryLine(key, known);
  }

  async #rewrite(): Promise<void> {
    this.#isBroken = true;
    const lines: string[] = [];
    const steps = this.#allLines(lines);
    await this.#options.queue.run({ owner: "fleet", isUrgent: false, steps });
    await this.#file.replace(lines);
    this.#lines = lines.length;
    this.#isBroken = false;
  }

  /** What changes meanwhile is unrecorded again, and comes behind. */
  *#allLines(lines: string[]) {
    lines.push(headLine(this.#head));
    for (const [key, known] of this.#entries) {
      known.recorded = known.digest;
      this.#unrecorded.delete(key);
      lines.push(entryLine(key, known));
      yield undefined;
    }
  }

  get #head(): LogHead {
    const { gatewayId, bootId } = this.#options;
    return { gatewayId, bootId, epoch: this.#epoch, highest: this.#highest, isClosed: this.#isClosed };
  }
}

/** What a file says, if all that it says can be relied on. */
async function trusted(text: string | undefined, { gatewayId, bootId, queue }: MemoryOptions) {
  if (text === undefined) return undefined;
  const parsed = await queue.run({ owner: "fleet", isUrgent: false, steps: parseLog(text) });
  if (!parsed || parsed === "busy" || parsed.head.gatewayId !== gatewayId) return undefined;
  return parsed.head.isClosed || parsed.head.bootId === bootId ? parsed : undefined;
}
