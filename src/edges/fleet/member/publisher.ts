import type { Replacement } from "../../../core/home/changes/replacement.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { StepQueue } from "../../../shared/step-queue.ts";
import type { Steps } from "../../../shared/steps.ts";
import { type Attempt, Attempts } from "./attempts.ts";
import { Barriers } from "./barriers.ts";
import { HoldOff } from "./hold-off.ts";
import type { HomeEntries } from "./home-entries.ts";
import { OutdatedKeys } from "./outdated-keys.ts";
import type { PublishedMemory } from "./published-memory.ts";
import type { Put, PutOutcome } from "./put.ts";
import { PutWindow } from "./put-window.ts";

interface PublisherOptions {
  readonly entries: HomeEntries;
  readonly memory: PublishedMemory;
  readonly put: (put: Put) => Promise<PutOutcome>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly queue: StepQueue;
  /** The bucket has lost what it had acknowledged. */
  readonly onRolledBack: () => void;
  readonly onFault: (fault: unknown) => void;
}

const MOST_BYTES_IN_FLIGHT = 4 * 1024 * 1024;
const MOST_IN_BATCH = 64;

/**
 * After a pass, changes are gathered for this time: those of one resource become one put. The more was put, the longer, so
 * that publishing takes a small part of a busy gateway's time.
 */
const GATHERING_MILLIS = { least: 25, forEachPut: 2, most: 200 };
/** After a put that nobody answered. */
const HOLD_OFF_MILLIS = { least: 100, jitter: 150 };
/** After something that is no passing trouble of the cluster. */
const RETRY_MILLIS = 10_000;
const MEMORY_RETRY_MILLIS = 1_000;
/** Another writer of the same entry may come in between, but not for ever. */
const MOST_CORRECTIONS = 3;

/**
 * Brings the bucket up to date with the home. It knows which entries may be out of date, and makes their values when they
 * are put: so what changes often is put as it is in the end, and waiting takes little memory.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #outdated = new OutdatedKeys();
  /** With the bytes of each. */
  readonly #inFlight = new Map<string, number>();
  readonly #attempts: Attempts;
  readonly #refused = new Map<string, string>();
  #memoryProblem: string | undefined;
  #isOpen = false;
  #isRunning = false;
  /** Whether something was answered, or came, since a batch was begun. */
  #isAskedAgain = false;
  readonly #window = new PutWindow();
  /** After something that went wrong. */
  readonly #trouble: HoldOff;
  readonly #gathering: HoldOff;
  #putInPass = 0;
  #cancelRetry: (() => void) | undefined;
  readonly #onSettled = new Set<() => void>();
  readonly #barriers = new Barriers();

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#attempts = new Attempts(options);
    this.#trouble = new HoldOff(options.clock, () => this.#run());
    this.#gathering = new HoldOff(options.clock, () => this.#run());
  }

  /** How many entries are not known to be in the bucket as they are in the home. */
  get pending(): number {
    const others = [...this.#inFlight.keys(), ...this.#refused.keys()].filter((key) => !this.#outdated.has(key));
    return this.#outdated.size + others.length;
  }

  /** Entries that the bucket does not take, with why. */
  get refused(): ReadonlyMap<string, string> {
    return this.#refused;
  }

  /** Why it cannot be remembered what is published; nothing is published then. */
  get memoryProblem(): string | undefined {
    return this.#memoryProblem;
  }

  /** Whatever a replacement concerns may be out of date. */
  mark(replacement: Replacement): void {
    for (const key of this.#options.entries.keysOf(replacement)) this.#outdated.add(key);
    this.#run();
  }

  /** Compares everything with the bucket, as far as it is remembered. */
  async markAll(): Promise<void> {
    await this.#inSteps(this.#markingAll());
    this.#run();
  }

  /** May put from now on. */
  open(): void {
    this.#isOpen = true;
    this.#window.begin();
    this.#run();
  }

  /** Puts nothing from now on; what changes meanwhile waits. */
  shut(): void {
    this.#isOpen = false;
  }

  /** Resolves once nothing is outdated but what the bucket refuses. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSettled.add(resolve);
      this.#gathering.cancel();
      this.#run();
      this.#tellSettled();
    });
  }

  /** Resolves once all that is outdated now is in the bucket, with the highest revision then; however long that takes. */
  upToNow(): Promise<number> {
    const keys = new Set([...this.#outdated, ...this.#inFlight.keys()]);
    if (keys.size === 0) return Promise.resolve(this.#options.memory.highest);
    const passed = this.#barriers.behind(keys);
    this.#gathering.cancel();
    this.#run();
    return passed;
  }

  stop(): void {
    this.shut();
    this.#trouble.cancel();
    this.#gathering.cancel();
    this.#cancelRetry?.();
  }

  *#markingAll(): Steps<void> {
    const { entries, memory } = this.#options;
    for (const keys of [entries.keys(), memory.keys()]) {
      for (const key of keys) {
        this.#outdated.add(key);
        yield;
      }
    }
  }

  #passBarriers(key: string): void {
    if (!this.#outdated.has(key) && !this.#inFlight.has(key)) this.#barriers.pass(key, this.#options.memory.highest);
  }

  #run(): void {
    this.#isAskedAgain = true;
    if (this.#isRunning || !this.#canPut) return;
    this.#isRunning = true;
    this.#putBatches().catch(this.#options.onFault);
  }

  #tellSettled(): void {
    if (this.#outdated.size > 0 || this.#inFlight.size > 0) return;
    for (const resolve of this.#onSettled) resolve();
    this.#onSettled.clear();
  }

  get #canPut(): boolean {
    if (!this.#isOpen || this.#trouble.isOn || this.#inFlight.size >= this.#window.size) return false;
    return this.#gathering.isOn ? !this.#outdated.isPassOver : this.#outdated.size > 0;
  }

  async #putBatches(): Promise<void> {
    try {
      while (this.#canPut) {
        const batch: Attempt[] = [];
        this.#isAskedAgain = false;
        const isProgress = await this.#inSteps(this.#preparing(batch));
        if (batch.length > 0 && (await this.#isIntended(batch))) await this.#inSteps(this.#sending(batch));
        this.#putInPass += batch.length;
        if (this.#outdated.isPassOver) this.#gather();
        // All that is outdated is in flight: its answers go on with it.
        if (!isProgress && !this.#isAskedAgain) break;
      }
    } finally {
      this.#isRunning = false;
    }
    this.#tellSettled();
  }

  /** Takes entries that are out of date indeed; gives whether it took any away from those that may be. */
  *#preparing(batch: Attempt[]): Steps<boolean> {
    let isProgress = false;
    let bytes = 0;
    for (const size of this.#inFlight.values()) bytes += size;
    if (this.#outdated.isPassOver) this.#outdated.beginPass();
    for (const key of this.#outdated.inPass()) {
      if (this.#inFlight.has(key)) continue;
      if (batch.length >= MOST_IN_BATCH || this.#inFlight.size >= this.#window.size || bytes > MOST_BYTES_IN_FLIGHT)
        break;
      isProgress = true;
      this.#outdated.take(key);
      this.#refused.delete(key);
      const attempt = this.#attempts.for(key);
      if (attempt) {
        const size = attempt.value?.length ?? 0;
        bytes += size;
        this.#inFlight.set(key, size);
        batch.push(attempt);
      } else this.#passBarriers(key);
      yield;
    }
    return isProgress;
  }

  async #isIntended(batch: readonly Attempt[]): Promise<boolean> {
    try {
      await this.#options.memory.intend(batch.map(({ key }) => key));
      this.#memoryProblem = undefined;
      return true;
    } catch (error) {
      this.#memoryProblem = error instanceof Error ? error.message : String(error);
      for (const { key } of batch) this.#giveBack(key);
      this.#trouble.begin(MEMORY_RETRY_MILLIS);
      return false;
    }
  }

  *#sending(batch: readonly Attempt[]): Steps<void> {
    for (const attempt of batch) {
      if (this.#isOpen && attempt.epoch === this.#options.memory.epoch) {
        void this.#send(attempt).catch(this.#options.onFault);
      } else this.#giveBack(attempt.key);
      yield;
    }
  }

  async #send(attempt: Attempt, corrections = 0): Promise<void> {
    const { memory, put, clock } = this.#options;
    const { key } = attempt;
    const highestBefore = memory.highest;
    const sentAtMillis = clock.now();
    const outcome = await put(attempt);
    if (outcome.kind === "unanswered") this.#window.unanswered(sentAtMillis, clock.now());
    else this.#window.acknowledged(sentAtMillis, clock.now());
    if (outcome.kind === "other-revision" && this.#isOpen && corrections < MOST_CORRECTIONS) {
      // Under the same id: if that revision is this very attempt, which was not answered, it is not stored again.
      return this.#send({ ...attempt, revision: outcome.revision }, corrections + 1);
    }
    this.#inFlight.delete(key);
    if (attempt.epoch !== memory.epoch) this.#outdated.add(key);
    else this.#settle(attempt, outcome, highestBefore);
    this.#passBarriers(key);
    this.#run();
    this.#tellSettled();
  }

  #settle(attempt: Attempt, outcome: PutOutcome, highestBefore: number): void {
    const { memory, onRolledBack } = this.#options;
    const { key, digest } = attempt;
    switch (outcome.kind) {
      case "stored":
        if (attempt.value === undefined) memory.forget(key, outcome.revision);
        else memory.settle(key, { digest, revision: outcome.revision });
        // What is stored later has a higher revision, unless the bucket is another one.
        if (!outcome.isDuplicate && outcome.revision <= highestBefore) onRolledBack();
        return;
      case "refused":
        this.#refused.set(key, outcome.why);
        this.#retryRefused();
        return;
      case "unanswered":
        this.#attempts.unanswered(attempt);
        this.#holdOffAfter(key);
        return;
      case "other-revision":
        this.#holdOffAfter(key);
        return;
      default:
        outcome satisfies never;
    }
  }

  #holdOffAfter(key: string): void {
    this.#outdated.giveBack(key);
    this.#trouble.begin(HOLD_OFF_MILLIS.least + this.#options.random() * HOLD_OFF_MILLIS.jitter);
  }

  #gather(): void {
    const { least, forEachPut, most } = GATHERING_MILLIS;
    if (this.#putInPass > 0) this.#gathering.begin(Math.min(most, Math.max(least, this.#putInPass * forEachPut)));
    this.#putInPass = 0;
  }

  #retryRefused(): void {
    this.#cancelRetry ??= this.#options.clock.after(RETRY_MILLIS, () => {
      this.#cancelRetry = undefined;
      for (const key of this.#refused.keys()) this.#outdated.add(key);
      this.#run();
    });
  }

  #giveBack(key: string): void {
    this.#inFlight.delete(key);
    this.#outdated.giveBack(key);
  }

  async #inSteps<Result>(steps: Steps<Result>): Promise<Result> {
    const result = await this.#options.queue.run({ owner: "fleet", isUrgent: false, steps });
    if (result === "busy") throw new Error("the queue of the fleet has no limits");
    return result as Result;
  }
}
